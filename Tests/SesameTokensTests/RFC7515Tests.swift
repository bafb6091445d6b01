import Foundation
import SesameTokens
import Testing

/// Tests with the examples of RFC 7515, appendices A.2 and A.3, and the public halves of their keys.
@Suite struct RFC7515Tests {
    static let payload =
        "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
    static let rsaModulus =
        "ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yR"
        + "T-SFd2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXB"
        + "dQOS-UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9ia"
        + "GNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQ"
    static let rs256 =
        "eyJhbGciOiJSUzI1NiJ9.\(payload)."
        + "cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9"
        + "uJdbF9CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB"
        + "_eSN9383LcOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rq"
        + "Vt5AXLIhWkWywlVmtVrBp0igcN_IoypGlUPQGe77Rw"
    static let es256 =
        "eyJhbGciOiJFUzI1NiJ9.\(payload)."
        + "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"
    static let rsaKey = #"{"kty":"RSA","n":"\#(rsaModulus)","e":"AQAB"}"#
    static let ecKey =
        #"{"kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","#
        + #""y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"}"#
    static let keys = #"{"keys":[\#(rsaKey),\#(ecKey)]}"#
    /// A time before the examples' `exp`.
    static let then = Date(timeIntervalSince1970: 1_300_819_000)

    private func verify(
        _ token: String, keys: String, algorithms: [JWSAlgorithm] = [.rs256, .es256],
        checks: TokenInspection.Checks = .signatureOnly, now: Date = then
    ) throws(TokenError) -> [UInt8] {
        try TokenInspection.verify(
            Array(token.utf8), keyFile: Array(keys.utf8), algorithms: algorithms, checks: checks, now: now)
    }

    @Test(arguments: [(rs256, rsaKey), (rs256, keys), (es256, ecKey), (es256, keys)])
    func `the examples verify with their key alone and in a mixed set`(token: String, keys: String) throws {
        let payload = try verify(token, keys: keys)
        #expect(Base64URL.encode(payload) == Self.payload)
        #expect(try verify(token, keys: keys, checks: .signatureAndTimes) == payload)
    }

    @Test func `the examples' times are checked unless only the signature is requested`() {
        let now = Date(timeIntervalSince1970: 1_300_819_440)
        #expect(
            refusal { () throws(TokenError) in
                try verify(Self.rs256, keys: Self.keys, checks: .signatureAndTimes, now: now)
            } == .expired)
        #expect(refusal { () throws(TokenError) in try verify(Self.rs256, keys: Self.keys, now: now) } == nil)
    }

    @Test func `an algorithm that is not allowed is rejected`() {
        let reason = refusal { () throws(TokenError) in
            try verify(Self.rs256, keys: Self.keys, algorithms: [.es256])
        }
        #expect(reason == .algorithm)
    }

    @Test func `a token with only the other algorithm's key has an unknown key`() {
        #expect(refusal { () throws(TokenError) in try verify(Self.rs256, keys: Self.ecKey) } == .unknownKey)
        #expect(refusal { () throws(TokenError) in try verify(Self.es256, keys: Self.rsaKey) } == .unknownKey)
    }
}
