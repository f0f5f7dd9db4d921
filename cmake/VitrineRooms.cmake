# One static library per folder of src/. Headers are written from src/: #include "chess/position.h".

# vitrine_room(<room> [DEPENDS <room>...] [LINK <target>...] [INSTALL])
# Makes the target vitrine_<room>, also known as vitrine::<room>. INSTALL makes it part of the installed library.
function(vitrine_room room)
  cmake_parse_arguments(PARSE_ARGV 1 arg "INSTALL" "" "DEPENDS;LINK")
  set(target vitrine_${room})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/${room}/*.cpp")
  list(FILTER sources EXCLUDE REGEX "/main\\.cpp$")  # a program's, not a library's

  if(sources)
    add_library(${target} STATIC ${sources})
    set(scope PUBLIC)
  else()  # headers only
    add_library(${target} INTERFACE)
    set(scope INTERFACE)
  endif()
  add_library(vitrine::${room} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${room})

  target_compile_features(${target} ${scope} cxx_std_20)
  target_include_directories(${target} ${scope}
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/vitrine>)
  list(TRANSFORM arg_DEPENDS PREPEND vitrine::)
  target_link_libraries(${target} ${scope} ${arg_DEPENDS} ${arg_LINK})

  set_property(GLOBAL APPEND PROPERTY VITRINE_ROOMS ${room})
  if(arg_INSTALL)
    set_property(GLOBAL APPEND PROPERTY VITRINE_INSTALLED_ROOMS ${room})
  endif()
endfunction()

# vitrine_program(<room> [DEPENDS <room>...] [LINK <target>...])
# The executable `vitrine` is the room's main.cpp; the rest of the room is a library, so that tests can reach it.
function(vitrine_program room)
  vitrine_room(${room} ${ARGN})
  foreach(property COMPILE_DEFINITIONS INTERFACE_COMPILE_DEFINITIONS)
    set_property(TARGET vitrine_${room} APPEND PROPERTY ${property} VITRINE_VERSION="${PROJECT_VERSION}")
  endforeach()
  add_executable(vitrine "${PROJECT_SOURCE_DIR}/src/${room}/main.cpp")
  target_link_libraries(vitrine PRIVATE vitrine::${room})
endfunction()
