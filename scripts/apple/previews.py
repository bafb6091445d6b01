#!/usr/bin/env python3
"""A stand-in for the plugin that Xcode's compiler loads for #Preview: each preview is type-checked and expands to
nothing.

The compiler and the plugin exchange JSON messages, each preceded by its length in eight bytes
(https://github.com/swiftlang/swift, lib/ASTGen/Sources/SwiftCompilerPluginMessageHandling).
"""
import json
import sys

PROTOCOL_VERSION = 7


def answer(message):
    if "getCapability" in message:
        return {"getCapabilityResult": {"capability": {"protocolVersion": PROTOCOL_VERSION}}}
    if "expandFreestandingMacro" in message:
        return {"expandMacroResult": {"expandedSource": "", "diagnostics": []}}
    raise SystemExit(f"previews: the compiler asks for something else: {', '.join(message)}")


def main():
    while size := sys.stdin.buffer.read(8):
        content = sys.stdin.buffer.read(int.from_bytes(size, "little"))
        result = json.dumps(answer(json.loads(content))).encode()
        sys.stdout.buffer.write(len(result).to_bytes(8, "little") + result)
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
