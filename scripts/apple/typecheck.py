"""Compiles the targets for Apple's systems against shims of Apple's modules, once as for iOS and once as for macOS.

A shim declares only the used parts of a module. Each declaration has the documentation page that it was taken from, and
the systems that introduced it. Swift ignores those systems on Linux. So declarations that are newer than our minimum
are compiled as deprecated, and each warning about one must be inside `if #available` or after `guard #available`.

Previews exist only in debug builds, so SesameUI is compiled as one.

A module that passed is not compiled again while its sources, its imports and the compiler are unchanged.
"""
import functools
import hashlib
import pathlib
import re
import subprocess

import project

MINIMUM = {"iOS": (17, 0), "macOS": (14, 0)}
# The shims in the order of their imports.
SHIMS = {
    "iOS": ["FoundationApple", "Security", "LocalAuthentication", "os", "UIKit", "AuthenticationServices",
            "UserNotifications", "SwiftUI", "XCTest"],
    "macOS": ["FoundationApple", "Security", "LocalAuthentication", "os", "AppKit", "AuthenticationServices",
              "UserNotifications", "SwiftUI"],
}
VENDORS = ["GoogleSignIn", "FirebaseCore", "FirebaseAuth", "FirebaseMessaging"]
FEATURES = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility", "NonisolatedNonsendingByDefault"]
# The plugin for #Preview is beside this file, wherever the sources are.
DEBUG = ["-D", "DEBUG", "-load-plugin-executable", f"{pathlib.Path(__file__).with_name('previews.py')}#PreviewsMacros"]
# The app on the first page, which readers copy into their own project.
NEWCOMER = "Hello"
# The features of Xcode's template, without those that Swift 6 always has.
FEATURES_OF_NEW_PROJECTS = ["MemberImportVisibility", "NonisolatedNonsendingByDefault", "InferIsolatedConformances"]
NEWER = "newer than the minimum: "
# The platform of app extensions: iOS without interfaces reserved for apps.
EXTENSION = "iOSApplicationExtension"
APP_ONLY = "not for app extensions"


def complaints(root):
    scratch = root / ".build" / "check-apple"
    shims = sorted((root / "scripts/apple/shims").rglob("*.swift"))
    found = [complaint for shim in shims for complaint in sources(root, shim)]
    if found:
        return found
    core = scratch / "core"
    compiler = Compiler(root, [core])
    compiler.module("Crypto", rewritten(root, "Crypto", "iOS", core), core, bodies=False, strict=False)
    for target in (
            "SesameCore", "SesameWire", "SesameTexts", "Sesame", "SesameMigration", "SesameAppwrite", "SesameFirebase"):
        if (root / "Sources" / target).is_dir():
            compiler.module(target, swift(root / "Sources" / target), core, bodies=False)
    for system in MINIMUM:
        folder = scratch / system
        platform = Compiler(root, [core, folder], system, after=compiler)
        for shim in SHIMS[system] + VENDORS:
            if (root / "scripts/apple/shims" / shim).is_dir():
                platform.module(shim, rewritten(root, shim, system, folder), folder, strict=False)
        for target in ("SesameApple", "SesameUI"):
            if swift(root / "Sources" / target):
                platform.module(target, swift(root / "Sources" / target), folder, conditions=DEBUG)
        if system == "iOS":
            for name, files in apps(root).items():
                # In a new Xcode project, all code is isolated to the main actor by default.
                isolation = ["-default-isolation", "MainActor"] if name == NEWCOMER else []
                for configuration, conditions in (("Debug", [*DEBUG, *isolation]), ("Release", [])):
                    # The examples' project enables no features.
                    platform.module(
                        f"{name}{configuration}", files, folder, conditions=conditions,
                        features=FEATURES_OF_NEW_PROJECTS if name == NEWCOMER else [])
        for bridge in swift(root / "Examples/Bridges"):
            platform.module(f"Bridge{bridge.stem.replace('+', '')}", [bridge], folder)
        found += platform.complaints
    found += extensions(root, scratch / "extension", core, compiler)
    return list(dict.fromkeys(compiler.complaints + found))


def apps(root):
    """Returns the sources of the app on the first page, and of each target of the example project."""
    found = {NEWCOMER: swift(root / "Examples/iOS" / NEWCOMER)}
    for folder in sorted((root / "Examples/iOS").glob("*.xcodeproj")):
        found |= project.targets(folder)
    return found


def extensions(root, folder, core, compiler):
    """Returns complaints about uses of interfaces that app extensions do not have. Extensions link the same modules."""
    platform = Compiler(root, [core, folder], "iOS", after=compiler)
    for shim in SHIMS["iOS"]:
        platform.module(shim, rewritten(root, shim, EXTENSION, folder), folder, strict=False)
    for target in ("SesameApple", "SesameUI"):
        copies = copied(root, swift(root / "Sources" / target), EXTENSION, folder / target)
        platform.module(target, copies, folder, conditions=DEBUG)
    place = f"{folder.relative_to(root)}/"
    return [complaint.replace(place, "Sources/").replace("as for iOS", "in an extension")
            for complaint in platform.complaints]


def swift(folder):
    return sorted(folder.rglob("*.swift"))


def sources(root, shim):
    """Returns complaints about declarations of a shim without a source."""
    lines = shim.read_text().splitlines()
    place = shim.relative_to(root)
    if not any("https://" in line for line in lines):
        yield f"{place}:1: a shim names the documentation that it was taken from"
    declaration = re.compile(
        r"(?:@MainActor )?(?:(?:public|open) (?:final )?(?:class|struct|enum|protocol|func)|extension) ")
    for number, line in enumerate(lines):
        if not declaration.match(line):
            continue
        above = number - 1
        while above >= 0 and lines[above].startswith("@"):
            above -= 1
        if not lines[above].startswith("//"):
            yield f"{place}:{number + 1}: without the documentation page that it was taken from"


