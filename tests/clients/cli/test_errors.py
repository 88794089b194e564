"""How a subcommand fails (`kozyr_cli.errors`)."""

from kozyr_cli.errors import CommandError


def test_what_the_user_can_mend_is_exit_code_2() -> None:
    assert CommandError("choose another").exit_code == 2
    assert str(CommandError("choose another", 3)) == "choose another"
