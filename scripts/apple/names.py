"""The modules that the client package may import, and standard-library names that are newer than iOS 17."""
import re

PORTABLE = r"Foundation|FoundationNetworking|Observation|Crypto|_CryptoExtras|Sesame\w*"
APPLE = r"AuthenticationServices|LocalAuthentication|Security|SwiftUI|UIKit|AppKit|UserNotifications|os"
NEWER = (
    "Mutex|Atomic|InlineArray|Span|RawSpan|MutableSpan|UTF8Span|WordPair|Int128|UInt128|RegexWordBoundary|Subprocess"
)
IMPORT = re.compile(r"^\s*(?:public |package |internal |private |fileprivate )?import (?:\w+ )?(\w+)")


def complaints(root):
    found = []
    for path in sorted((root / "Sources").rglob("*.swift")):
        target = path.relative_to(root / "Sources").parts[0]
        isAppleOnly = target in ("SesameApple", "SesameUI")
        lines = path.read_text().splitlines()
        # A source without this guard is also built and tested on Linux.
        isGuarded = lines[0].startswith("#if canImport(") and lines[-1] == "#endif"
        allowed = re.compile(f"(?:{PORTABLE}|{APPLE})" if isAppleOnly and isGuarded else f"(?:{PORTABLE})")
        for number, line in enumerate(lines, 1):
            place = f"{path.relative_to(root)}:{number}:"
            if re.match(r"\s*//", line):
                continue
            if module := IMPORT.match(line):
                if isAppleOnly and not isGuarded and re.fullmatch(APPLE, module[1]):
                    found.append(f"{place} a source that imports {module[1]} stands within #if canImport(…)")
                elif not allowed.fullmatch(module[1]):
                    found.append(f"{place} module {module[1]} is not on iOS 17 and macOS 14, or not for this target")
            elif re.search(rf"(?:^|\W)(?:{NEWER})[<( .]", line):
                found.append(f"{place} newer than iOS 17 and macOS 14: {line.strip()}")
            elif isAppleOnly and re.search(r"#(?:else)?if .*\bos\(", line):
                found.append(f"{place} ask canImport(UIKit) or canImport(AppKit): os(…) cannot be checked here")
    return found
