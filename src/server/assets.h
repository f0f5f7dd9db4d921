#pragma once

// The page's files. They are part of the program, made from web/dist when it is built
// (cmake/VitrineAssets.cmake): no request ever opens a file.

#include <span>
#include <string_view>

#include "server/http_server.h"

namespace vitrine::server {

struct Asset {
  std::string_view path;  // "/assets/index-1a2b3c.js"; "/" is the page
  std::string_view type;
  std::string_view tag;  // for ETag, with its quotes
  std::string_view bytes;
  std::string_view gzip;  // the same, compressed
};

// Made by the build.
[[nodiscard]] std::span<const Asset> embedded_assets();

// The file of exactly that name, as the request's headers want it; 404 if there is none.
[[nodiscard]] Response answer_asset(const Request& request, std::span<const Asset> assets);

}  // namespace vitrine::server
