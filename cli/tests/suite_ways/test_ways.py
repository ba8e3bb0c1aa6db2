"""What pytest's users look for: fixtures, sections, differences."""
import logging
import sys
import warnings

import pytest

log = logging.getLogger("app")


@pytest.fixture
def resource():
    print("in setup")
    yield 3
    print("in teardown")


def test_sections(resource):
    print("in call")
    sys.stderr.write("error in call\n")
    log.warning("logged %d", 3)
    assert resource == 4


def test_tmp_path(tmp_path, tmp_path_factory):
    p = tmp_path / "a" / "b.tar.gz"
    p.parent.mkdir()
    assert p.write_text("hello") == 5
    assert p.read_text() == "hello" and p.read_bytes() == b"hello"
    assert (p.name, p.stem, p.suffix, p.suffixes) == ("b.tar.gz", "b.tar", ".gz", [".tar", ".gz"])
    assert [q.name for q in tmp_path.iterdir()] == ["a"]
    assert list(tmp_path.rglob("*.gz")) == [p]
    assert p.relative_to(tmp_path).parts == ("a", "b.tar.gz")
    with open(p) as f:
        assert f.read() == "hello"
    p.unlink()
    assert not p.exists()
    assert tmp_path_factory.mktemp("data").is_dir()


def test_caplog(caplog):
    caplog.set_level(logging.INFO)
    log.info("hello %s", "you")
    log.debug("not this")
    assert caplog.record_tuples == [("app", logging.INFO, "hello you")]
    assert caplog.messages == ["hello you"]
    assert "INFO     app:test_ways.py hello you" in caplog.text
    caplog.clear()
    with caplog.at_level(logging.DEBUG, logger="app"):
        log.debug("now")
    log.debug("not now")
    assert [r.levelname for r in caplog.records] == ["DEBUG"]


def test_warns(recwarn):
    with pytest.warns(UserWarning, match="dep") as record:
        warnings.warn("is deprecated")
    assert len(record) == 1 and str(record[0].message) == "is deprecated"
    with pytest.deprecated_call():
        warnings.warn("x", DeprecationWarning)
    with pytest.raises(pytest.fail.Exception, match="DID NOT WARN"):
        with pytest.warns(UserWarning, match="other"):
            warnings.warn("this")
    assert len(recwarn) == 0
    warnings.warn("seen", DeprecationWarning)
    assert recwarn.pop(DeprecationWarning).category is DeprecationWarning


def test_approx():
    assert 0.1 + 0.2 == pytest.approx(0.3)
    assert [0.1 + 0.2, 1] == pytest.approx([0.3, 1])
    assert {"a": 0.1 + 0.2} == pytest.approx({"a": 0.3})
    assert 1.1 != pytest.approx(1) and [1] != pytest.approx([1, 2])
    assert 1.05 == pytest.approx(1, abs=0.1) and 1.05 != pytest.approx(1, abs=0.01)
    assert float("nan") == pytest.approx(float("nan"), nan_ok=True)
    assert float("nan") != pytest.approx(float("nan"))
    assert float("inf") != pytest.approx(1e300)
    assert repr(pytest.approx(2.0)) == "2.0 \u00b1 2.0e-06"


def test_approx_differs():
    assert [0.1, 2.1, 3] == pytest.approx([0.1, 2.0, 3])


def test_dictionaries():
    left = {"same": 1, "changed": 2, "left": 3}
    assert left == {"same": 1, "changed": 4, "right": 5}


def test_lists():
    assert [1, 2, 3] == [1, 5, 3, 4]


def test_strings():
    assert "hello world\nsecond" == "hello wurld\nsecond"


def test_sets():
    assert {1, 2} == {2, 3}


def test_not_in():
    assert "wor" not in "hello world"


def test_chain():
    try:
        {}["x"]
    except KeyError as e:
        raise ValueError("wrapped") from e


def deeper(depth):
    twice = depth * 2
    if depth:
        deeper(depth - 1)
    raise ValueError(twice)


def test_deep():
    deeper(2)


def test_fixture(resorce):
    pass


async def test_async():
    await something()


class TestAsync:
    async def test_method(self):
        async with something():
            pass

    def test_calls_one(self):
        with pytest.raises(NotImplementedError):
            test_async()
