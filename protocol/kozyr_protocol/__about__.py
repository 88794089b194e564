"""The one version string of the distribution."""

__version__ = "0.1.0"
