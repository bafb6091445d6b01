public import SesameTexts

extension Texts {
    /// Returns the notice for a user who is no longer signed in; nil if they signed out, or if no user was signed in.
    public func notice(for reason: SignOutReason) -> String? {
        switch reason {
        case .noSession, .byUser: nil
        case .endedByOtherProcess: self[.noticeSignedOutElsewhere]
        case .accountDeleted: self[.noticeAccountDeleted]
        case .ended(let code): message(for: code)
        }
    }

    /// Returns the notice, with directions, that the user has to withdraw the consent at Apple after a deletion; nil if
    /// ``AccountDeletion/manualRevocation`` does not contain Apple.
    public func notice(for deletion: AccountDeletion) -> String? {
        deletion.manualRevocation.contains(.apple) ? self[.noticeAppleConsentRemains] : nil
    }
}
