import Sesame
import SesameCore

extension AuthServiceConformance {
    static let undoCases: [Case] = [
        Case("an undone merge restores the guest, and the other account is as before") { subject in
            let owner = try await subject.signIn(1)
            let guest = try await subject.service.exchange(.anonymous).session
            let merged = try await merge(guest, subject)
            try expect(merged.undoableUntil != nil, "the merge has no deadline for an undo")
            let undone = try await subject.service.linkingService.undoMerge(for: merged.session)
            try expect(undone.outcome, is: .undone, "the outcome")
            try expect(undone.user.uid, is: guest.user.uid, "the uid")
            try expect(undone.user.isAnonymous, "the restored user is not a guest")
            _ = try await subject.service.refresh(undone.session)
            try await expectEnded(merged.session, subject, "a refresh of the merged session")
            try expect(try await subject.signIn(1).user.uid, is: owner.user.uid, "the owner's uid")
        },
        Case("a guest's merge can be undone once, and only in the session that continued after it") { subject in
            _ = try await subject.signIn(1)
            let guest = try await subject.service.exchange(.anonymous).session
            let merged = try await merge(guest, subject)
            let elsewhere = try await subject.signIn(1).session
            try await expect([.nothingToUndo], "undoing a guest's merge in another session") {
                _ = try await subject.service.linkingService.undoMerge(for: elsewhere)
            }
            let undone = try await subject.service.linkingService.undoMerge(for: merged.session)
            try await expect([.nothingToUndo], "undoing a merge twice") {
                _ = try await subject.service.linkingService.undoMerge(for: undone.session)
            }
        },
        Case("without a merge there is nothing to undo") { subject in
            let session = try await subject.signIn(1).session
            try await expect([.nothingToUndo], "undoing without a merge") {
                _ = try await subject.service.linkingService.undoMerge(for: session)
            }
        },
    ]

    private static func merge(_ guest: Session, _ subject: Subject) async throws -> Upgrade {
        let credential = try await subject.credential(1, linkingTo: guest)
        return try await subject.service.linkingService.link(credential, to: guest, profile: [:], onConflict: .merge)
    }
}
