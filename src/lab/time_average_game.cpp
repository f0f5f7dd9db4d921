#include "lab/time_lab.h"

namespace vitrine::lab {

// White's moves 1 to 80 in 18,570 league games between people: `vitrine time --pgn FILE --csv`. At each move
// the games that got so far count.
const MenByMove& men_of_average_game() {
  static const MenByMove men = {32, 32, 32, 32, 31, 31, 31, 31, 30, 30, 29, 29, 29, 28, 28, 27,
                                27, 26, 26, 25, 25, 24, 24, 23, 23, 22, 22, 21, 21, 20, 20, 19,
                                19, 18, 18, 17, 17, 16, 16, 16, 15, 15, 15, 14, 14, 14, 13, 13,
                                13, 12, 12, 12, 12, 12, 11, 11, 11, 11, 10, 10, 10, 10, 10, 10,
                                10, 9,  9,  9,  9,  9,  9,  9,  9,  8,  8,  8,  8,  8,  8,  8};
  return men;
}

}  // namespace vitrine::lab
