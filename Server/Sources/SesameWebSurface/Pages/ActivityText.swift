import SesameAccounts
import SesameText

extension ActivityText {
    /// Returns the text for an event; nil for an event that is hidden from the account's user.
    static func name(of event: SecurityEvent) -> Text? {
        switch event.kind {
        case .accountCreated: accountCreated
        case .signedIn: signedIn
        case .signedOut: signedOut
        case .confirmed: confirmed
        case .identityLinked: identityLinked
        case .identityUnlinked: identityUnlinked
        case .loginAdded: loginAdded
        case .loginRemoved: loginRemoved
        case .loginVerified: loginVerified
        case .secondFactorRequired: secondFactorRequired
        case .secondFactorAdded: secondFactorAdded
        case .secondFactorRemoved: secondFactorRemoved
        case .recoveryCodesMade: recoveryCodesMade
        case .recoveryCodeUsed: recoveryCodeUsed
        case .passwordChanged: passwordChanged
        case .linkConflicted, .linkKept: linkConflicted
        case .accountsMerged: accountsMerged
        case .mergeUndone: mergeUndone
        case .refreshRepeated: refreshRepeated
        case .refreshReuseDetected, .codeReuseDetected: stolen
        case .sessionRevoked: sessionRevoked
        case .sessionReplaced: sessionReplaced
        case .profileChanged: profileChanged
        case .deviceAdded: deviceAdded
        case .deviceRemoved: deviceRemoved
        case .deviceMoved: deviceMoved
        case .consentRevoked: consentRevoked
        case .providerAccountDeleted: providerAccountDeleted
        case .providerSessionsRevoked: providerSessionsRevoked
        case .providerAccountDisabled: providerAccountDisabled
        case .providerAccountEnabled: providerAccountEnabled
        case .credentialChangeRequired: credentialChangeRequired
        case .emailForwardingStopped: emailForwardingStopped
        case .emailForwardingResumed: emailForwardingResumed
        case .accountDisabled: accountDisabled
        case .accountEnabled: accountEnabled
        case .dataExported: dataExported
        case .accountDeleted: accountDeleted
        case .signInFailed, .accessRefused, .rateLimited, .messageCapReached, .pushSenderMismatched, .pushAccepted,
            .readOnlyFieldRefused, .adminKeyCreated, .adminKeyUsed, .adminKeyRotated, .adminKeyRevoked,
            .signingKeyRotated:
            nil
        }
    }
}
