cdef enum:
    DUE = 0
    PLAYING = 1
    OVER = 2

    LAST_ROUND = 100