def rewritten(root, shim, system, folder):
    """Copies a shim's sources, with availability in a form that Swift on Linux checks."""
    return copied(root, swift(root / "scripts/apple/shims" / shim), system, folder / "shims" / shim)


def copied(root, files, system, folder):
    """Copies sources, with availability in a form that Swift on Linux checks."""
    copies = []
    folder.mkdir(parents=True, exist_ok=True)
    for source in files:
        copy = folder / source.name
        copy.write_text(re.sub(r"@available\(([^)]*)\)", lambda match: attribute(match[1], system), source.read_text()))
        copies.append(copy)
    return copies


def attribute(arguments, system):
    if system == EXTENSION:
        if arguments.replace(" ", "") == "iOSApplicationExtension,unavailable":
            # Swift lets deprecated code use deprecated interfaces, as it does with interfaces that an extension cannot
            # use.
            return f'@available(*, deprecated, message: "{APP_ONLY}")'
        system = "iOS"
    if arguments.replace(" ", "") == f"{system},unavailable":
        return f'@available(*, unavailable, message: "not on {system}")'
    version = re.search(rf"\b{system} (\d+)\.(\d+)", arguments)
    if version and (int(version[1]), int(version[2])) > MINIMUM[system]:
        return f'@available(*, deprecated, message: "{NEWER}{system} {version[1]}.{version[2]}")'
    return ""


@functools.cache
def version():
    return subprocess.run(["swiftc", "--version"], capture_output=True, text=True, check=True).stdout


class Compiler:
    def __init__(self, root, folders, system=None, after=None):
        self.root, self.folders, self.system = root, folders, system
        self.complaints = []
        # The digest of all modules compiled so far, and so of all modules that the next one can import.
        self.digest = after.digest if after else hashlib.sha256(version().encode()).hexdigest()

    def passed_before(self, command, files, stamp):
        """Adds a module's command and sources to the digest. Returns true if the same input passed last time."""
        names = [str(file.relative_to(self.root)) for file in files]
        parts = [self.digest, *map(str, command), *names, *(file.read_text() for file in files)]
        self.digest = hashlib.sha256("\0".join(parts).encode()).hexdigest()
        return stamp.exists() and stamp.read_text() == self.digest

    def module(self, name, files, folder, bodies=True, strict=True, conditions=(), features=FEATURES):
        if self.complaints or not files:
            return
        folder.mkdir(parents=True, exist_ok=True)
        command = ["swiftc", "-swift-version", "6", "-parse-as-library", "-wmo", "-Onone", "-package-name", "sesame",
                   *conditions]
        # All paths are relative to the root, so that the results remain valid in a copy of it.
        results = folder.relative_to(self.root)
        command += ["-module-name", name, "-emit-module", "-emit-module-path", results / f"{name}.swiftmodule"]
        command += [argument for path in self.folders for argument in ("-I", path.relative_to(self.root))]
        if bodies:
            command += ["-c", "-o", results / f"{name}.o"]
        else:
            command += ["-Xfrontend", "-experimental-skip-all-function-bodies"]
        if strict:
            command += [argument for feature in features for argument in ("-enable-upcoming-feature", feature)]
            command += ["-warnings-as-errors", "-Wwarning", "DeprecatedDeclaration"]
            if self.system:
                command += ["-Xfrontend", "-import-module", "-Xfrontend", "FoundationApple"]
        else:
            command += ["-suppress-warnings"]
        stamp = folder / f"{name}.passed"
        if self.passed_before(command, files, stamp):
            return
        stamp.unlink(missing_ok=True)
        command += [file.relative_to(self.root) for file in files]
        result = subprocess.run(list(map(str, command)), cwd=self.root, capture_output=True, text=True)
        found = [complaint for complaint in map(self.complaint, result.stderr.splitlines()) if complaint]
        if result.returncode and not found:
            found = result.stderr.splitlines()[-20:]
        self.complaints += [f"{complaint} (as for {self.system})" if self.system else complaint for complaint in found]
        if not found:
            stamp.write_text(self.digest)

    def complaint(self, line):
        match = re.match(r"([^:]+\.swift):(\d+):\d+: (error|warning): (.*)", line)
        if not match:
            return None
        path, number, kind, message = self.root / match[1], int(match[2]), match[3], match[4]
        if kind == "warning":
            if APP_ONLY in message:
                return f"{match[1]}:{number}: {message}"
            version = re.search(rf"{NEWER}(\w+) (\d+)\.(\d+)", message)
            if not version:
                return None
            if isGuarded(path.read_text(), number, version[1], (int(version[2]), int(version[3]))):
                return None
        return f"{match[1]}:{number}: {message}"


def isGuarded(text, number, system, version):
    """Returns true if the line runs only on systems that have that version."""
    # For each open brace: true if the condition before it ensures the version. A guard ensures it after the end of its
    # braces.
    scopes = [False]
    for line in text.splitlines()[:number - 1]:
        asked = re.search(rf"#available\([^)]*\b{system} (\d+)\.(\d+)", line)
        holds = bool(asked) and (int(asked[1]), int(asked[2])) >= version
        for position, sign in enumerate(line):
            if sign == "{":
                isGuard = holds and re.match(r"\s*guard\b", line)
                scopes.append("guard" if isGuard else holds and asked.end() <= position)
            elif sign == "}" and len(scopes) > 1 and scopes.pop() == "guard":
                scopes[-1] = True
    return True in scopes
