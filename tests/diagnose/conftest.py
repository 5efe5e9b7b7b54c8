"""Laws have no time limit for one example: a busy machine is not a broken law."""

from hypothesis import settings

settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")
