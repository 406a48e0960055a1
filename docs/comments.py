"""Doxygen's input filter: marks the comments of a header as documentation, line by line. A comment that begins a line is about
what follows, one after code about what stands before it. Titles of sections and the insides of functions stay comments."""
import re
import sys


def marked(text):
    lines = text.split("\n")
    out, first = [], True
    for line in lines:
        begins = re.match(r"\s*(/\*|//)(?=\s)(?! ----)", line)
        after = re.match(r"(.*\S\s*)(/\*|//)(?= )", line)
        if begins:
            at = begins.end()
            mark = "*" if begins.group(1) == "/*" else "/"
            # What stands at the top is about the file.
            line = line[:at] + mark + (" @file\n *" if first and mark == "*" else "") + line[at:]
            first = False
        elif after and not line.lstrip().startswith(("*", "#")) and '"' not in line:
            at = after.end()
            line = line[:at] + ("*<" if after.group(2) == "/*" else "/<") + line[at:]
        out.append(line)
    return "\n".join(out)


with open(sys.argv[1], encoding="utf-8") as file:
    sys.stdout.write(marked(file.read()))
