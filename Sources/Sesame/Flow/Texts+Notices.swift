public import SesameTexts

extension Texts {
    /// The notice for somebody who is not signed in any more; nil where they know, or never were.
    public func notice(for reason: SignOutReason) -> String? {
        switch reason {
        case .noSession, .requested: nil
        case .elsewhere: self[.noticeSignedOutElsewhere]
        case .accountDeleted: self[.noticeAccountDeleted]
        case .ended(let code): message(for: code)
        }
    }

    /// The notice about a consent that a deletion leaves to the person to withdraw, with the way there; nil where nothing is
    /// left that they could do.
    public func notice(for deletion: AccountDeletion) -> String? {
        deletion.manualRevocation.contains(.apple) ? self[.noticeAppleConsentRemains] : nil
    }
}
