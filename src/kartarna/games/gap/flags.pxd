from kartarna.core cimport bits

cdef inline void put(short[::1] out, int place, unsigned long long cards) noexcept nogil:
    while cards:
        out[place + bits.lowest(cards)] = 1
        cards &= cards - 1
