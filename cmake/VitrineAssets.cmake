# The page as part of the program. Included, it makes the rule; run with -P, it writes the file:
#   cmake -D FOLDER=web/dist -D OUT=embedded_assets.cpp -D GZIP=/usr/bin/gzip -P cmake/VitrineAssets.cmake

# vitrine_embed_assets(<target>): adds web/dist to the target, or where that isn't built a page that says so.
function(vitrine_embed_assets target)
  find_program(GZIP_PROGRAM gzip REQUIRED)
  mark_as_advanced(GZIP_PROGRAM)
  set(folder "${PROJECT_SOURCE_DIR}/web/dist")
  file(GLOB_RECURSE files CONFIGURE_DEPENDS "${folder}/*")
  if(NOT EXISTS "${folder}/index.html")
    set(folder "${PROJECT_SOURCE_DIR}/src/server/plain_page")
    file(GLOB_RECURSE files CONFIGURE_DEPENDS "${folder}/*")
  endif()
  set(out "${PROJECT_BINARY_DIR}/embedded_assets.cpp")
  add_custom_command(OUTPUT "${out}" DEPENDS ${files} "${PROJECT_SOURCE_DIR}/cmake/VitrineAssets.cmake"
    COMMAND "${CMAKE_COMMAND}" -D "FOLDER=${folder}" -D "OUT=${out}" -D "GZIP=${GZIP_PROGRAM}"
      -P "${PROJECT_SOURCE_DIR}/cmake/VitrineAssets.cmake"
    COMMENT "Embedding the page" VERBATIM)
  target_sources(${target} PRIVATE "${out}")
endfunction()

if(NOT CMAKE_SCRIPT_MODE_FILE)
  return()
endif()

set(type_html "text/html; charset=utf-8")
set(type_js "text/javascript; charset=utf-8")
set(type_css "text/css; charset=utf-8")
set(type_json "application/json")
set(type_webmanifest "application/manifest+json")
set(type_svg "image/svg+xml")
set(type_png "image/png")
set(type_ico "image/x-icon")
set(type_woff2 "font/woff2")
set(type_txt "text/plain; charset=utf-8")

# A C++ literal of a file's bytes.
function(read_literal path result)
  file(READ "${path}" hex HEX)
  string(REGEX REPLACE "(..)" "\\\\x\\1" literal "${hex}")
  set(${result} "\"${literal}\"" PARENT_SCOPE)
endfunction()

set(rows "")
set(count 0)
file(GLOB_RECURSE files RELATIVE "${FOLDER}" "${FOLDER}/*")
list(SORT files)
foreach(file IN LISTS files)
  cmake_path(GET file EXTENSION LAST_ONLY ending)
  string(SUBSTRING "${ending}." 1 -1 ending)
  string(REPLACE "." "" ending "${ending}")
  if(ending STREQUAL "map" OR NOT DEFINED type_${ending})
    if(NOT ending STREQUAL "map")
      message(FATAL_ERROR "${file}: what type has a file of that name?")
    endif()
    continue()
  endif()
  set(path "/${file}")
  if(file STREQUAL "index.html")
    set(path "/")
  endif()
  file(SIZE "${FOLDER}/${file}" size)
  file(SHA256 "${FOLDER}/${file}" hash)
  string(SUBSTRING "${hash}" 0 16 hash)
  # -n: without name and time, so that the same page makes the same program.
  execute_process(COMMAND "${GZIP}" -9 -n -c "${FOLDER}/${file}" OUTPUT_FILE "${OUT}.gz" COMMAND_ERROR_IS_FATAL ANY)
  file(SIZE "${OUT}.gz" gzip_size)
  read_literal("${FOLDER}/${file}" literal)
  read_literal("${OUT}.gz" gzip_literal)
  string(APPEND rows "    Asset{.path = \"${path}\", .type = \"${type_${ending}}\", .tag = \"\\\"${hash}\\\"\",\n"
    "     .bytes = std::string_view(${literal}, ${size}),\n     .gzip = std::string_view(${gzip_literal}, ${gzip_size})},\n")
  math(EXPR count "${count} + 1")
endforeach()
file(REMOVE "${OUT}.gz")
file(WRITE "${OUT}" "// Made by cmake/VitrineAssets.cmake.
#include <array>

#include \"server/assets.h\"

namespace vitrine::server {

std::span<const Asset> embedded_assets() {
  static constexpr std::array<Asset, ${count}> kAssets = {
${rows}  };
  return kAssets;
}

}  // namespace vitrine::server
")
