"""Secrets that let people back in. Only their hashes are stored."""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Callable

Entropy = Callable[[int], bytes]  # so many random bytes

TOKEN_BYTES = 16  # 128 bits
ID_BYTES = 10  # of a table or a person: 80 bits, not to be guessed
PHRASE_WORDS = 12  # of 2048 there would be 132 bits; of the 256 below twelve give 96
SYLLABLES = ("ba", "be", "bo", "du", "fi", "ga", "ho", "ka", "le", "lu", "mi", "no", "pa", "ri", "so", "tu")


def new_token(entropy: Entropy) -> str:
    """A seat token or the secret of a link."""
    return base64.urlsafe_b64encode(entropy(TOKEN_BYTES)).rstrip(b"=").decode()


def new_id(entropy: Entropy) -> str:
    return base64.b32encode(entropy(ID_BYTES)).decode().lower()


def new_phrase(entropy: Entropy) -> str:
    """Twelve words of two syllables: easily said in Czech and in English, and easily typed."""
    return " ".join(SYLLABLES[byte >> 4] + SYLLABLES[byte & 15] for byte in entropy(PHRASE_WORDS))


def hashed(secret: str) -> str:
    """Secrets have so much entropy that one SHA-256 is enough."""
    return hashlib.sha256(secret.encode()).hexdigest()


def hashed_phrase(phrase: str) -> str:
    """However it was typed: capitals, spaces and hyphens do not matter."""
    return hashed("phrase " + " ".join(phrase.lower().replace("-", " ").split()))


def fits(secret: str, hash: str) -> bool:
    return hmac.compare_digest(hashed(secret).encode(), hash.encode())
