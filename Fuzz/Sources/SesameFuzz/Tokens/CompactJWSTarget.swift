import SesameCore
import SesameTokens
import SesameWire

/// A target for compact JWS. An input is used as a token, as the payload of a signed token, and as the header of one.
struct CompactJWSTarget: FuzzTarget {
    private let key: FuzzKey
    private let otherKey: JSONWebKey
    private static let refused: [String] = ["crit", "b64", "zip", "enc", "jku", "x5u", "x5c", "jwk"]

    init() throws {
        key = try FuzzKey()
        otherKey = try FuzzKey(number: 2).publicKey
    }

    func run(_ input: [UInt8]) {
        asToken(input)
        asPayload(input)
        asHeader(input)
    }

    private func asToken(_ input: [UInt8]) {
        guard let token = try? CompactJWS(parsing: input) else { return }
        let parts = input.split(separator: 0x2E, omittingEmptySubsequences: false)
        check(parts.count == 3 && input.count <= 16_384, "a token has three parts and is not too long")
        check(Base64URL.encodedBytes(token.payload) == Array(parts[1]), "the payload has one spelling")
        check(Base64URL.encodedBytes(token.signature) == Array(parts[2]), "the signature has one spelling")
        requireHeader(token, Base64URL.decode(parts[0]) ?? [])
        check(!verifies(token, otherKey, .es256), "nobody else can sign for a key")
    }

    private func requireHeader(_ token: CompactJWS, _ text: [UInt8]) {
        let members = (try? JSONValue(parsing: text))?.object
        check(members == token.header.members, "the header is the first part")
        check(!Self.refused.contains { members?.contains($0) == true }, "no member changes how a token is verified")
        check(members?["alg"]?.string?.hasSameBytes(as: token.header.algorithm) == true, "alg is a string")
        check(members?["kid"]?.string.map { Array($0.utf8) } == token.header.keyID.map { Array($0.utf8) }, "kid is kid")
    }

    private func asPayload(_ payload: [UInt8]) {
        let bytes = key.token(type: "JWT", payload: payload)
        guard let token = try? CompactJWS(parsing: bytes) else {
            return check(bytes.count > 16_384, "a signed token can be read")
        }
        check(token.payload == payload, "the payload is what was signed")
        check(verifies(token, key.publicKey, .es256), "its own key verifies a token")
        check(!verifies(token, otherKey, .es256), "another key does not verify it")
        check(!verifies(token, key.publicKey, .rs256), "nor does its key for another algorithm")
        // A signature has 86 characters.
        let others: [[UInt8]] = [bytes + [0x2E], [0x2E] + bytes, Array(bytes.dropLast(86)), Array(bytes.dropLast(87))]
        for other in others { check(!isGenuine(other), "more parts, or fewer, are refused") }
        var dice = Dice(payload)
        var changed = bytes
        changed[Int.random(in: bytes.indices, using: &dice)] ^= UInt8.random(in: 1...255, using: &dice)
        check(!isGenuine(changed), "a token with a changed byte is refused")
        let digest = token.contentDigest()
        check((try? CompactJWS(parsing: key.token(type: "JWT", payload: payload)))?.contentDigest() == digest, "stable")
        let longer = try? CompactJWS(parsing: key.token(type: "JWT", payload: payload + [0]))
        check(longer == nil || longer?.contentDigest() != digest, "another payload has another digest")
    }

    private func asHeader(_ header: [UInt8]) {
        guard let token = try? CompactJWS(parsing: key.token(header: header, payload: [])) else { return }
        requireHeader(token, header)
        let isNamed = token.header.algorithm.utf8.elementsEqual("ES256".utf8)
        check(verifies(token, key.publicKey, .es256) == isNamed, "a token verifies with the algorithm that it names")
    }

    private func isGenuine(_ bytes: [UInt8]) -> Bool {
        guard let token = try? CompactJWS(parsing: bytes) else { return false }
        return verifies(token, key.publicKey, .es256)
    }

    private func verifies(_ token: CompactJWS, _ key: JSONWebKey, _ algorithm: JWSAlgorithm) -> Bool {
        (try? token.verify(with: key, algorithm: algorithm)) != nil
    }

    func mutate(_ input: [UInt8], seed: UInt64) -> [UInt8]? {
        Self.headers.mutate(input, seed: seed)
    }

    private static let headers = JSONMutator(
        values: [
            #""ES256""#, #""RS256""#, #""none""#, #""es256""#, #""JWT""#, #""application/jwt""#, "null", "1", "[]",
            "{}",
        ],
        names: refused + ["alg", "kid", "typ", "cty", "ALG", "e"])
}
