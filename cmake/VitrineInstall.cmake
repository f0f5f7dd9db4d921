# `cmake --install`: the program, the library's rooms with their headers, and a package for find_package(vitrine).
include(CMakePackageConfigHelpers)

if(VITRINE_BUILD_CLI)
  install(TARGETS vitrine RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(TARGETS vitrine-sandbox RUNTIME DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/vitrine)

  # The data set that comes with the program, and where the installed program looks for it.
  configure_file("${PROJECT_SOURCE_DIR}/data/sample.set" "${PROJECT_BINARY_DIR}/sample.set" COPYONLY)
  install(FILES data/sample.set DESTINATION ${CMAKE_INSTALL_DATADIR}/vitrine)
  file(RELATIVE_PATH sample_from_program "${CMAKE_INSTALL_FULL_BINDIR}" "${CMAKE_INSTALL_FULL_DATADIR}/vitrine/sample.set")
  set_property(SOURCE "${PROJECT_SOURCE_DIR}/src/lab/data/sample_set.cpp" APPEND PROPERTY
    COMPILE_DEFINITIONS VITRINE_SAMPLE_FROM_PROGRAM="${sample_from_program}")
endif()

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/vitrine)
get_property(rooms GLOBAL PROPERTY VITRINE_INSTALLED_ROOMS)
foreach(room IN LISTS rooms)
  install(TARGETS vitrine_${room} EXPORT vitrineTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  if(EXISTS "${PROJECT_SOURCE_DIR}/src/${room}")
    install(DIRECTORY "${PROJECT_SOURCE_DIR}/src/${room}" DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/vitrine
      FILES_MATCHING PATTERN "*.h")
  endif()
endforeach()
install(EXPORT vitrineTargets NAMESPACE vitrine:: DESTINATION ${package_dir})

configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/vitrineConfig.cmake.in"
  "${PROJECT_BINARY_DIR}/vitrineConfig.cmake" INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file("${PROJECT_BINARY_DIR}/vitrineConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/vitrineConfig.cmake" "${PROJECT_BINARY_DIR}/vitrineConfigVersion.cmake"
  DESTINATION ${package_dir})
