import Foundation
import Sesame
import SesameCore
import SesameTesting
import SesameWire
import Testing

@testable import SesameFirebase

@Suite struct FirebaseLinkTests {
    let firebase = FirebaseDouble()
    var service: FirebaseAuthService { FirebaseAuthService(FirebaseDouble.project, transport: firebase) }

    func link(
        _ credential: AuthCredential, to session: Session, _ policy: ConflictPolicy = .fail
    ) async throws(AuthError) -> Upgrade {
        try await service.link(credential, to: session, profile: [:], onConflict: policy)
    }

    @Test func `linking a provider preserves the guest's uid and session`() async throws {
        let guest = try await service.exchange(.anonymous).session
        let upgrade = try await link(.apple(1, try await service.nonce()), to: guest)
        #expect(upgrade.outcome == .linked && upgrade.session.id == guest.id)
        #expect(upgrade.user.uid == guest.user.uid && upgrade.user.providers == ["apple"])
        let both = try await link(.google(1, try await service.nonce()), to: upgrade.session)
        #expect(both.user.providers == ["apple", "google"])
    }

    @Test func `a link reports both sign-in methods although the lookup fails`() async throws {
        let apple = try await service.exchange(.apple(1, try await service.nonce())).session
        firebase.answer("lookup", 503)
        let both = try await link(.google(1, try await service.nonce()), to: apple)
        #expect(both.user.providers.sorted() == ["apple", "google"])
    }

    @Test func `repeating a link whose response was lost succeeds`() async throws {
        let guest = try await service.exchange(.anonymous).session
        firebase.loseAnswer("signInWithIdp")
        let credential = AuthCredential.google(1, try await service.nonce())
        await expectError(.offline) { _ = try await link(credential, to: guest) }
        let upgrade = try await link(credential, to: guest)
        #expect(upgrade.outcome == .linked && upgrade.user.uid == guest.user.uid)
        #expect(upgrade.user.providers == ["google"])
    }

    @Test func `an email address of another account is a conflict, too`() async throws {
        _ = try await service.exchange(.google(1, try await service.nonce()))
        let guest = try await service.exchange(.anonymous).session
        let other = AuthCredential.google(2, try await service.nonce(), email: "test.user.1@example.com")
        let error = await expectError(.credentialInUse) { _ = try await link(other, to: guest) }
        #expect(error?.conflict?.account.email == "test.user.1@example.com")
        #expect(error?.conflict?.merge == nil)
        guard case .chooseAccount(let ticket?) = error?.recovery else {
            Issue.record("no choice")
            return
        }
        #expect(!"\(ticket)".contains("e30"))
    }

    @Test func `a conflict that Firebase reports as an error still lets the guest switch accounts`() async throws {
        let owner = try await service.exchange(.google(1, try await service.nonce()))
        let guest = try await service.exchange(.anonymous).session
        firebase.refuse("signInWithIdp", "FEDERATED_USER_ID_ALREADY_LINKED")
        let error = await expectError(.credentialInUse) {
            _ = try await link(.google(1, try await service.nonce()), to: guest)
        }
        let ticket = try #require(error?.conflict?.ticket)
        let upgrade = try await service.resolveConflict(.switch, ticket: ticket, for: guest)
        #expect(upgrade.user.uid == owner.user.uid && upgrade.session.id != guest.id)
    }

    @Test func `resolving a conflict sends Firebase's pending token instead of the ID token`() async throws {
        _ = try await service.exchange(.google(1, try await service.nonce()))
        let guest = try await service.exchange(.anonymous).session
        let error = await expectError(.credentialInUse) {
            _ = try await link(.google(1, try await service.nonce()), to: guest)
        }
        _ = try await service.resolveConflict(.switch, ticket: try #require(error?.conflict?.ticket), for: guest)
        let request = try #require(firebase.requests.last { $0.url.path.hasSuffix("signInWithIdp") })
        let json = try JSONValue(parsing: Array(request.body.exposed.utf8))
        #expect(json["pendingToken"] != nil && json["postBody"] == "providerId=google.com" && json["idToken"] == nil)
    }

    @Test func `two accounts cannot be merged`() async throws {
        _ = try await service.exchange(.google(1, try await service.nonce()))
        let guest = try await service.exchange(.anonymous).session
        let error = await expectError(.credentialInUse) {
            _ = try await link(.google(1, try await service.nonce()), to: guest, .merge)
        }
        let ticket = try #require(error?.conflict?.ticket)
        await expectError(.invalidRequest) { _ = try await service.resolveConflict(.merge, ticket: ticket, for: guest) }
        await expectError(.ticketExpired) {
            _ = try await service.resolveConflict(.switch, ticket: Secret("another back end's"), for: guest)
        }
    }

    @Test func `linking anonymously or with profile fields is rejected before any request`() async throws {
        let guest = try await service.exchange(.anonymous).session
        let count = firebase.requests.count
        let credential = AuthCredential.google(1, try await service.nonce())
        await expectError(.invalidRequest) {
            _ = try await service.link(credential, to: guest, profile: ["name": "Test User 1"], onConflict: .fail)
        }
        await expectError(.invalidRequest) { _ = try await link(.anonymous, to: guest) }
        #expect(firebase.requests.count == count)
    }

    @Test func `unlinking sends Firebase's provider id, and the last sign-in method stays`() async throws {
        let apple = try await service.exchange(.apple(1, try await service.nonce())).session
        let both = try await link(.google(1, try await service.nonce()), to: apple).session
        try await service.unlink(.apple, from: both)
        let sent = try JSONValue(parsing: Array(try #require(firebase.requests.last).body.exposed.utf8))
        #expect(sent["deleteProvider"] == ["apple.com"])
        #expect(try await service.exchange(.apple(1, try await service.nonce())).isNewUser)
        await expectError(.lastMethod) { try await service.unlink(.google, from: both) }
        await expectError(.notFound) { try await service.unlink(.apple, from: both) }
    }

    @Test func `a link that returns another account's tokens is rejected`() async throws {
        let owner = try await service.exchange(.google(1, try await service.nonce())).session
        let guest = try await service.exchange(.anonymous).session
        firebase.answer(
            "signInWithIdp", 200,
            #"{"localId":"\#(owner.user.uid)","idToken":"\#(owner.accessToken.exposed)","refreshToken":"r","expiresIn":"3600"}"#
        )
        await expectError(.providerUnavailable) {
            _ = try await link(.google(1, try await service.nonce()), to: guest)
        }
    }
}
