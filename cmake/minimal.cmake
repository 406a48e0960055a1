# What a minimal build makes: one static library, its headers, and the tests that need no host.
add_library(gemmkit STATIC $<TARGET_OBJECTS:gemmkit_objects> ${GEMMKIT_KERNEL_OBJECTS})
add_library(gemmkit::gemmkit ALIAS gemmkit)
target_include_directories(gemmkit PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                           $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_link_libraries(gemmkit PUBLIC ${GEMMKIT_PRIVATE_LIBS})
install(TARGETS gemmkit ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(FILES include/gemmkit.h include/gemmkit_minimal.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

if(GEMMKIT_BUILD_TESTS AND NOT GEMMKIT_FREESTANDING)
  enable_testing()
  add_subdirectory(tests/minimal)
endif()
