"""Layers: every include of src/, kernels/ and include/ points downwards.

usage: include_graph.py REPOSITORY      include_graph.py --self-test
"""
import os
import re

import gate

# Folder of src/ -> folders it may include, itself aside. The public header is open to all of src/.
LAYERS = {
    "abi": [],
    "base": [],
    "tuning": ["base"],
    "cache": ["tuning", "base"],
    "parallel": ["tuning", "base"],
    "workspace": ["tuning", "base"],
    # What those below the driver ask of the host, in builds that have none.
    "minimal": ["cache", "parallel", "workspace", "tuning", "base"],
    "driver": ["abi", "parallel", "cache", "workspace", "tuning", "base"],
    "special": ["driver", "abi", "parallel", "cache", "workspace", "tuning", "base"],
    "dispatch": ["special", "driver", "abi", "parallel", "cache", "workspace", "tuning", "base"],
    "batch": ["dispatch", "special", "driver", "abi", "parallel", "cache", "workspace", "tuning", "base"],
    "api": ["batch", "dispatch", "special", "driver", "abi", "parallel", "cache", "workspace", "tuning", "base"],
    # A library of its own: it reaches the engine through the public headers and abi/private.h; base/ headers hold inline
    # arithmetic.
    "blas": ["abi", "base"],
    # A program: public headers only, and what it shares with gemmkit-bench.
    "tune": ["bench"],
}
KERNEL_SYSTEM = {"immintrin.h", "arm_neon.h", "wasm_simd128.h", "stdint.h", "stddef.h", "string.h"}
PUBLIC_SYSTEM = {"stddef.h", "stdint.h"}
INCLUDE = re.compile(r'^\s*#\s*include\s+([<"])([^>"]+)[>"]', re.M)


def violation(path, system, name):
    """Why the file at path (relative) may not include name, or None."""
    area, *rest = path.split("/")
    public = name.startswith("gemmkit")
    if area == "include":
        if path.endswith(".hpp"):
            return None
        return None if public or system and name in PUBLIC_SYSTEM else "a public header includes " + name
    if area == "kernels":
        if system:
            return None if name in KERNEL_SYSTEM else "kernels may not use <%s>" % name
        top = name.split("/")[0]
        return None if top in ("abi", "core", "simd") else "kernels see only src/abi, not " + name
    if system or public:
        return None
    layer, target = rest[0], name.split("/")[0]
    if name == "registry.inc":
        return None if layer == "dispatch" else "only dispatch reads the kernel registry"
    if target == layer or target in LAYERS.get(layer, []):
        return None
    return "%s may not include %s" % (layer, name)


def check(arguments):
    root, problems, seen = arguments[0], [], 0
    for area in ("src", "kernels", "include"):
        for folder, _, files in os.walk(os.path.join(root, area)):
            for file in sorted(files):
                if not re.search(r"\.(cc|h|hpp|inc)$", file):
                    continue
                path = os.path.relpath(os.path.join(folder, file), root)
                with open(os.path.join(folder, file)) as text:
                    includes = INCLUDE.findall(text.read())
                seen += 1
                for bracket, name in includes:
                    reason = violation(path, bracket == "<", name)
                    if reason:
                        problems.append("%s: %s" % (path, reason))
    return problems if seen else ["no sources under " + root]


def tree(path, text):
    def problems(folder):
        os.makedirs(os.path.join(folder, os.path.dirname(path)))
        with open(os.path.join(folder, path), "w") as file:
            file.write(text)
        return check([folder])
    return problems


CASES = [
    ("a downward include passes", tree("src/driver/x.cc", '#include "cache/blocking.h"\n#include <stdint.h>\n'), None),
    ("an upward include", tree("src/cache/x.cc", '#include "driver/plan.h"\n'), "cache may not include"),
    ("a sideways include", tree("src/cache/x.cc", '#include "parallel/policy.h"\n'), "cache may not include"),
    ("BLAS past the public interface", tree("src/blas/x.cc", '#include "driver/gemm.h"\n'), "blas may not include"),
    ("a tuner past the public interface", tree("src/tune/x.cc", '#include "tuning/knobs.h"\n'), "tune may not include"),
    ("a kernel that sees the engine", tree("kernels/core/x.h", '#include "base/checked.h"\n'), "only src/abi"),
    ("a kernel that sees the public header", tree("kernels/core/x.h", '#include "gemmkit.h"\n'), "only src/abi"),
    ("a C++ header in a kernel", tree("kernels/core/x.h", "#include <algorithm>\n"), "may not use"),
    ("stdio in the public header", tree("include/gemmkit.h", "#include <stdio.h>\n"), "public header"),
    ("an empty tree", lambda folder: check([folder]), "no sources"),
]

gate.main(check, CASES)
