# Installation: libraries, headers, the CMake package and pkg-config files, all relocatable. Components, which packages
# are made of: runtime, dev, blas for the names libblas.so.3 and libcblas.so.3, tools (src/tune, bench), and doc.

set(GEMMKIT_TARGETS gemmkit gemmkit_blas gemmkit_blas64)
if(GEMMKIT_BUILD_STATIC)
  list(APPEND GEMMKIT_TARGETS gemmkit_static gemmkit_blas_static gemmkit_blas64_static)
endif()
install(TARGETS ${GEMMKIT_TARGETS} EXPORT gemmkit-targets
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT runtime NAMELINK_COMPONENT dev
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT dev)
set(GEMMKIT_LIBBLAS_DIR ${CMAKE_INSTALL_LIBDIR}/gemmkit)
install(TARGETS gemmkit_libblas gemmkit_libcblas
        LIBRARY DESTINATION ${GEMMKIT_LIBBLAS_DIR} COMPONENT blas NAMELINK_SKIP)
install(DIRECTORY include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT dev FILES_MATCHING PATTERN "*.h" PATTERN "*.hpp")
install(FILES LICENSE-MIT LICENSE-APACHE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT runtime)
install(FILES README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT doc)
install(DIRECTORY docs examples DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT doc
        PATTERN "docs/Doxyfile" EXCLUDE PATTERN "docs/*.py" EXCLUDE PATTERN "docs/*.sh" EXCLUDE PATTERN "docs/*.css" EXCLUDE
        PATTERN "__pycache__" EXCLUDE PATTERN "node_modules" EXCLUDE)
if(GEMMKIT_BUILD_DOCS)
  install(DIRECTORY ${PROJECT_BINARY_DIR}/book/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/html COMPONENT doc)
endif()

set(GEMMKIT_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/gemmkit)
install(EXPORT gemmkit-targets NAMESPACE gemmkit:: DESTINATION ${GEMMKIT_CMAKE_DIR} COMPONENT dev)
configure_package_config_file(cmake/gemmkit-config.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/gemmkit-config.cmake
                              INSTALL_DESTINATION ${GEMMKIT_CMAKE_DIR})
# Before 1.0 a minor version may change the ABI.
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/gemmkit-config-version.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/gemmkit-config.cmake
        ${CMAKE_CURRENT_BINARY_DIR}/gemmkit-config-version.cmake DESTINATION ${GEMMKIT_CMAKE_DIR}
        COMPONENT dev)

# The .pc files find the prefix from where they lie, unless a directory was configured as an absolute path.
set(GEMMKIT_PC_PREFIX ${CMAKE_INSTALL_PREFIX})
foreach(dir LIBDIR INCLUDEDIR)
  if(IS_ABSOLUTE ${CMAKE_INSTALL_${dir}})
    set(GEMMKIT_PC_${dir} ${CMAKE_INSTALL_${dir}})
  else()
    set(GEMMKIT_PC_${dir} "\${prefix}/${CMAKE_INSTALL_${dir}}")
  endif()
endforeach()
if(NOT IS_ABSOLUTE ${CMAKE_INSTALL_LIBDIR})
  file(RELATIVE_PATH up /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
  string(REGEX REPLACE "/$" "" up ${up})
  set(GEMMKIT_PC_PREFIX "\${pcfiledir}/${up}")
endif()
# What a static link needs; a shared-only installation must not ask its users for development packages.
set(GEMMKIT_PC_OPENMP)
if(GEMMKIT_THREADS STREQUAL "openmp")
  set(GEMMKIT_PC_OPENMP ${OpenMP_C_FLAGS})
endif()
if(GEMMKIT_BUILD_STATIC)
  # -lhwloc, not Requires.private: hwloc.pc would ask for the static dependencies of hwloc itself.
  set(GEMMKIT_PC_LIBS_PRIVATE "Libs.private: ${GEMMKIT_PC_OPENMP} -lhwloc -lpthread -lm")
  if(GEMMKIT_X86_64)
    string(APPEND GEMMKIT_PC_LIBS_PRIVATE " -lcpu_features")
  endif()
endif()
foreach(pc gemmkit gemmkit-blas gemmkit-blas64)
  configure_file(pkgconfig/${pc}.pc.in ${CMAKE_CURRENT_BINARY_DIR}/${pc}.pc @ONLY)
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/${pc}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT dev)
endforeach()
