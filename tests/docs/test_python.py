"""The Python examples in the documentation give what they show."""

import doctest
import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("name", ["api.md", "json.md", "metrics.md"])
def test_python_examples(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """All examples of a page, run one after the other, print what stands under them."""
    text = (DOCS / name).read_text("utf-8")
    code = "\n".join(re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL))
    example = doctest.DocTestParser().get_doctest(code, {}, name, name, 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(example)
    assert (0, "") == (runner.failures, capsys.readouterr().out)
    assert runner.tries > 0
