"""The table of look-alikes, `kozyr_server.people.make_confusables`."""

import subprocess
import sys
from pathlib import Path

from kozyr_server.people.make_confusables import TARGET, pairs, table_of

LINES = [
    "# a comment",
    "",
    "0430 ;\t0061 ;\tMA\t# а → a",
    "0432 ;\t0299 ;\tMA\t# в → ʙ",
    "0412 ;\t0042 ;\tMA\t# В → B",
    "03C5 ;\t0075 ;\tMA\t# υ → u",
    "03A5 ;\t0059 ;\tMA\t# Υ → Y",
    "006D ;\t0072 006E ;\tMA\t# m → rn",
    "043C ;\t006D ;\tMA\t# м → m",
    "017F ;\t0066 ;\tMA\t# ſ → f, which folding makes an s",
    "05D0 ;\t2135 ;\tMA\t# a Hebrew letter",
]


def test_small_letters_go_before_capitals() -> None:
    table = table_of(pairs(LINES))
    assert table["υ"] == "u"
    assert (table["в"], table["ʙ"]) == ("b", "b")


def test_a_chain_is_followed_to_its_end() -> None:
    assert table_of(pairs(LINES))["м"] == "rn"


def test_scripts_that_nobody_mixes_and_forms_of_letters_are_left_out() -> None:
    table = table_of(pairs(LINES))
    assert set(table) == {"а", "в", "ʙ", "υ", "m", "м"}


def test_the_file_in_the_package_was_made_by_it(tmp_path: Path) -> None:
    source = tmp_path / "confusables.txt"
    source.write_text("\n".join(LINES), encoding="utf-8")
    code = (
        "import sys; from pathlib import Path; import kozyr_server.people.make_confusables as m; "
        "m.TARGET = Path(sys.argv[2]); m.main()"
    )
    made = tmp_path / "made.tsv"
    subprocess.run([sys.executable, "-c", code, str(source), str(made)], check=True, timeout=60)
    head = TARGET.read_text(encoding="utf-8").split("\n")[:2]
    assert made.read_text(encoding="utf-8").split("\n")[:2] == head
    assert "a\tа\n" in made.read_text(encoding="utf-8")
