import Sesame
import SesameCore

extension AuthServiceConformance {
    static let linkCases: [Case] = [
        Case("a guest who links a credential keeps the uid and is no longer a guest") { subject in
            let guest = try await subject.service.exchange(.anonymous).session
            let upgrade = try await link(1, to: guest, subject)
            try expect(upgrade.outcome, is: .linked, "the outcome")
            try expect(upgrade.user.uid, is: guest.user.uid, "the uid")
            try expect(!upgrade.user.isAnonymous, "the user is still a guest")
            _ = try await subject.service.refresh(upgrade.session)
        },
        Case("a linked credential signs in to the account") { subject in
            let guest = try await subject.service.exchange(.anonymous).session
            _ = try await link(1, to: guest, subject)
            let signIn = try await subject.signIn(1)
            try expect(signIn.user.uid, is: guest.user.uid, "the uid")
            try expect(!signIn.isNewUser, "the sign-in created another account")
        },
        Case("an account's only sign-in method cannot be unlinked") { subject in
            let session = try await subject.signIn(1).session
            guard let method = session.user.providers.first.flatMap(LinkedMethod.init) else { return }
            try await expect([.lastMethod], "unlinking the only sign-in method") {
                try await subject.service.linkingService.unlink(method, from: session)
            }
            try expect(try await subject.signIn(1).user.uid, is: session.user.uid, "the uid")
        },
        Case("a sign-in method that the account does not have cannot be unlinked") { subject in
            let session = try await subject.signIn(1).session
            for method in [LinkedMethod.apple, .google] where !session.user.providers.contains(method.rawValue) {
                try await expect([.notFound], "unlinking a sign-in method that is not linked") {
                    try await subject.service.linkingService.unlink(method, from: session)
                }
            }
        },
        Case("every link gets a nonce of its own") { subject in
            let guest = try await subject.service.exchange(.anonymous).session
            let (first, second) = (
                try await subject.service.linkingService.nonce(linkingTo: guest),
                try await subject.service.linkingService.nonce(linkingTo: guest)
            )
            try expect(
                !first.value.exposed.isEmpty && first.value != second.value, "a nonce is empty or was issued twice")
        },
    ]

    static let conflictCases: [Case] = [
        Case("another account's credential changes nothing, and the error has a ticket") { subject in
            let owner = try await subject.signIn(1)
            let guest = try await subject.service.exchange(.anonymous).session
            let ticket = try await conflict(guest, subject)
            let (fresh, kept) = (
                try await subject.service.refresh(guest), try await subject.service.refresh(owner.session)
            )
            try expect(fresh.user.uid, is: guest.user.uid, "the guest's uid")
            try expect(kept.user.uid, is: owner.user.uid, "the owner's uid")
            try expect(!ticket.exposed.isEmpty, "the ticket is empty")
        },
        Case("a user who keeps the account continues as before") { subject in
            _ = try await subject.signIn(1)
            let guest = try await subject.service.exchange(.anonymous).session
            let ticket = try await conflict(guest, subject)
            let upgrade = try await subject.service.linkingService.resolveConflict(.keep, ticket: ticket, for: guest)
            try expect(upgrade.outcome, is: .kept, "the outcome")
            try expect(upgrade.user.uid, is: guest.user.uid, "the uid")
            _ = try await subject.service.refresh(upgrade.session)
        },
        Case("a user who switches is signed in to the other account") { subject in
            let owner = try await subject.signIn(1)
            let guest = try await subject.service.exchange(.anonymous).session
            let ticket = try await conflict(guest, subject)
            let upgrade = try await subject.service.linkingService.resolveConflict(.switch, ticket: ticket, for: guest)
            try expect(upgrade.outcome, is: .switched, "the outcome")
            try expect(upgrade.user.uid, is: owner.user.uid, "the uid")
            _ = try await subject.service.refresh(upgrade.session)
        },
        Case("a conflict policy decides without a ticket") { subject in
            let owner = try await subject.signIn(1)
            let guest = try await subject.service.exchange(.anonymous).session
            let kept = try await link(1, to: guest, onConflict: .keep, subject)
            try expect(kept.outcome, is: .kept, "the outcome")
            let switched = try await link(1, to: kept.session, onConflict: .switch, subject)
            try expect(switched.outcome, is: .switched, "the outcome")
            try expect(switched.user.uid, is: owner.user.uid, "the uid")
        },
    ]

    static let decisionCases: [Case] = [
        Case("a switch ends the previous session") { subject in
            _ = try await subject.signIn(1)
            let guest = try await subject.service.exchange(.anonymous).session
            let ticket = try await conflict(guest, subject)
            _ = try await subject.service.linkingService.resolveConflict(.switch, ticket: ticket, for: guest)
            try await expectEnded(guest, subject, "a refresh of the previous session")
        },
        Case("a guest who merges continues in the other account") { subject in
            let owner = try await subject.signIn(1)
            let guest = try await subject.service.exchange(.anonymous).session
            let ticket = try await conflict(guest, subject)
            let upgrade = try await subject.service.linkingService.resolveConflict(.merge, ticket: ticket, for: guest)
            try expect(upgrade.outcome, is: .merged, "the outcome")
            try expect(upgrade.user.uid, is: owner.user.uid, "the uid")
            _ = try await subject.service.refresh(upgrade.session)
        },
        Case("a ticket is valid once") { subject in
            _ = try await subject.signIn(1)
            let guest = try await subject.service.exchange(.anonymous).session
            let ticket = try await conflict(guest, subject)
            let upgrade = try await subject.service.linkingService.resolveConflict(.keep, ticket: ticket, for: guest)
            try await expect([.ticketExpired], "the second use of a ticket") {
                _ = try await subject.service.linkingService.resolveConflict(
                    .switch, ticket: ticket, for: upgrade.session)
            }
        },
    ]

    private static func link(
        _ person: Int, to session: Session, onConflict: ConflictPolicy = .fail, _ subject: Subject
    ) async throws -> Upgrade {
        let credential = try await subject.credential(person, linkingTo: session)
        return try await subject.service.linkingService.link(
            credential, to: session, profile: [:], onConflict: onConflict)
    }

    private static func conflict(_ session: Session, _ subject: Subject) async throws -> Secret {
        let credential = try await subject.credential(1, linkingTo: session)
        let error = try await expect([.credentialInUse], "linking a credential that belongs to another account") {
            _ = try await subject.service.linkingService.link(credential, to: session, profile: [:], onConflict: .fail)
        }
        guard let ticket = error.conflict?.ticket else { throw ConformanceFailure("the error has no ticket") }
        return ticket
    }
}
