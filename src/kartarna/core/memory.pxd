from kartarna.core.state cimport State

cdef extern from *:
    """
    #define kartarna_first(o) ((char*)&((o)->players))
    #define kartarna_size(o) \
        ((Py_ssize_t)(((char*)(o) + Py_TYPE((PyObject*)(o))->tp_basicsize) - kartarna_first(o)))
    #define kartarna_copy(to, from) memcpy(kartarna_first(to), kartarna_first(from), kartarna_size(to))
    #define kartarna_pack(o) PyBytes_FromStringAndSize(kartarna_first(o), kartarna_size(o))
    #define kartarna_unpack(o, b) memcpy(kartarna_first(o), PyBytes_AS_STRING(b), kartarna_size(o))
    """
    void copy "kartarna_copy"(State to, State source) noexcept nogil
    object pack "kartarna_pack"(State state)
    void unpack "kartarna_unpack"(State state, bytes snapshot) noexcept
