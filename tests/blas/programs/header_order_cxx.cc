// header_order.c as C++.
#include "header_order.c"
