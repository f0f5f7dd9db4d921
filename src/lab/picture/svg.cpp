#include "lab/picture/svg.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace vitrine::lab {

std::string svg_number(double value, int decimals) {
  std::array<char, 64> text;
  const int size = std::snprintf(text.data(), text.size(), "%.*f", decimals, value);
  return {text.data(), std::min(text.size() - 1, static_cast<std::size_t>(std::max(0, size)))};
}

std::string svg_escaped(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    switch (c) {
      case '&': safe += "&amp;"; break;
      case '<': safe += "&lt;"; break;
      case '>': safe += "&gt;"; break;
      case '"': safe += "&quot;"; break;
      // XML has no way to write most control characters.
      default: safe += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? ' ' : c;
    }
  }
  return safe;
}

std::string svg_text(double x, double y, std::string_view text, std::string_view anchor,
                     std::string_view more) {
  std::string svg = "<text x=\"" + svg_number(x) + "\" y=\"" + svg_number(y) + "\" text-anchor=\"";
  svg += anchor;
  svg += '"';
  if (!more.empty()) (svg += ' ') += more;
  return svg + ">" + svg_escaped(text) + "</text>\n";
}

std::string svg_document(double width, double height, std::string_view title, std::string_view body) {
  std::string svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + svg_number(width, 0) + ' ' +
                    svg_number(height, 0) + "\" font-family=\"sans-serif\" font-size=\"12\">\n<title>" +
                    svg_escaped(title) + "</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n";
  svg += body;
  return svg + "</svg>\n";
}

}  // namespace vitrine::lab
