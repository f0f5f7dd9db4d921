# How everything in this tree is compiled. These are directory-wide flags: none of them reaches a program that uses
# the installed library, except what CMakeLists.txt exports on purpose.
include(CheckCXXCompilerFlag)
include(CheckCXXSourceCompiles)

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Release or Debug" FORCE)
endif()

# Paths are cached relative to the tree, so that one cache serves all clones of it. The cache takes -march=native for the
# same everywhere (ccache issue 824), so what the compiler makes of it here is told apart by a file.
find_program(CCACHE_PROGRAM ccache)
mark_as_advanced(CCACHE_PROGRAM)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(native_macros "${PROJECT_BINARY_DIR}/native_macros.txt")
  execute_process(COMMAND "${CMAKE_CXX_COMPILER}" -march=native -dM -E -x c++ /dev/null
    OUTPUT_FILE "${native_macros}" ERROR_QUIET)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND}" -E env "CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}" CCACHE_NOHASHDIR=1
    "CCACHE_EXTRAFILES=${native_macros}" "${CCACHE_PROGRAM}")
endif()

add_compile_options(-Wall -Wextra -Wpedantic -Wshadow -fdiagnostics-color=auto)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  add_compile_options(-Wno-restrict)  # GCC 12 warns of `"a" + std::string` in its own headers (PR 105651)
endif()
add_compile_options($<$<CONFIG:Debug>:-D_GLIBCXX_ASSERTIONS>)

# Sanitizers make GCC see uninitialised variables that are not there, so those builds only warn.
if(VITRINE_WERROR AND NOT VITRINE_SANITIZE)
  add_compile_options(-Werror)
endif()

if(VITRINE_SANITIZE)
  # The vptr check asks the kernel through a pipe, and cries wolf where no descriptors are left, as some tests have it.
  add_compile_options(-fsanitize=${VITRINE_SANITIZE} -fno-sanitize=vptr -fno-sanitize-recover=all
    -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${VITRINE_SANITIZE})
endif()

# PEXT looks sliding attacks up fastest, except on the first two Zens, which emulate it slowly; elsewhere, magics.
# AVX2 floods the board with all sliders at once; elsewhere they are looked up one by one.
set(VITRINE_USE_PEXT 0)
set(VITRINE_USE_AVX2 0)
if(NOT VITRINE_PORTABLE)
  check_cxx_compiler_flag(-march=native VITRINE_HAS_MARCH_NATIVE)
  if(VITRINE_HAS_MARCH_NATIVE)
    add_compile_options(-march=native)
    # GCC copies structs through 512-bit registers where there are any; a position copied that way and changed at
    # once makes perft 20% slower (bench/perft_vs_stockfish).
    check_cxx_compiler_flag("-mmove-max=256 -mstore-max=256" VITRINE_HAS_MOVE_MAX)
    if(VITRINE_HAS_MOVE_MAX)
      add_compile_options(-mmove-max=256 -mstore-max=256)
    endif()
    # Clang aligns a frame it instruments to 32 bytes and then stores a position into it with instructions that want 64
    # (LLVM issue 91565).
    check_cxx_compiler_flag(-mno-avx512f VITRINE_HAS_NO_AVX512)
    if(CMAKE_CXX_COMPILER_ID MATCHES "Clang" AND VITRINE_SANITIZE MATCHES "address" AND VITRINE_HAS_NO_AVX512)
      add_compile_options(-mno-avx512f)
    endif()
    set(CMAKE_REQUIRED_FLAGS -march=native)
    check_cxx_source_compiles("
      #if !defined(__BMI2__) || defined(__znver1__) || defined(__znver2__)
      #error no fast PEXT
      #endif
      int main() {}" VITRINE_HAS_FAST_PEXT)
    check_cxx_source_compiles("
      #if !defined(__AVX2__)
      #error no AVX2
      #endif
      int main() {}" VITRINE_HAS_AVX2)
    unset(CMAKE_REQUIRED_FLAGS)
    if(VITRINE_HAS_AVX2)
      set(VITRINE_USE_AVX2 1)
    endif()
    if(VITRINE_HAS_FAST_PEXT)
      set(VITRINE_USE_PEXT 1)
    endif()
  endif()
endif()
