"""What can go wrong with a load test itself; a wrong server is a violation, not an error.

LoadError
├── ScenarioError       a scenario, option or threshold cannot be used as written
├── TargetError         the server may not or cannot be tested
└── GeneratorError      a process of the generator ended, or the machine has too few of something
"""


class LoadError(Exception):
    """Base: the text is one line that says what to change."""


class ScenarioError(LoadError):
    """A scenario, option or threshold cannot be used; `where` is its place, as `faults.cut_s`."""

    def __init__(self, where: str, reason: str) -> None:
        """Keep both."""
        super().__init__(where, reason)
        self.where = where
        self.reason = reason

    def __str__(self) -> str:
        """`faults.cut_s: there is no such key; do you mean cut_every_s?`."""
        return f"{self.where}: {self.reason}"


class TargetError(LoadError):
    """The server may not be tested, or cannot be reached or started."""


class GeneratorError(LoadError):
    """The generator itself cannot do what is asked."""
