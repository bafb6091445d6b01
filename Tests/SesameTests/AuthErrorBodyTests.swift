import Foundation
import SesameCore
import SesameTesting
import SesameWire
import Testing

@testable import Sesame

/// Tests of the conversion of the server's response bodies, mainly errors, to the SDK's types.
@Suite struct AuthErrorBodyTests {
    @Test func `a server error becomes an AuthError with its message, fields and retry time`() {
        var body = ErrorBody(code: .profileIncomplete, message: "fields are missing", requestID: "r1")
        body.missing = ["nom", "prenom"]
        body.retryAfter = 3
        let error = AuthError(body)
        #expect(error.description == "profile_incomplete: fields are missing (request r1)")
        #expect(error.fields == ["nom", "prenom"])
        #expect(error.retryAfter == .seconds(3))
        guard case .correct(let fields) = error.recovery else {
            Issue.record("another recovery")
            return
        }
        #expect(fields == ["nom", "prenom"])
    }

    @Test(arguments: [true, false])
    func `a conflict includes its ticket and both accounts, or none if there is no choice`(
        hasChoice: Bool
    ) throws {
        func user(_ uid: String) -> UserBody {
            UserBody(
                uid: uid, email: nil, emailVerified: false, displayName: nil, photoURL: nil, isAnonymous: false,
                role: nil, providers: ["google"], creationTime: 1, lastSignInTime: 2, profile: [:])
        }
        var body = ErrorBody(code: .credentialInUse, message: "", requestID: "r1")
        if hasChoice {
            body.conflict = ConflictBody(
                ticket: Secret("t"), expiresIn: 9, account: user("other"),
                merge: MergePreview(user: user("both"), overridden: ["name"]))
        }
        let error = AuthError(try ErrorBody(json: body.json))
        #expect(error.conflict?.merge?.overridden == (hasChoice ? ["name"] : nil))
        #expect(error.conflict?.account.uid == (hasChoice ? "other" : nil))
        #expect(error.conflict?.merge?.user.uid == (hasChoice ? "both" : nil))
        guard case .chooseAccount(let ticket) = error.recovery else {
            Issue.record("another recovery")
            return
        }
        #expect(ticket == (hasChoice ? Secret("t") : nil))
    }

    @Test func `a registration offer includes what the provider states`() throws {
        var body = ErrorBody(code: .accountNotFound, message: "", requestID: "r1")
        body.registration = RegistrationBody(
            ticket: Secret("t"), expiresIn: 9,
            prefill: .init(
                email: "test.user.1@example.com", givenName: "Test", familyName: "User 1",
                photoURL: "https://pictures.example.com/1"))
        let offer = try #require(AuthError(try ErrorBody(json: body.json)).registration)
        #expect(offer.ticket == Secret("t") && offer.expiresIn == .seconds(9))
        #expect(offer.prefill.givenName == "Test" && offer.prefill.familyName == "User 1")
        #expect(offer.prefill.email == "test.user.1@example.com")
        #expect(offer.prefill.photoURL == URL(string: "https://pictures.example.com/1"))
    }

    @Test func `a second factor's kind and date are decoded, and an unknown kind is preserved`() throws {
        var body = ErrorBody(code: .secondFactorRequired, message: "", requestID: "r1")
        body.secondFactor = SecondFactorTicketBody(
            ticket: Secret("t"), expiresIn: 600,
            factors: [
                SecondFactorBody(
                    id: "1", kind: "totp", displayName: "Phone", phone: nil, enrollmentTime: 1_800_000_000),
                SecondFactorBody(id: "2", kind: "phone", displayName: nil, phone: "+*78"),
                SecondFactorBody(id: "3", kind: "of-a-newer-server", displayName: nil, phone: nil),
            ], hasRecoveryCodes: true)
        let challenge = try #require(AuthError(try ErrorBody(json: body.json)).secondFactor)
        #expect(challenge.factors.map(\.kind) == [.authenticator, .phone, .init(rawValue: "of-a-newer-server")])
        #expect(challenge.factors[0].addedAt == Date(timeIntervalSince1970: 1_800_000_000))
        #expect(challenge.factors[1].phone == "+*78" && challenge.hasRecoveryCodes)
    }

    @Test func `a null member of an error counts as missing`() throws {
        let json = try JSONValue(
            parsing: Array(
                #"{"error": {"code": "offline", "message": "m", "requestID": "r1", "retryAfter": null, "missing": null}}"#
                    .utf8))
        let body = try ErrorBody(json: try #require(json.object))
        #expect(body.retryAfter == nil && body.missing == nil)
    }

    @Test func `a stale change includes the current profile, which is never printed`() throws {
        var body = ErrorBody(code: .preconditionFailed, message: "changed", requestID: "r1")
        let profile = Profile.mock(of: "uid-1", version: 5, ["name": "Test User 1"])
        body.stale = StaleProfileBody(presentedVersion: 2, profile: profile.body)
        let error = AuthError(try ErrorBody(json: body.json))
        #expect(error.stale == body.stale)
        guard case .correct = error.recovery else {
            Issue.record("another recovery")
            return
        }
        var text = String(describing: error) + String(reflecting: error)
        dump(error, to: &text)
        #expect(!text.contains("Test User 1"))
    }

    @Test func `an error's localized description is for users, without the developer's text`() {
        let text = (AuthError(.userDisabled, "for developers") as any Error).localizedDescription
        #expect(text.hasSuffix(".") && !text.contains("AuthError") && !text.contains("for developers"))
    }

    @Test func `a user's second factors and the kinds on offer are decoded`() {
        let factor = SecondFactorBody(
            id: "1", kind: "phone", displayName: "Work", phone: "+3361", enrollmentTime: 1_800_000_000)
        let status = SecondFactorStatus(
            SecondFactorsResponse(factors: [factor], offered: ["totp", "of-a-newer-server"], recoveryCodesLeft: 7))
        #expect(
            status
                == SecondFactorStatus(
                    factors: [
                        SecondFactorInfo(
                            id: "1", kind: .phone, displayName: "Work", phone: "+3361",
                            addedAt: Date(timeIntervalSince1970: 1_800_000_000))
                    ], offered: [.authenticator, .init(rawValue: "of-a-newer-server")], recoveryCodesLeft: 7))
    }

    @Test func `provider claims convert in both directions without loss`() {
        let body = ProviderClaimsBody(
            provider: "google", email: "test.user.1@example.com", emailVerified: true, givenName: "Test",
            familyName: "User 1", displayName: "Test User 1", photoURL: "https://pictures.example.com/1")
        let claims = ProviderClaims(body)
        #expect(
            claims
                == ProviderClaims(
                    provider: "google", email: "test.user.1@example.com", emailVerified: true, givenName: "Test",
                    familyName: "User 1", displayName: "Test User 1",
                    photoURL: URL(string: "https://pictures.example.com/1")))
        #expect(ProviderClaimsBody(claims) == body)
    }

    @Test func `an authenticator app's setup has a URI to open, and printing it shows no secret`() {
        let setup = SecondFactorSetup(
            SecondFactorBeginResponse(
                expiresIn: 600, secret: Secret("ABC"), address: Secret("otpauth://totp/a:b?secret=ABC")))
        #expect(setup.address == Secret("otpauth://totp/a:b?secret=ABC") && setup.expiresIn == .seconds(600))
        var printed = "\(setup) \(String(reflecting: setup))"
        dump(setup, to: &printed)
        #expect(!printed.contains("ABC"))
    }
}
