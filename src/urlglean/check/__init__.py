"""Whether links lead anywhere: the only room that asks servers.

Checking links
--------------

``urlglean check docs README.md`` reports the links that lead nowhere, as ``file:line:column: URL: what is wrong; what
to do``, and how many there are. It reads Markdown, reStructuredText, notebooks, HTML and all else that ``extract``
reads, each file once. Links into the tree are looked up on the disk; servers are asked about the others (``pip install
'urlglean[check]'``), once for each URL, however often it occurs. ``--offline`` asks nobody.

    $ printf '[a](corpora/Docs/post.md), [b](LICENSE#L5), [c](nowhere.md)' | urlglean check --kind markdown -
    wrong-case (1)
    -:1:5: corpora/Docs/post.md: the file has a name in other letter case; write corpora/docs/post.md

    missing-file (1)
    -:1:49: nowhere.md: there is no such file; correct the path, or add the file

    3 links in 1 file: 1 good, 2 broken

A link leads to a file, by its exact name, letter case included; to a folder's index page (``index.html``; of sources
``README.md``, ``index.md`` ..., and on GitHub and GitLab any folder); to ``guide.html`` as ``guide`` too; and in
sources that MkDocs, Docusaurus, Sphinx, VitePress, Jekyll, Hugo, mdBook or Quarto make pages of, to ``guide.md`` as
``guide/`` or ``guide.html``, to what Sphinx adds by itself (``genindex.html``), and in Docusaurus by the ``slug`` or
``id`` that a document states. What begins with a slash is looked up in ``--root-dir``; without it, in the folder that
was named, and for documentation in the repository. Links to ``--site-url`` itself are looked up there, too; where it
has a path, a slash in a page stands for the root of its host, as in a browser. A link that leads out of the tree, or
out of the ``docs_dir`` of MkDocs, is reported, because the published site will lack its target.

Fragments are ids, and the names of anchors, of pages; of Markdown its HTML, its headings and its footnotes, by the
rules of GitHub, GitLab, MkDocs, Docusaurus or MyST (``--slugs``), and ids that it states itself (``{#id}``); of
reStructuredText what docutils makes of titles and targets, and Sphinx of what is described; of notebooks their
headings. ``#L10-L20`` are lines, and the text of ``#:~:text=`` is looked for. In the pages of servers all that is
looked for with ``--fragments``. Names that a program puts into a page (from docstrings, from another file) and files
that it generates (a gallery, say) are reported as not checked. Of ``mailto:``, ``tel:`` and ``data:`` the syntax is
checked; other schemes are reported as not checked. Labels that nothing defines are reported, and so are documents,
files and labels that ``:doc:``, ``toctree``, ``include`` or ``:ref:`` name and that do not exist.

Where a file has moved or a name is misspelt, the report proposes what was probably meant; where another reading of the
URL works (without the full stop at its end, say), it proposes that. A permanent redirect is reported with the URL to
write instead, and is no fault.

The exit code is 1 where a link is broken, else 3 where a link could not be checked or a file not be read, else 0. What
is left out on purpose (``--offline``, schemes that nobody can be asked about), or is known only to other programs
(expressions of templates, labels of other projects), counts as checked. After Ctrl-C, what is known so far is printed.

In Python ``urlglean.check_paths`` gives the same as a `Report`, and ``urlglean.CheckOptions`` says how.

In folders, what ``.gitignore`` and ``.urlgleanignore`` name is left out, unless ``--no-ignore`` is given, and
``--since REV`` checks only links on lines that have changed since a revision of Git. Options that a project always
needs can be kept in ``pyproject.toml`` (`urlglean help settings`). With pre-commit, the hook ``urlglean-check`` of this
repository runs the check before each commit, offline.

Doors
-----

`checking` checks paths, holds all links until then, `packed` in little memory, and gives the report, whose `findings`
are what is to be mended. `reports` writes the report, in one module for each format. `slugs` are the rules of
fragments.

`answers` is what is told of a URL: whether it leads anywhere, why not, and where it has moved. `network` asks servers.

Behind them, `local` judges links into the tree: `tree` finds the files that they name, as the settings in `sites` have
it, `anchors` and `texts` what a fragment may name in one. `schemes` checks what no server is asked about. `exclusion`
leaves out files, and links on lines that have not changed.
"""
