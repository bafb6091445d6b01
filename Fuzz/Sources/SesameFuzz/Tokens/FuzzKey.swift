import Crypto
import Foundation
import SesameCore
import SesameTokens

/// A key of the fuzzer, the same in every run, so that inputs can be validly signed tokens.
struct FuzzKey: @unchecked Sendable {
    static let keyID = "fuzz"

    // swift-crypto's keys are immutable; only its older releases do not declare it.
    private let key: P256.Signing.PrivateKey
    let publicKey: JSONWebKey

    /// Creates a key from 32 private bytes, each equal to the number.
    init(number: UInt8 = 1) throws {
        key = try P256.Signing.PrivateKey(rawRepresentation: [UInt8](repeating: number, count: 32))
        publicKey = try JSONWebKey(key.publicKey, keyID: Self.keyID)
    }

    func signature(of input: [UInt8]) -> [UInt8] {
        guard let signature = try? key.signature(for: SHA256.hash(data: input)) else { stop("signing failed") }
        return Array(signature.rawRepresentation)
    }

    /// Returns a token with the given header text, valid or not, and a valid signature.
    func token(header: [UInt8], payload: [UInt8]) -> [UInt8] {
        let input = Base64URL.encodedBytes(header) + [0x2E] + Base64URL.encodedBytes(payload)
        return input + [0x2E] + Base64URL.encodedBytes(signature(of: input))
    }

    /// Returns a validly signed token with the type as its `typ`.
    func token(type: String, payload: [UInt8]) -> [UInt8] {
        token(header: Array(#"{"alg":"ES256","kid":"fuzz","typ":"\#(type)"}"#.utf8), payload: payload)
    }
}
