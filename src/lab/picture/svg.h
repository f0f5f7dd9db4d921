#pragma once

// Words of SVG that all our pictures share.

#include <string>
#include <string_view>

namespace vitrine::lab {

[[nodiscard]] std::string svg_number(double value, int decimals = 1);

// Any text as the content of an element: names and provenance come from files.
[[nodiscard]] std::string svg_escaped(std::string_view text);

// `anchor`: start, middle or end. The text is escaped here; `more` is further attributes.
[[nodiscard]] std::string svg_text(double x, double y, std::string_view text,
                                   std::string_view anchor = "middle", std::string_view more = {});

// A whole file on a light ground.
[[nodiscard]] std::string svg_document(double width, double height, std::string_view title,
                                       std::string_view body);

}  // namespace vitrine::lab
