public import Crypto
public import SesameCore
import SesameWire

extension CompactJWS {
    /// Creates a token with a signature function. The function receives the signing input and returns the signature in
    /// the form that the algorithm in `header` requires.
    public static func sign<Failure: Error>(
        header: JSONObject, payload: [UInt8], by signature: ([UInt8]) throws(Failure) -> [UInt8]
    ) throws(Failure) -> String {
        try sign(encodedHeader: Base64URL.encodedBytes(header.serialized()), payload: payload, by: signature)
    }

    /// Creates a token with ES256: sets `alg` and writes the signature as r and s in 64 raw bytes (RFC 7518, section
    /// 3.4).
    public static func sign(
        header: JSONObject, payload: [UInt8], with key: P256.Signing.PrivateKey
    ) throws(TokenError) -> String {
        var header = header
        header["alg"] = .string(JWSAlgorithm.es256.rawValue)
        return try sign(header: header, payload: payload) { input throws(TokenError) in
            try es256Signature(of: input, with: key)
        }
    }

    static func sign<Failure: Error>(
        encodedHeader: [UInt8], payload: [UInt8], by signature: ([UInt8]) throws(Failure) -> [UInt8]
    ) throws(Failure) -> String {
        var token = encodedHeader
        token.reserveCapacity(encodedHeader.count + payload.count * 4 / 3 + 96)
        token.append(UInt8(ascii: "."))
        token.append(contentsOf: Base64URL.encodedBytes(payload))
        let signature = try signature(token)
        token.append(UInt8(ascii: "."))
        token.append(contentsOf: Base64URL.encodedBytes(signature))
        return String(decoding: token, as: UTF8.self)
    }

    static func es256Signature(of input: [UInt8], with key: P256.Signing.PrivateKey) throws(TokenError) -> [UInt8] {
        do {
            return try Array(key.signature(for: SHA256.hash(data: input)).rawRepresentation)
        } catch {
            throw TokenError(.keys, "signing failed")
        }
    }
}
