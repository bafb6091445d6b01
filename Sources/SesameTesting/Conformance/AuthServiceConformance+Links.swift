import Sesame
import SesameCore

extension AuthServiceConformance {
    static let linkCases: [Case] = [
        Case("a guest who links a credential keeps the uid and is a guest no more") { subject in
            let guest = try await subject.service.exchange(.anonymous).session
            let upgrade = try await link(1, to: guest, subject)
            try expect(upgrade.outcome, is: .linked, "the outcome")
            try expect(upgrade.user.uid, is: guest.user.uid, "the uid")
            try expect(!upgrade.user.isAnonymous, "the person is still a guest")
            _ = try await subject.service.refresh(upgrade.session)
        },
        Case("a linked credential signs in to the account") { subject in
            let guest = try await subject.service.exchange(.anonymous).session
            _ = try await link(1, to: guest, subject)
            let signIn = try await subject.signIn(1)
            try expect(signIn.user.uid, is: guest.user.uid, "the uid")
            try expect(!signIn.isNewUser, "the sign-in made another account")
        },
        Case("an account's only way to sign in stays") { subject in
            let session = try await subject.signIn(1).session
            guard let method = session.user.providers.first.flatMap(LinkedMethod.init) else { return }
            try await expect([.lastMethod], "an unlinking of the only way to sign in") {
                try await subject.service.linkingService.unlink(method, from: session)
            }
            try expect(try await subject.signIn(1).user.uid, is: session.user.uid, "the uid")
        },
        Case("a way to sign in that the account does not have cannot be taken from it") { subject in
            let session = try await subject.signIn(1).session
            for method in [LinkedMethod.apple, .google] where !session.user.providers.contains(method.rawValue) {
                try await expect([.notFound], "an unlinking of what is not linked") {
                    try await subject.service.linkingService.unlink(method, from: session)
                }
            }
        },
        Case("the nonce of a link is good for nothing else, as far as it can be told") { subject in
            let guest = try await subject.service.exchange(.anonymous).session
            let (first, second) = (
                try await subject.service.linkingService.nonce(linkingTo: guest),
                try await subject.service.linkingService.nonce(linkingTo: guest)
            )
            try expect(!first.value.exposed.isEmpty && first.value != second.value, "a nonce is given twice")
        },
    ]

    static let conflictCases: [Case] = [
        Case("a credential with an account of its own changes nothing, and a ticket comes along") { subject in
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
        Case("who keeps their account goes on as before") { subject in
            _ = try await subject.signIn(1)
            let guest = try await subject.service.exchange(.anonymous).session
            let ticket = try await conflict(guest, subject)
            let upgrade = try await subject.service.linkingService.resolveConflict(.keep, ticket: ticket, for: guest)
            try expect(upgrade.outcome, is: .kept, "the outcome")
            try expect(upgrade.user.uid, is: guest.user.uid, "the uid")
            _ = try await subject.service.refresh(upgrade.session)
        },
        Case("who switches is in the other account") { subject in
            let owner = try await subject.signIn(1)
            let guest = try await subject.service.exchange(.anonymous).session
            let ticket = try await conflict(guest, subject)
            let upgrade = try await subject.service.linkingService.resolveConflict(.switch, ticket: ticket, for: guest)
            try expect(upgrade.outcome, is: .switched, "the outcome")
            try expect(upgrade.user.uid, is: owner.user.uid, "the uid")
            _ = try await subject.service.refresh(upgrade.session)
        },
        Case("a policy decides without a ticket") { subject in
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
        Case("who switches leaves no session behind") { subject in
            _ = try await subject.signIn(1)
            let guest = try await subject.service.exchange(.anonymous).session
            let ticket = try await conflict(guest, subject)
            _ = try await subject.service.linkingService.resolveConflict(.switch, ticket: ticket, for: guest)
            try await expectEnded(guest, subject, "a refresh of the session from before")
        },
        Case("a guest who merges becomes part of the other account") { subject in
            let owner = try await subject.signIn(1)
            let guest = try await subject.service.exchange(.anonymous).session
            let ticket = try await conflict(guest, subject)
            let upgrade = try await subject.service.linkingService.resolveConflict(.merge, ticket: ticket, for: guest)
            try expect(upgrade.outcome, is: .merged, "the outcome")
            try expect(upgrade.user.uid, is: owner.user.uid, "the uid")
            _ = try await subject.service.refresh(upgrade.session)
        },
        Case("a ticket is good once") { subject in
            _ = try await subject.signIn(1)
            let guest = try await subject.service.exchange(.anonymous).session
            let ticket = try await conflict(guest, subject)
            let upgrade = try await subject.service.linkingService.resolveConflict(.keep, ticket: ticket, for: guest)
            try await expect([.ticketExpired], "a ticket's second use") {
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
        let error = try await expect([.credentialInUse], "a link of a credential that has an account") {
            _ = try await subject.service.linkingService.link(credential, to: session, profile: [:], onConflict: .fail)
        }
        guard let ticket = error.conflict?.ticket else { throw ConformanceFailure("no ticket came along") }
        return ticket
    }
}
