import pytest

from kozyr_testing import serving


@pytest.fixture(params=["picows", "uvicorn"])
def layer(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """For modules whose servers must behave the same over both socket layers."""
    name: str = request.param
    monkeypatch.setattr(serving, "LAYER", name)
    return name
