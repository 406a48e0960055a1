# Packages, by cpack in the build directory.
# -G TGZ: one archive that may be unpacked anywhere.
# -G DEB: libgemmkit0, libgemmkit-dev, libgemmkit-blas, which offers libblas.so.3 and libcblas.so.3 as alternatives,
# gemmkit-doc, and gemmkit-tools with the programs that are built. Configure with -DCMAKE_INSTALL_PREFIX=/usr for the
# multiarch folders.
set(CPACK_PACKAGE_NAME gemmkit)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY ${PROJECT_DESCRIPTION})
set(CPACK_PACKAGE_CONTACT "gemmkit developers <gemmkit@localhost>" CACHE STRING "Maintainer of the packages")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_GENERATOR TGZ)
set(CPACK_PACKAGE_FILE_NAME gemmkit-${PROJECT_VERSION}-${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR})
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/CPackGenerator.cmake
     "if(CPACK_GENERATOR STREQUAL TGZ)\n  set(CPACK_PACKAGING_INSTALL_PREFIX /)\nendif()\n")
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_CURRENT_BINARY_DIR}/CPackGenerator.cmake)
set(CPACK_COMPONENTS_ALL runtime dev blas doc)
if(TARGET gemmkit-tune OR TARGET gemmkit-bench)
  list(APPEND CPACK_COMPONENTS_ALL tools)
endif()
set(CPACK_STRIP_FILES ON)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME libgemmkit0)
set(CPACK_DEBIAN_DEV_PACKAGE_NAME libgemmkit-dev)
set(CPACK_DEBIAN_BLAS_PACKAGE_NAME libgemmkit-blas)
set(CPACK_DEBIAN_DOC_PACKAGE_NAME gemmkit-doc)
set(CPACK_DEBIAN_DOC_PACKAGE_SECTION doc)
set(CPACK_DEBIAN_DOC_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_TOOLS_PACKAGE_NAME gemmkit-tools)
set(CPACK_DEBIAN_TOOLS_PACKAGE_SECTION utils)
set(CPACK_DEBIAN_TOOLS_PACKAGE_DEPENDS "libgemmkit0 (= ${PROJECT_VERSION}), libstdc++6, libc6")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS "libgemmkit0 (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_BLAS_PACKAGE_DEPENDS "libgemmkit0 (= ${PROJECT_VERSION}), libc6")
set(CPACK_DEBIAN_BLAS_PACKAGE_PROVIDES "libblas.so.3")
set(CPACK_COMPONENT_RUNTIME_DESCRIPTION "Matrix multiplication with a C ABI, and its BLAS interface")
set(CPACK_COMPONENT_DEV_DESCRIPTION "Headers, CMake and pkg-config files")
set(CPACK_COMPONENT_DOC_DESCRIPTION "The book of gemmkit, and examples")
set(CPACK_COMPONENT_TOOLS_DESCRIPTION "Fits gemmkit's knobs to a machine, and compares it with other libraries")
set(CPACK_COMPONENT_BLAS_DESCRIPTION "gemmkit as an alternative of libblas.so.3 and libcblas.so.3")

# The scripts that register the alternatives. Debian's links carry the multiarch name, whatever folder ours is in.
set(GEMMKIT_MULTIARCH ${CMAKE_LIBRARY_ARCHITECTURE})
if(NOT GEMMKIT_MULTIARCH)
  set(GEMMKIT_MULTIARCH ${CMAKE_SYSTEM_PROCESSOR}-linux-gnu)
endif()
set(GEMMKIT_PACKAGED_LIBBLAS_DIR ${CPACK_PACKAGING_INSTALL_PREFIX}/${GEMMKIT_LIBBLAS_DIR})
foreach(script postinst prerm)
  configure_file(cmake/debian/${script}.in ${CMAKE_CURRENT_BINARY_DIR}/debian/${script} @ONLY
                 FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
endforeach()
set(CPACK_DEBIAN_BLAS_PACKAGE_CONTROL_EXTRA ${CMAKE_CURRENT_BINARY_DIR}/debian/postinst
    ${CMAKE_CURRENT_BINARY_DIR}/debian/prerm)
# ldconfig, for the libraries in the linker's path.
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/debian/triggers "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_CONTROL_EXTRA ${CMAKE_CURRENT_BINARY_DIR}/debian/triggers)
include(CPack)
