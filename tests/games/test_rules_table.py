from kozyr_testing import rules
from kozyr_testing.project import ROOT


def test_every_rule_is_held_by_a_test_and_every_test_names_a_known_rule() -> None:
    books, held = rules.rulebooks(), rules.holders()
    known = {rule_id for book in books.values() for rule_id in book}
    assert len(known) == sum(len(book) for book in books.values()), "a rule id is used twice"
    unheld = sorted(known - held.keys())
    unknown = sorted(held.keys() - known)
    assert not unheld, f"no test holds {unheld}"
    assert not unknown, f"tests name rules that no rulebook has: {unknown}"


def test_what_is_held_elsewhere_is_a_test_there() -> None:
    for test in rules.elsewhere().values():
        path, name = test.split("::")
        assert f"def {name}(" in (ROOT / path).read_text(encoding="utf-8"), test


def test_the_table_is_fresh() -> None:
    made = rules.table(rules.rulebooks(), rules.holders())
    assert rules.TABLE.read_text(encoding="utf-8") == made, (
        "run `PYTHONPATH=tests/support python -m kozyr_testing.rules`"
    )
