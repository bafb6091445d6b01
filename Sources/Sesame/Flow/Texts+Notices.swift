public import SesameTexts

extension Texts {
    /// What to say to somebody who is not signed in any more; nil where they know, or never were.
    public func notice(for reason: SignOutReason) -> String? {
        switch reason {
        case .noSession, .requested: nil
        case .elsewhere: self[.noticeSignedOutElsewhere]
        case .accountDeleted: self[.noticeAccountDeleted]
        case .ended(let code): message(for: code)
        }
    }

    /// What a deletion leaves to the person, and the way there; nil where nothing is left that they could do.
    public func notice(for deletion: AccountDeletion) -> String? {
        deletion.manualRevocation.contains(.apple) ? self[.noticeAppleConsentRemains] : nil
    }
}
