import Foundation

/// An entry point for untrusted bytes, with the rules that hold for every input.
protocol FuzzTarget: Sendable {
    /// Runs one input; ends the program with ``check(_:_:)`` if a rule is broken.
    func run(_ input: [UInt8])

    /// Returns a structured mutation of an input, which random bytes would hardly ever produce; nil to mutate bytes at
    /// random.
    func mutate(_ input: [UInt8], seed: UInt64) -> [UInt8]?
}

extension FuzzTarget {
    func mutate(_ input: [UInt8], seed: UInt64) -> [UInt8]? { nil }
}

/// The targets, by the name that the program takes as its first argument.
enum FuzzTargets {
    static let all: [String: @Sendable () throws -> any FuzzTarget] = [
        "json": { JSONTarget() },
        "base64url": { Base64URLTarget() },
        "jws": { try CompactJWSTarget() },
        "jwks": { KeySetTarget() },
        "identity": { try IdentityTarget() },
        "access": { try AccessTarget() },
        "request": { RequestTextTarget() },
        "connection": { ConnectionTarget() },
        "router": { try RouterTarget() },
        "appwrite": { try AppwriteTarget() },
        "canary": { CanaryTarget() },
    ]
}

/// Ends the program if a rule is broken, so that libFuzzer saves the input.
func check(_ condition: Bool, _ rule: @autoclosure () -> String, file: StaticString = #fileID, line: UInt = #line) {
    if !condition { stop("\(file):\(line): does not hold: \(rule())") }
}

/// Prints the reason, and aborts the program, which libFuzzer reports as a crash.
func stop(_ message: String) -> Never {
    FileHandle.standardError.write(Data("\(message)\n".utf8))
    abort()
}
