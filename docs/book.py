"""Stages the pages of the book for mkdocs. usage: book.py REPOSITORY FOLDER

The pages are staged under their own paths, so that links between them hold. What else they link to (examples, headers, shapes)
becomes a page that shows the file. The table of contents is docs/README.md; the theme is one that mkdocs brings along."""
import os
import re
import shutil
import sys

LANGUAGES = {".c": "c", ".h": "c", ".cc": "cpp", ".hpp": "cpp", ".f90": "fortran", ".F90": "fortran", ".py": "python", ".js": "javascript", ".rs": "rust",
             ".go": "go", ".java": "java", ".sh": "bash", ".txt": "text", ".R": "r", ".m": "matlab"}
LINK = re.compile(r"(\]\()([^)#\s]+)(#[^)\s]*)?(\))")


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


class Book:
    def __init__(self, root, folder):
        self.root, self.pages, self.waiting = root, os.path.join(folder, "pages"), ["README.md", "docs/README.md"]
        self.staged = set()

    def link(self, page, match):
        """A link of a page: what it leads to is staged as well; a file that is no page becomes one."""
        target = match.group(2)
        if "://" in target:
            return match.group(0)
        path = os.path.normpath(os.path.join(os.path.dirname(page), target))
        self.waiting.append(path)
        shown = target if target.endswith((".md", ".svg")) else target.rstrip("/") + ".md"
        return match.group(1) + shown + (match.group(3) or "") + match.group(4)

    def stage(self, path):
        source = os.path.join(self.root, path)
        if path.endswith(".md"):
            write(os.path.join(self.pages, path), LINK.sub(lambda match: self.link(path, match), read(source)))
        elif path.endswith(".svg"):
            os.makedirs(os.path.dirname(os.path.join(self.pages, path)), exist_ok=True)
            shutil.copyfile(source, os.path.join(self.pages, path))
        elif os.path.isdir(source):
            write(os.path.join(self.pages, path + ".md"), "# %s\n\n" % path + "".join("- %s\n" % name for name in sorted(os.listdir(source))))
        else:
            language = LANGUAGES.get(os.path.splitext(path)[1], "text")
            write(os.path.join(self.pages, path + ".md"), "# %s\n\n~~~~%s\n%s~~~~\n" % (path, language, read(source)))

    def stage_all(self):
        while self.waiting:
            path = self.waiting.pop()
            if path not in self.staged:
                self.staged.add(path)
                self.stage(path)

    def navigation(self):
        """docs/README.md as mkdocs wants it: its headings are sections, the links below them pages."""
        out = ["  - gemmkit: README.md", "  - Contents: docs/README.md"]
        for line in read(os.path.join(self.root, "docs/README.md")).splitlines():
            page = re.match(r"- \[(.+?)\]\((.+?)\)", line)
            if line.startswith("## "):
                out.append("  - %s:" % line[3:])
            elif page:
                out.append('    - "%s": %s' % (page.group(1), os.path.normpath(os.path.join("docs", page.group(2)))))
        return "\n".join(out + ["  - Reference of the headers: reference/index.html"])


def main():
    root, folder = sys.argv[1:]
    shutil.rmtree(folder, ignore_errors=True)
    book = Book(root, folder)
    book.stage_all()
    shutil.copyfile(os.path.join(root, "docs/book.css"), os.path.join(book.pages, "book.css"))
    # Until doxygen has written it: mkdocs wants to see what the table of contents names.
    write(os.path.join(book.pages, "reference/index.html"), "")
    write(os.path.join(folder, "mkdocs.yml"), """site_name: gemmkit
docs_dir: pages
theme: {name: readthedocs, navigation_depth: 2, highlightjs: true}
use_directory_urls: false
extra_css: [book.css]
markdown_extensions: [tables, fenced_code, {toc: {permalink: true}}]
nav:
""" + book.navigation() + "\n")


main()
