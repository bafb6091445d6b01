import Sesame
import SesameCore
import SesameTesting

/// A back end with one mistake. The mistake's raw value is part of the name of the case that finds it.
struct WrongService: AuthLinkingService, AuthPasswordService, AuthCodeService, AuthSecondFactorService,
    AuthSessionService, AuthExportService
{
    enum Mistake: String, CaseIterable {
        case oneNonce = "every nonce"
        case oneAccount = "two users have two accounts"
        case alwaysNew = "later ones find it"
        case sameTokens = "a new access token"
        case oneUse = "whose response was lost"
        case keepsRevoked = "a revoked session has ended"
        case refusesSecondRevocation = "revoked twice"
        case confirmsAnybody = "another user's credential does not reauthenticate"
        case deletesNothing = "ends the account's sessions on all devices"
        case repeatsDeletions = "reports that the account is deleted"
        case leavesToPeople = "only consents that they have given"
        case leavesToGuests = "no steps remain for the user"
        case sharesGuests = "every guest is a new user"
        case linksToNobody = "keeps the uid"
        case unlinksAll = "only sign-in method cannot be unlinked"
        case missesNothing = "does not have cannot be unlinked"
        case takesOver = "changes nothing, and the error has a ticket"
        case takesAnyPassword = "a wrong password and"
        case tellsNames = "and an unknown email address"
        case sharesAddresses = "creates no second account"
        case takesWeakPasswords = "a weak password creates no account"
        case givesAddressesAway = "cannot add another account's email address"
        case keepsPassword = "only the new password signs in"
        case changesWithoutProof = "requires the current password"
        case confirmsByAnyPassword = "only the user's own password"
        case tellsMails = "a known and for an unknown email address"
        case mailsForNobody = "until the account is deleted"
        case removesPassword = "a password that is the only sign-in method"
        case undoesForOthers = "only in the session that continued after it"
        case undoesNothing = "an undone merge restores the guest"
        case undoesAlways = "without a merge"
        case asksNobody = "every sign-in of a user with an authenticator app"
        case takesAnyCode = "a wrong code signs nobody in"
        case takesAnyTicket = "an unknown or used ticket"
        case hidesRecoveryCodes = "replaces the second factor once"
        case confirmsByFirstProof = "only that factor reauthenticates the user"
        case keepsFactors = "no longer required after its removal"
        case addsWithoutCode = "only after its first code"
        case changesSessions = "and the session keeps its id"
        case keepsOthers = "the first second factor ends all other sessions"
        case makesCodesForNobody = "recovery codes require a second factor"
        case protectsGuests = "a guest cannot enroll a second factor"
        case hidesSessions = "sees all of their own sessions"
        case listsStrangers = "and no others"
        case keepsSessions = "can end a session on another device"
        case endsForStrangers = "cannot end another user's session"
        case forgetsPeople = "the next one signs in to it"
        case takesCodesTwice = "stays valid for one use"
        case confirmsByAnyMail = "only a code to the user's own email address"
        case endsNoOthers = "all other sessions end at once"
    }

    let service = MockAuthService()
    let mistake: Mistake

    func nonce() async throws(AuthError) -> Nonce {
        mistake == .oneNonce ? Nonce(Secret("n")) : try await service.nonce()
    }

    func nonce(linkingTo session: Session) async throws(AuthError) -> Nonce {
        try await service.nonce(linkingTo: session)
    }

    func exchange(_ credential: AuthCredential) async throws(AuthError) -> SignIn {
        var signIn: SignIn
        switch (mistake, credential) {
        case (.oneAccount, .google(_, let nonce, let role)):
            signIn = try await service.exchange(.google(idToken: Secret("one"), nonce: nonce, role: role))
        case (.sharesGuests, .anonymous):
            signIn = try await service.exchange(.google(idToken: Secret("guest"), nonce: nil))
            signIn.session.user.isAnonymous = true
        case (.forgetsPeople, .code(_, let sent, _)):
            let number = service.emailRecipients.count
            signIn = try await service.exchange(.google(idToken: Secret("\(sent.receiver) \(number)"), nonce: nil))
        case (.takesCodesTwice, .code(_, let sent, _)):
            signIn = try await service.exchange(credential)
            _ = try await service.sendSignInCode(to: sent.receiver, language: nil)
        default: signIn = try await exchangeByPassword(credential)
        }
        if mistake == .alwaysNew { signIn.isNewUser = true }
        return signIn
    }

    private func asExpected(_ credential: AuthCredential) async throws(AuthError) -> SignIn {
        do throws(AuthError) {
            return try await service.exchange(credential)
        } catch {
            switch (mistake, error.code) {
            case (.asksNobody, .secondFactorRequired), (.takesAnyCode, .invalidCredentials),
                (.takesAnyTicket, .ticketExpired):
                return try await service.exchange(.anonymous)
            case (.hidesRecoveryCodes, .secondFactorRequired):
                var error = error
                error.secondFactor = error.secondFactor.map {
                    SecondFactorChallenge(
                        ticket: $0.ticket, expiresIn: $0.expiresIn, factors: $0.factors, hasRecoveryCodes: false)
                }
                throw error
            default: throw error
            }
        }
    }

    func sendSecondFactorCode(
        for step: SecondFactorStep, to factor: String?, language: String?
    ) async throws(AuthError) {
        try await service.sendSecondFactorCode(for: step, to: factor, language: language)
    }

    func secondFactors(of session: Session) async throws(AuthError) -> SecondFactorStatus {
        try await service.secondFactors(of: session)
    }

    func startSecondFactorEnrollment(
        _ factor: NewSecondFactor, of session: Session, language: String?
    ) async throws(AuthError) -> SecondFactorSetup {
        if mistake == .protectsGuests, session.user.isAnonymous { return SecondFactorSetup(expiresIn: .seconds(600)) }
        return try await service.startSecondFactorEnrollment(factor, of: session, language: language)
    }

    func finishSecondFactorEnrollment(
        _ factor: NewSecondFactor, code: Secret, continuing continuation: Secret?, to session: Session
    ) async throws(AuthError) -> (added: SecondFactorInfo, session: Session) {
        do throws(AuthError) {
            var next = try await service.finishSecondFactorEnrollment(
                factor, code: code, continuing: continuation, to: session)
            if mistake == .changesSessions { next.session.id = "another" }
            return next
        } catch {
            guard mistake == .addsWithoutCode else { throw error }
            return (SecondFactorInfo(id: "x", kind: .authenticator), session)
        }
    }

    func removeSecondFactor(_ id: String, from session: Session) async throws(AuthError) -> Session {
        if mistake == .keepsFactors { return session }
        return try await service.removeSecondFactor(id, from: session)
    }

    func generateRecoveryCodes(for session: Session) async throws(AuthError) -> [Secret] {
        if mistake == .makesCodesForNobody { return [Secret("a code")] }
        return try await service.generateRecoveryCodes(for: session)
    }

    private func exchangeByPassword(_ credential: AuthCredential) async throws(AuthError) -> SignIn {
        do throws(AuthError) {
            return try await asExpected(credential)
        } catch {
            switch (mistake, error.code) {
            case (.tellsNames, .invalidCredentials): throw AuthError(.accountNotFound, "nobody has the address")
            case (.takesAnyPassword, .invalidCredentials), (.sharesAddresses, .credentialInUse),
                (.takesWeakPasswords, .weakPassword):
                return try await service.exchange(.anonymous)
            default: throw error
            }
        }
    }

    func sendPasswordReset(to email: String, language: String?) async throws(AuthError) {
        let isKnown = service.credentials.contains { credential in
            if case .passwordRegistration(let form) = credential { form.credential.email == email } else { false }
        }
        if mistake == .tellsMails, !isKnown { throw AuthError(.notFound, "nobody has the address") }
    }

    func sendVerification(for session: Session, language: String?) async throws(AuthError) {
        if mistake == .mailsForNobody { return }
        try await service.sendVerification(for: session, language: language)
    }

    func sendSignInCode(to receiver: String, language: String?) async throws(AuthError) -> SentCode {
        try await service.sendSignInCode(to: receiver, language: language)
    }

    func changePassword(
        of session: Session, from current: Secret?, to password: Secret
    ) async throws(AuthError) -> Session {
        if mistake == .keepsPassword { return try await service.refresh(session) }
        return try await service.changePassword(
            of: session, from: mistake == .changesWithoutProof ? nil : current, to: password)
    }

    func refresh(_ session: Session) async throws(AuthError) -> Session {
        if mistake == .sameTokens { return session }
        if mistake == .keepsOthers { return (try? await service.refresh(session)) ?? session }
        let fresh = try await service.refresh(session)
        if mistake == .oneUse { _ = try await service.refresh(fresh) }
        return fresh
    }

    func reauthenticate(_ session: Session, with credential: AuthCredential) async throws(AuthError) -> Session {
        if mistake == .confirmsAnybody { return session }
        if mistake == .confirmsByFirstProof, case .google = credential { return session }
        if mistake == .confirmsByAnyMail, case .code = credential { return session }
        if mistake == .confirmsByAnyPassword, case .password = credential { return session }
        return try await service.reauthenticate(session, with: credential)
    }

    func link(
        _ credential: AuthCredential, to session: Session, profile: JSONObject, onConflict: ConflictPolicy
    ) async throws(AuthError) -> Upgrade {
        if mistake == .givesAddressesAway, case .password(let credential) = credential {
            return try await service.link(
                .password(PasswordCredential(email: "other@example.com", password: credential.password)), to: session,
                profile: profile, onConflict: onConflict)
        }
        if mistake == .linksToNobody {
            return Upgrade(outcome: .linked, session: try await service.exchange(credential).session)
        }
        return try await service.link(
            credential, to: session, profile: profile, onConflict: mistake == .takesOver ? .switch : onConflict)
    }

    func unlink(_ method: LinkedMethod, from session: Session) async throws(AuthError) {
        do throws(AuthError) {
            try await service.unlink(method, from: session)
        } catch {
            switch (mistake, error.code) {
            case (.unlinksAll, .lastMethod), (.removesPassword, .lastMethod), (.missesNothing, .notFound): return
            default: throw error
            }
        }
    }

    func resolveConflict(
        _ choice: ConflictChoice, ticket: Secret, for session: Session
    ) async throws(AuthError) -> Upgrade {
        try await service.resolveConflict(choice, ticket: ticket, for: session)
    }

    func undoMerge(for session: Session) async throws(AuthError) -> Upgrade {
        if mistake == .undoesNothing { return Upgrade(outcome: .undone, session: session) }
        do throws(AuthError) {
            return try await service.undoMerge(for: session)
        } catch {
            guard mistake == .undoesForOthers || mistake == .undoesAlways else { throw error }
            return Upgrade(outcome: .undone, session: session)
        }
    }

    func revoke(_ revocation: Revocation) async throws(AuthError) {
        if mistake == .keepsRevoked { return }
        if mistake == .refusesSecondRevocation, service.revoked.contains(revocation.refreshToken.exposed) {
            throw AuthError(.sessionEnded, "it has ended already")
        }
        try await service.revoke(revocation)
    }

    func sessions(of session: Session) async throws(AuthError) -> [AccountSession] {
        let list = try await service.sessions(of: session)
        guard mistake == .listsStrangers, let first = list.first else {
            return mistake == .hidesSessions ? list.filter(\.isCurrent) : list
        }
        return list + [
            AccountSession(id: "x", method: "google", isCurrent: false, creationDate: first.creationDate)
        ]
    }

    func endSession(_ id: String, of session: Session) async throws(AuthError) {
        if mistake == .keepsSessions { return }
        do throws(AuthError) {
            try await service.endSession(id, of: session)
        } catch {
            if mistake == .endsForStrangers { service.end(.sample(0, id: id)) }
            throw error
        }
    }

    func endOtherSessions(of session: Session) async throws(AuthError) {
        if mistake == .endsNoOthers { return }
        try await service.endOtherSessions(of: session)
    }

    func export(_ session: Session) async throws(AuthError) -> [UInt8] { try await service.export(session) }

    func deleteAccount(_ session: Session) async throws(AuthError) -> AccountDeletion {
        if mistake == .deletesNothing { return AccountDeletion() }
        do throws(AuthError) {
            let deletion = try await service.deleteAccount(session)
            switch (mistake, session.user.isAnonymous) {
            case (.leavesToPeople, false), (.leavesToGuests, true):
                return AccountDeletion(manualRevocation: [.apple])
            default: return deletion
            }
        } catch {
            guard mistake == .repeatsDeletions, error.code == .userDeleted else { throw error }
            return AccountDeletion()
        }
    }
}
