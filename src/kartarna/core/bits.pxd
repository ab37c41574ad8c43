cdef extern from *:
    """
    #if defined(_MSC_VER) && !defined(__clang__)
    #include <intrin.h>
    static __inline int kartarna_popcount(unsigned long long mask) { return (int)__popcnt64(mask); }
    static __inline int kartarna_lowest(unsigned long long mask) {
        unsigned long place;
        _BitScanForward64(&place, mask);
        return (int)place;
    }
    #else
    #define kartarna_popcount __builtin_popcountll
    #define kartarna_lowest __builtin_ctzll
    #endif
    """
    int popcount "kartarna_popcount"(unsigned long long mask) noexcept nogil
    int lowest "kartarna_lowest"(unsigned long long mask) noexcept nogil
    unsigned long long WORD "0xFFFFFFFFFFFFFFFFULL"
    unsigned long long HALF "0xFFFFFFFFULL"
