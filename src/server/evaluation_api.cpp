#include "server/evaluation_api.h"

#include "lab/evaluation_sheet.h"

namespace vitrine::server {

Json answer_evaluation(const Json& request) {
  const Fields fields(request);
  const chess::Position pos = read_position(fields.text("fen"), fields.place("fen"));
  const std::string model = fields.text("model", "classical");
  if (model == "classical") return lab::classical_sheet(pos, *lab::flagship_network());
  if (model == "piece-square") return lab::piece_square_sheet(pos, lab::flagship_model());
  throw bad_request("The models are classical and piece-square.", fields.place("model"));
}

}  // namespace vitrine::server
