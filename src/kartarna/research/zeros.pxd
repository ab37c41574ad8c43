from libc.string cimport memset

cdef inline void clear(short[::1] numbers, Py_ssize_t first, Py_ssize_t count) noexcept nogil:
    memset(&numbers[first], 0, count * sizeof(short))

cdef inline void clear_mask(signed char[::1] numbers, Py_ssize_t first, Py_ssize_t count) noexcept nogil:
    memset(&numbers[first], 0, count)
