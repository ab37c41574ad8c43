cdef extern from *:
    unsigned long long STEP "0x9E3779B97F4A7C15ULL"
    unsigned long long MIX_A "0xBF58476D1CE4E5B9ULL"
    unsigned long long MIX_B "0x94D049BB133111EBULL"
