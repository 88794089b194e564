"""The tests of the web client that need no browser: catalogues, markup, parts and tables."""

from kozyr_testing import node


async def test_its_own_tests() -> None:
    await node.install()
    await node.run("npm", "test", "--silent", folder=node.CLIENTS / "web", within_s=110)
