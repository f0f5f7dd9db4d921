#pragma once

// What is wrong with a request, for the one who sent it.

#include <string>

namespace vitrine::server {

struct ApiError {
  int status = 400;   // of HTTP
  std::string what;   // a sentence
  std::string where;  // "fen: rank 3, column 14"; empty: nowhere in particular
};

}  // namespace vitrine::server
