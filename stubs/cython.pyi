# What of Cython the compiled modules use, for mypy: Cython itself is not typed.

from kartarna.core.cython import final as final
from kartarna.core.cython import gil as gil
from kartarna.core.cython import nogil as nogil
