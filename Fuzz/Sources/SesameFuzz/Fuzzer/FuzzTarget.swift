import Foundation

/// A door of the program that untrusted bytes come through, and what must be true of all that come.
protocol FuzzTarget: Sendable {
    /// Runs one input; ends the program by ``check(_:_:)`` when something is not as it must be.
    func run(_ input: [UInt8])

    /// A neighbour of an input that bytes changed at random would hardly ever give; nil to change bytes at random.
    func mutate(_ input: [UInt8], seed: UInt64) -> [UInt8]?
}

extension FuzzTarget {
    func mutate(_ input: [UInt8], seed: UInt64) -> [UInt8]? { nil }
}

/// All targets by name.
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

/// Ends the program, and so the run, with the input kept, when something that must be true is not.
func check(_ condition: Bool, _ rule: @autoclosure () -> String, file: StaticString = #fileID, line: UInt = #line) {
    if !condition { stop("\(file):\(line): does not hold: \(rule())") }
}

/// Says why, and ends the program in the way that libFuzzer takes for a find.
func stop(_ message: String) -> Never {
    FileHandle.standardError.write(Data("\(message)\n".utf8))
    abort()
}
