from kartarna.core.state cimport State

cdef extern from *:
    """
    #define kartarna_first(o) ((char*)&((o)->players))
    #define kartarna_before(o) ((Py_ssize_t)(kartarna_first(o) - (char*)(o)))
    #define kartarna_copy(to, from) memcpy(kartarna_first(to), kartarna_first(from), (to)->size)
    #define kartarna_pack(o) PyBytes_FromStringAndSize(kartarna_first(o), (o)->size)
    #define kartarna_unpack(o, b) memcpy(kartarna_first(o), PyBytes_AsString(b), (o)->size)
    """
    char* first "kartarna_first"(State state) noexcept nogil
    Py_ssize_t before "kartarna_before"(State state) noexcept
    void copy "kartarna_copy"(State to, State source) noexcept nogil
    object pack "kartarna_pack"(State state)
    void unpack "kartarna_unpack"(State state, bytes snapshot) noexcept

# Kept in the state: the Limited API, which the modules for the browser are compiled with, does not show a type's size.
cdef inline Py_ssize_t size(State state) except -1:
    return <Py_ssize_t>type(state).__basicsize__ - before(state)
