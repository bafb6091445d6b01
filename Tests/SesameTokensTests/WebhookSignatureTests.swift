import Foundation
import SesameCore
import SesameTokens
import Testing

struct WebhookSignatureTests {
    private let now = Date(timeIntervalSince1970: 1_795_269_600)
    private let secret = Secret("0123456789abcdef0123456789abcdef")
    private let other = Secret("another-secret-another-secret-xx")
    private let body = Array(#"{"id":"ev_1"}"#.utf8)

    private func header(_ secrets: [Secret]? = nil) -> String {
        WebhookSignature(of: body, at: now, with: secrets ?? [secret]).headerValue
    }

    @Test func `a signature is HMAC-SHA-256 over the time, a full stop and the body`() {
        // printf '1795269600.{"id":"ev_1"}' | openssl dgst -sha256 -hmac 0123456789abcdef0123456789abcdef
        #expect(header() == "t=1795269600,v1=3eea629a58ddddc762f53e3bbef5335b64a20422fb6f2e9d94617b60353e7870")
    }

    @Test func `a valid message is accepted within five minutes`() throws {
        try WebhookSignature.verify(header(), of: body, with: [secret], now: now)
        for distance in [-300.0, 300] {
            try WebhookSignature.verify(header(), of: body, with: [secret], now: now.addingTimeInterval(distance))
        }
    }

    @Test func `a message more than five minutes old or ahead is stale`() {
        for distance in [-301.0, 301, 86_400] {
            #expect(throws: WebhookError.stale) {
                try WebhookSignature.verify(header(), of: body, with: [secret], now: now.addingTimeInterval(distance))
            }
        }
    }

    @Test func `a message with another body, time or secret is forged`() {
        #expect(throws: WebhookError.forged) {
            try WebhookSignature.verify(header(), of: body + [0x20], with: [secret], now: now)
        }
        #expect(throws: WebhookError.forged) {
            try WebhookSignature.verify(header(), of: body, with: [other], now: now)
        }
        #expect(throws: WebhookError.forged) {
            let later = header().replacing("t=1795269600", with: "t=1795269601")
            try WebhookSignature.verify(later, of: body, with: [secret], now: now)
        }
        #expect(throws: WebhookError.forged) { try WebhookSignature.verify(header(), of: body, with: [], now: now) }
    }

    @Test func `during a secret change either side may use both secrets`() throws {
        try WebhookSignature.verify(header([other, secret]), of: body, with: [secret], now: now)
        try WebhookSignature.verify(header([other, secret]), of: body, with: [other], now: now)
        try WebhookSignature.verify(header(), of: body, with: [other, secret], now: now)
    }

    @Test func `an unknown version is ignored`() throws {
        try WebhookSignature.verify(header() + ",v2=anything", of: body, with: [secret], now: now)
        #expect(throws: WebhookError.malformed) {
            try WebhookSignature.verify(header().replacing("v1=", with: "v2="), of: body, with: [secret], now: now)
        }
    }

    @Test(arguments: [
        "", "t=", "t=1795269600", "v1=00", "t=1795269600,v1=00", "t=1795269600,v1=" + String(repeating: "G", count: 64),
        "t=1795269600,v1=" + String(repeating: "A", count: 64), "t=-1," + "v1=" + String(repeating: "0", count: 64),
        "t=1,t=1,v1=" + String(repeating: "0", count: 64), "t=9999999999999999,v1=" + String(repeating: "0", count: 64),
        String(repeating: "t=1,", count: 1_000),
    ])
    func `an invalid signature is malformed`(header: String) {
        #expect(throws: WebhookError.malformed) {
            try WebhookSignature.verify(header, of: body, with: [secret], now: now)
        }
    }
}
