import Foundation
import SesameCore
import Testing

@testable import SesameAccounts

struct KnownDeviceTests {
    @Test func `guesses from many networks lock out unknown devices but not a known device`()
        async throws
    {
        let rig = try await PasswordRig(limiter: RateLimiter.frozen())
        _ = try await rig.signUp()
        let token = rig.accounts.codes.deviceToken(for: try rig.email(), in: rig.app)
        try await rig.guessFromEverywhere()
        #expect(try await rig.code { _ = try await rig.signIn(from: 99) } == .rateLimited)
        _ = try await rig.signIn(from: 99, presenting: token)
        // The successful sign-in does not lift the limit for strangers.
        #expect(try await rig.code { _ = try await rig.signIn(from: 99) } == .rateLimited)
    }

    @Test func `a known device has five attempts of its own, which a successful sign-in resets`()
        async throws
    {
        let rig = try await PasswordRig(limiter: RateLimiter.frozen())
        _ = try await rig.signUp()
        let token = rig.accounts.codes.deviceToken(for: try rig.email(), in: rig.app)
        let other = rig.accounts.codes.deviceToken(for: try rig.email(), in: rig.app)
        for _ in 0..<4 { #expect(try await rig.isWrong(presenting: token)) }
        _ = try await rig.signIn(from: 1, presenting: token)
        for network in 1...5 as ClosedRange<UInt64> {
            #expect(try await rig.isWrong(from: network, presenting: token))
        }
        #expect(try await rig.code { _ = try await rig.signIn(from: 99, presenting: token) } == .rateLimited)
        for _ in 0..<4 { #expect(try await rig.isWrong()) }
        _ = try await rig.signIn(from: 1)
        _ = try await rig.signIn(from: 1, presenting: other)
    }

    @Test(arguments: ["another name", "another app", "touched", "expired", "an old password", "another key", "made up"])
    func `an invalid device token is ignored`(fault: String) async throws {
        let rig = try await PasswordRig(limiter: RateLimiter.frozen())
        _ = try await rig.signUp()
        var (token, email) = (
            rig.accounts.codes.deviceToken(for: try rig.email(), in: rig.app), try rig.email().description
        )
        var app = rig.app.id
        switch fault {
        case "another name": email = try rig.email(2).description
        case "another app": app = try #require(AppID("couple"))
        case "touched":
            // A character in the middle is changed, because the last one may contain unused bits.
            var text = Array(token.exposed.utf8)
            text[20] = text[20] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            token = Secret(String(decoding: text, as: UTF8.self))
        case "expired": rig.storage.clock.advance(by: KnownDevice.lifetime)
        case "an old password":
            rig.storage.clock.advance(by: 1)
            let caller = try await rig.caller(try await rig.signIn())
            _ = try await rig.accounts.logins.changePassword(
                of: caller, from: PasswordRig.password, to: PasswordRig.other, context: rig.context)
        case "another key":
            let key = try MasterKey.test().key(for: .nonces)
            token = KnownDevices(key: key).token(
                for: email, in: app, id: rig.accounts.environment.randomBytes(KnownDevices.idLength),
                at: rig.accounts.environment.now)
        default: token = Secret("dt_")
        }
        #expect(try await rig.accounts.codes.knownDevice(presenting: token, for: email, in: app) == nil)
        try await rig.guessFromEverywhere()
        guard email == (try rig.email().description), app == rig.app.id else { return }
        let password = fault == "an old password" ? PasswordRig.other : PasswordRig.password
        #expect(
            try await rig.code { _ = try await rig.signIn(from: 99, password, presenting: token) } == .rateLimited)
    }

    @Test func `a device token is valid for one email address in one app`() throws {
        let devices = KnownDevices(key: try MasterKey.test().key(for: .knownDevices))
        let (now, app) = (Date(timeIntervalSince1970: 1_800_000_000), try #require(AppID("couple")))
        let id = [UInt8](repeating: 1, count: KnownDevices.idLength)
        let token = devices.token(for: "test.user.1@example.com", in: app, id: id, at: now)
        func isKnown(_ email: String, _ app: AppID) -> Bool {
            devices.device(presenting: token, for: email, in: app, at: now) != nil
        }
        #expect(isKnown("test.user.1@example.com", app))
        #expect(!isKnown("test.user.2@example.com", app))
        #expect(!isKnown("test.user.1@example.com", try #require(AppID("authservice"))))
    }

    @Test func `a device token is valid from the moment of sign-up until its lifetime ends`() async throws {
        let rig = try await PasswordRig()
        _ = try await rig.signUp()
        let (email, app) = (try rig.email(), rig.app)
        let token = rig.accounts.codes.deviceToken(for: email, in: app)
        for wait in [0, KnownDevice.lifetime - 1] {
            rig.storage.clock.advance(by: wait)
            let device = try await rig.accounts.codes.knownDevice(presenting: token, for: email.description, in: app.id)
            #expect(device != nil)
        }
    }

    @Test func `every device gets a different token of fixed length`() async throws {
        let rig = try await PasswordRig()
        let email = try rig.email()
        let tokens = (0..<2).map { _ in rig.accounts.codes.deviceToken(for: email, in: rig.app) }
        #expect(tokens[0] != tokens[1])
        #expect(tokens.allSatisfy { $0.exposed.hasPrefix("dt_") && $0.exposed.utf8.count == 78 })
    }
}

extension PasswordRig {
    fileprivate func signIn(
        from network: UInt64, _ password: Secret = Self.password, presenting token: Secret? = nil
    ) async throws -> SignIn {
        let client = ClientAddress(high: 0, low: 0xffff_0000_0000 + network << 8)
        return try await accounts.logins.signIn(
            email: try email(), password: password, to: app,
            context: RequestContext(requestID: "test", client: client, device: token))
    }

    /// Tries a wrong password, and returns true if the password was checked, not refused by a rate limit.
    fileprivate func isWrong(from network: UInt64 = 1, presenting token: Secret? = nil) async throws -> Bool {
        try await code { _ = try await signIn(from: network, Secret("five tiny pink cars"), presenting: token) }
            == .invalidCredentials
    }

    /// Tries a wrong password from each of 20 networks. Unknown devices are then rate-limited in every network.
    fileprivate func guessFromEverywhere() async throws {
        for network in 1...20 as ClosedRange<UInt64> { #expect(try await isWrong(from: network)) }
    }
}
