# What `vitrine bot build` compiles a bot with: one text file that names the compiler, the flags, the header folders and
# the libraries. One lies in the build folder, beside the program, and one is installed; paths in it count from its folder,
# so that an installed tree may be moved.
add_library(vitrine_bot_main STATIC "${PROJECT_SOURCE_DIR}/src/workshop/api/main.cpp")
target_link_libraries(vitrine_bot_main PUBLIC vitrine::workshop)
add_dependencies(vitrine vitrine_bot_main)

# In the order in which they need each other.
set(bot_libraries bot_main workshop protocols notation chess base)

# Without the names of types in the program, which would be data that no token counts.
set(bot_flags -std=c++20 -pipe -fno-rtti "-DVITRINE_USE_PEXT=${VITRINE_USE_PEXT}" "-DVITRINE_USE_AVX2=${VITRINE_USE_AVX2}")
if(VITRINE_USE_PEXT)
  list(APPEND bot_flags -mbmi2)
endif()
if(VITRINE_USE_AVX2)
  list(APPEND bot_flags -mavx2)
endif()
if(VITRINE_HAS_MARCH_NATIVE AND NOT VITRINE_PORTABLE)
  list(APPEND bot_flags -march=native)
endif()
if(CMAKE_BUILD_TYPE STREQUAL "Debug")
  list(APPEND bot_flags -O1 -g)
else()
  list(APPEND bot_flags -O3 -DNDEBUG)
endif()
# A static program needs no file but itself, which is all that a sandbox has to offer. Sanitizers can't be static.
if(VITRINE_SANITIZE)
  list(APPEND bot_flags "-fsanitize=${VITRINE_SANITIZE}" -fno-sanitize=vptr -fno-sanitize-recover=all)
else()
  list(APPEND bot_flags -static)
endif()

set(kit "compiler ${CMAKE_CXX_COMPILER}\n")
foreach(flag IN LISTS bot_flags)
  string(APPEND kit "flag ${flag}\n")
endforeach()

set(build_kit "${kit}include ${PROJECT_SOURCE_DIR}/src/workshop/api\ninclude ${PROJECT_SOURCE_DIR}/src\n")
foreach(library IN LISTS bot_libraries)
  string(APPEND build_kit "library $<TARGET_FILE:vitrine_${library}>\n")
endforeach()
file(GENERATE OUTPUT "${PROJECT_BINARY_DIR}/bot-kit.txt" CONTENT "${build_kit}")

# Those that are no part of the installed library live in the kit's own folder.
set(kit_dir "${CMAKE_INSTALL_FULL_LIBDIR}/vitrine")
file(RELATIVE_PATH include_from_kit "${kit_dir}" "${CMAKE_INSTALL_FULL_INCLUDEDIR}")
set(installed_kit "${kit}include ${include_from_kit}\ninclude ${include_from_kit}/vitrine\n")
get_property(installed_rooms GLOBAL PROPERTY VITRINE_INSTALLED_ROOMS)
foreach(library IN LISTS bot_libraries)
  if(library IN_LIST installed_rooms)
    string(APPEND installed_kit "library ../libvitrine_${library}.a\n")
  else()
    string(APPEND installed_kit "library libvitrine_${library}.a\n")
    install(FILES $<TARGET_FILE:vitrine_${library}> DESTINATION ${CMAKE_INSTALL_LIBDIR}/vitrine)
  endif()
endforeach()
file(GENERATE OUTPUT "${PROJECT_BINARY_DIR}/installed/bot-kit.txt" CONTENT "${installed_kit}")
install(FILES "${PROJECT_BINARY_DIR}/installed/bot-kit.txt" DESTINATION ${CMAKE_INSTALL_LIBDIR}/vitrine)
install(FILES "${PROJECT_SOURCE_DIR}/src/workshop/api/vitrine/bot.h" DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/vitrine)

# Where the installed program looks, for the kit and for the launcher of the sandbox.
file(RELATIVE_PATH kit_from_program "${CMAKE_INSTALL_FULL_BINDIR}" "${kit_dir}/bot-kit.txt")
set_property(SOURCE "${PROJECT_SOURCE_DIR}/src/workshop/build_kit.cpp" APPEND PROPERTY
  COMPILE_DEFINITIONS VITRINE_KIT_FROM_PROGRAM="${kit_from_program}")
file(RELATIVE_PATH launcher_from_program "${CMAKE_INSTALL_FULL_BINDIR}"
  "${CMAKE_INSTALL_FULL_LIBEXECDIR}/vitrine/vitrine-sandbox")
set_property(SOURCE "${PROJECT_SOURCE_DIR}/src/workshop/sandbox.cpp" APPEND PROPERTY
  COMPILE_DEFINITIONS VITRINE_LAUNCHER_FROM_PROGRAM="${launcher_from_program}")
