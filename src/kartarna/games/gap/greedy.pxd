from kartarna.games.gap.rules cimport GapRules

cdef int COLOURS
cdef unsigned long long ONE

cdef class Gap(GapRules):
    cdef unsigned long long _would_take(self, int card) noexcept nogil
    cdef unsigned long long _numbered(self, int number) noexcept nogil
