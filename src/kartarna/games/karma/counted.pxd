from kartarna.core cimport bits

cdef inline int copies_of(unsigned long long* zone, int seat, int face) noexcept nogil:
    return zone[2 * seat + (face >> 4)] >> 4 * (face & 15) & 15

cdef inline void add(unsigned long long* zone, int seat, int face, int copies) noexcept nogil:
    zone[2 * seat + (face >> 4)] += <unsigned long long>copies << 4 * (face & 15)

cdef inline void remove(unsigned long long* zone, int seat, int face, int copies) noexcept nogil:
    zone[2 * seat + (face >> 4)] -= <unsigned long long>copies << 4 * (face & 15)

cdef inline bint some(unsigned long long* zone, int seat) noexcept nogil:
    return zone[2 * seat] | zone[2 * seat + 1] != 0

cdef inline int total(unsigned long long low, unsigned long long high) noexcept nogil:
    cdef unsigned long long halves = 0x0F0F0F0F0F0F0F0FULL
    cdef unsigned long long pairs = (low & halves) + (low >> 4 & halves) + (high & halves) + (high >> 4 & halves)
    return pairs * 0x0101010101010101ULL >> 56

cdef inline int size(unsigned long long* zone, int seat) noexcept nogil:
    return total(zone[2 * seat], zone[2 * seat + 1])

cdef inline unsigned long long threes(unsigned long long cards) noexcept nogil:
    return ((cards & 0x7777777777777777ULL) + 0x5555555555555555ULL | cards) & 0x8888888888888888ULL

cdef inline int nth(unsigned long long cards, int number) noexcept nogil:
    cdef unsigned long long halves = 0x0F0F0F0F0F0F0F0FULL, ones = 0x0101010101010101ULL, tops = 0x8080808080808080ULL
    cdef unsigned long long sums = ((cards & halves) + (cards >> 4 & halves)) * ones
    cdef int byte = bits.lowest((sums | tops) - <unsigned long long>(number + 1) * ones & tops) >> 3
    cdef int left = number - <int>((sums << 8) >> 8 * byte & 255)
    cdef int first = cards >> 8 * byte & 15
    cdef int second = left >= first
    return 32 * byte + left + second * (16 - first)
