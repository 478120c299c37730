"""The modules stand in layers, and a module imports from the layers below its own only."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import urlglean

PACKAGE = Path(urlglean.__file__).parent

LAYERS = [
    # Top down, one line a layer. Modules on one line are siblings and never import each other.
    "__main__",
    "cli",
    "cli.explain cli.extract cli.frontier cli.normalize cli.resolve cli.show cli.unique",
    "cli.frontier_request cli.key_options cli.reading_options cli.run",
    "cli.output_file cli.progress_bar cli.request",
    "cli.option_values",
    "cli.formats",
    "cli.help_text cli.hints cli.interrupts cli.streams",
    "__init__",  # what `import urlglean` offers
    "spark",
    "store_jobs",
    "jobs",
    "check frontier",
    "explanation frontier_store store"
    " writers.csv writers.html writers.jsonl writers.parquet writers.sarif writers.text writers.url"
    " writers.fetchable_table writers.seeds",
    "store_intake",
    "store_writer",
    "store_file unit_of_work",
    "frontier_policy frontier_sightings known_urls",
    "duckdb_columns fetchable file_identity frontier_database frontier_pages intake marked shares store_tables unique"
    " wanted",
    "duckdb_rows pipeline",
    "resolution",
    "link",
    "readers redirectors",
    "sources.css sources.html sources.mail sources.markdown sources.notebook sources.rst sources.text"
    " sources.wacz sources.warc",
    # The parts the readers of HTML and mail are made of.
    "html_regions html_rendered_text",
    "mail_fields",
    "html_blocks html_references html_soup mail_text",
    "html_bare_urls html_source_order html_text html_tokenizable html_values linked_ends mail_evidence mail_message"
    " mime style_sheets",
    "mime_fast_parser mime_well_formed",
    "mime_entity",
    "mime_undeclared",
    "boundaries email_objects header_section transfer_encoding warc_records",
    "arc_records content_type encoded_words html_encoding html_places http_message link_header mail_date mail_header"
    " robots warc_parser",
    "content_lines flowed_text html_layout html_selectors mail_regions spoken_at",
    "css_urls encoded_files enriched_text html_attributes html_undeclared json_ld meta_refresh quote_marks unbroken"
    " warc_file",
    # From bytes to Documents.
    "mirrors",
    "inputs",
    "folders kinds",
    "compression encodings mbox xhtml",
    "framings",
    "charsets",
    "wide_encodings",
    # From references to URLs (RFC 3986 sections 5 and 6).
    "base named_parts scope traps",
    "normalize",
    "normalization_steps",
    "resolve surt",
    "whatwg",
    "query_encoding",
    "reference",
    # From text to Candidates (RFC 3986 Appendix C).
    "delimit",
    "pauses plain refang typed_input",
    "scanner",
    "bare_urls markdown_escapes escaped_urls tex",
    "bare_names cells enclosed opened_extent settled_breaks wrapping",
    "adjacent_strings continued_lines line_breaks openings",
    "addresses paragraph triggers",
    "split_schemes",
    "extent margins",
    "attachments authority database_file lookalikes runs tokens trailing",
    "readings reports",
    "candidate document workers",
    "decoded_text hosts percent",
    "character_references characters data_lines delimiters dot_segments errors escaped_words file_bytes file_suffixes"
    " link_types patterns printable prose_schemes prose_words redirector_decoders schemes srcset string_ends suffixes"
    " url_escapes",
]
LEVEL = {module: level for level, line in enumerate(LAYERS) for module in line.split()}
FOLDERS = {"sources", "writers"}
"""Folders that are nothing but the modules in them."""


def module_of(file: Path) -> str:
    path = file if file.parent == PACKAGE or file.name != "__init__.py" else file.parent
    return ".".join(path.relative_to(PACKAGE).with_suffix("").parts)


FILES = {name: file for file in sorted(PACKAGE.rglob("*.py")) if (name := module_of(file)) not in FOLDERS}


def imported(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Yield the modules of this package that a module imports, wherever in it, with the line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.split(".")[0] == "urlglean":
                    yield alias.name.removeprefix("urlglean.").replace("urlglean", "__init__"), node.lineno
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"line {node.lineno}: a relative import; write it out"
            yield from ((name, node.lineno) for name in names_of(node))


def names_of(node: ast.ImportFrom) -> Iterator[str]:
    parts = (node.module or "").split(".")
    if parts[0] != "urlglean":
        return
    inside = ".".join(parts[1:])
    for alias in node.names:
        name = f"{inside}.{alias.name}" if inside else alias.name
        yield name if name in FILES else inside or "__init__"


def test_every_module_has_its_layer() -> None:
    missing = sorted(FILES.keys() - LEVEL.keys())
    assert not missing, f"add to a line of LAYERS, above all that it imports: {', '.join(missing)}"


def test_no_module_stands_in_two_layers() -> None:
    names = [module for line in LAYERS for module in line.split()]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("module", FILES)
def test_imports_run_down_only(module: str) -> None:
    tree = ast.parse(FILES[module].read_text(encoding="utf-8"))
    wrong = [
        f"line {line}: {module} imports {name}, which stands"
        f" {'beside' if LEVEL.get(name) == LEVEL.get(module) else 'above'} it"
        for name, line in imported(tree)
        if LEVEL.get(name, -1) <= LEVEL.get(module, -1)
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("module", FILES)
def test_nothing_is_imported_behind_the_back_of_this_test(module: str) -> None:
    text = FILES[module].read_text(encoding="utf-8")
    assert "import_module" not in text
    assert "__import__" not in text


def test_the_reader_of_imports_sees_them_all() -> None:
    tree = ast.parse(
        "import urlglean\nimport urlglean.link, os\nfrom urlglean import delimit, Link\n"
        "def f():\n    from urlglean.sources import html\n    from urlglean.links.link import Link as L\n"
        "    from urlglean.cli import EXIT_CODES, run\n"
    )
    assert list(imported(tree)) == [
        ("__init__", 1),
        ("link", 2),
        ("delimit", 3),
        ("__init__", 3),
        ("sources.html", 5),
        ("link", 6),
        ("cli", 7),
        ("cli.run", 7),
    ]
