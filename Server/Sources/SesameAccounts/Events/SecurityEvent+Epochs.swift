extension SecurityEvent {
    /// The epochs that the event changes. A new kind of event must be listed here, even if it changes none.
    var advances: Set<Epoch> {
        switch kind {
        case .passwordChanged: [.password]
        case .loginAdded, .loginRemoved:
            detail == LocalCredential.Kind.email.rawValue ? [.address, .methods] : [.methods]
        // A proved address is a new sign-in method.
        case .loginVerified, .identityLinked, .identityUnlinked, .accountsMerged, .credentialChangeRequired: [.methods]
        case .secondFactorAdded, .secondFactorRemoved: [.factors]
        case .sessionRevoked, .refreshReuseDetected, .codeReuseDetected, .providerSessionsRevoked: [.sessions]
        case .mergeUndone, .consentRevoked, .providerAccountDeleted, .providerAccountDisabled: [.methods, .sessions]
        case .accountDisabled, .accountEnabled: [.state]
        // The end of one device's session affects no other device.
        case .signedOut, .sessionReplaced, .refreshRepeated: []
        case .accountCreated, .signedIn, .secondFactorRequired, .recoveryCodesMade, .recoveryCodeUsed, .linkConflicted,
            .linkKept, .readOnlyFieldRefused, .profileChanged, .deviceAdded, .deviceRemoved, .deviceMoved,
            .pushSenderMismatched,
            .signInFailed, .accessRefused, .rateLimited, .messageCapReached, .pushAccepted, .adminKeyCreated,
            .adminKeyUsed, .adminKeyRotated, .adminKeyRevoked, .signingKeyRotated, .emailForwardingStopped,
            .emailForwardingResumed, .dataExported, .accountDeleted, .confirmed, .providerAccountEnabled:
            []
        }
    }
}

extension StorageTransaction {
    /// Inserts an event, and advances the epochs of its account that the event changes.
    func insert(_ event: SecurityEvent) throws(StorageError) {
        try keep(event)
        let classes = event.advances
        guard !classes.isEmpty, let account = event.account, let app = event.app else { return }
        try advance(classes, of: account, in: app, at: event.at)
    }
}
