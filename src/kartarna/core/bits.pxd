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
    #ifdef __POPCNT__
    #define kartarna_popcount __builtin_popcountll
    #else
    static inline int kartarna_popcount(unsigned long long mask) {
        mask -= mask >> 1 & 0x5555555555555555ULL;
        mask = (mask & 0x3333333333333333ULL) + (mask >> 2 & 0x3333333333333333ULL);
        mask = (mask + (mask >> 4)) & 0x0f0f0f0f0f0f0f0fULL;
        return (int)(mask * 0x0101010101010101ULL >> 56);
    }
    #endif
    #define kartarna_lowest __builtin_ctzll
    #endif
    """
    int popcount "kartarna_popcount"(unsigned long long mask) noexcept nogil
    int lowest "kartarna_lowest"(unsigned long long mask) noexcept nogil
    unsigned long long WORD "0xFFFFFFFFFFFFFFFFULL"
    unsigned long long HALF "0xFFFFFFFFULL"
