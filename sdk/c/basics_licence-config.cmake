# SPDX-License-Identifier: Apache-2.0
include(CMakeFindDependencyMacro)
find_dependency(PkgConfig)
pkg_check_modules(SODIUM REQUIRED IMPORTED_TARGET libsodium)
include(${CMAKE_CURRENT_LIST_DIR}/basics_licence-targets.cmake)
