# `cmake --install`: the program, the library's rooms with their headers, and a package for find_package(vitrine).
include(CMakePackageConfigHelpers)

if(VITRINE_BUILD_CLI)
  install(TARGETS vitrine RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(TARGETS vitrine-sandbox RUNTIME DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/vitrine)
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
