#pragma once

// A small data set comes with the program, so that everything in the lab can be tried at once: where a data
// set is asked for, "sample" means that one, unless there is a file of this name.

#include <string>

namespace vitrine::lab {

inline constexpr const char* kSampleName = "sample";

// The path of the data set that the user calls so: the name itself, or where the sample lies.
// Throws std::runtime_error if the sample is meant and not installed.
[[nodiscard]] std::string dataset_path(const std::string& name);

}  // namespace vitrine::lab
