import ArgumentParser
import Foundation
import SesameTerminal
import SesameTokens
import SesameWire

/// The command `sesame token`, which verifies or inspects a token.
struct TokenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Verify or inspect a token.",
        subcommands: [Verify.self, Inspect.self])

    struct Verify: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Verify a compact JWS against a key set.",
            discussion: """
                Prints the claims and exits with 0 if the token is accepted; prints the reason and exits with 1 if it \
                is not. The signature and the times 'exp' and 'nbf' are checked; compare the issuer and the audience \
                yourself.
                """)

        @Option(help: ArgumentHelp("The key set (RFC 7517).", valueName: "file"))
        var jwks: String

        @Option(help: ArgumentHelp("The accepted algorithms, from RS256 and ES256.", valueName: "list"))
        var algorithms = "RS256,ES256"

        @Flag(help: "Check only the signature, and print the payload's bytes.")
        var signatureOnly = false

        @Argument(help: "The token; read from standard input if omitted.")
        var token: String?

        func run() throws {
            let accepted = try algorithms.split(separator: ",").map { name in
                guard let algorithm = JWSAlgorithm(rawValue: String(name)) else {
                    throw ValidationError("'\(name)' must be RS256 or ES256.")
                }
                return algorithm
            }
            guard let keys = FileManager.default.contents(atPath: jwks) else {
                throw CommandFailure("'\(jwks)' cannot be read.")
            }
            do {
                let payload = try TokenInspection.verify(
                    try TokenArgument.read(token), keyFile: Array(keys), algorithms: accepted,
                    checks: signatureOnly ? .signatureOnly : .signatureAndTimes, now: Date())
                Console.say(bytes: signatureOnly ? payload : payload + [UInt8(ascii: "\n")])
            } catch let error as TokenError {
                Console.complain("refused: \(error.message) (\(error.reason.name))")
                throw ExitCode(1)
            }
        }
    }

    struct Inspect: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show a token's header and claims, without verifying anything.")

        @Argument(help: "The token; read from standard input if omitted.")
        var token: String?

        func run() throws {
            do {
                let parts = try TokenInspection.unverified(try TokenArgument.read(token))
                let payload = parts.claims?.serialized() ?? parts.payload
                Console.complain("not verified: anyone could have created this token")
                Console.say(bytes: parts.header.serialized() + [UInt8(ascii: "\n")] + payload + [UInt8(ascii: "\n")])
            } catch let error as TokenError {
                Console.complain("unreadable: \(error.message) (\(error.reason.name))")
                throw ExitCode(1)
            }
        }
    }
}

/// The source of a token: the command line, or standard input with trailing line breaks removed.
private enum TokenArgument {
    static func read(_ argument: String?) throws -> [UInt8] {
        if let argument { return Array(argument.utf8) }
        var bytes = Array(try FileHandle.standardInput.readToEnd() ?? Data())
        while let last = bytes.last, last == UInt8(ascii: "\n") || last == UInt8(ascii: "\r") { bytes.removeLast() }
        return bytes
    }
}
