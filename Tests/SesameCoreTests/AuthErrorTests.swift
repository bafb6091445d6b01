import Testing

@testable import SesameCore

@Suite struct AuthErrorTests {
    @Test(arguments: [
        ("cancelled", "ignore"), ("throttled", "ignore"), ("offline", "retry"), ("provider_unavailable", "retry"),
        ("storage_unavailable", "retry"), ("rate_limited", "retry"), ("not_authenticated", "signInAgain"),
        ("session_ended", "signInAgain"), ("session_revoked", "signInAgain"), ("user_deleted", "signInAgain"),
        ("user_disabled", "signInAgain"), ("storage_locked", "waitForUnlock"), ("invalid_token", "signInAgain"),
        ("invalid_nonce", "signInAgain"), ("credential_in_use", "chooseAccount"),
        ("reauthentication_required", "reauthenticate"), ("provider_required", "useAnotherMethod"),
        ("role_mismatch", "useAnotherMethod"), ("second_factor_required", "submitSecondFactor"),
        ("ticket_expired", "restart"), ("invalid_request", "correct"),
        ("profile_incomplete", "correct"), ("provider_already_linked", "useAnotherMethod"),
        ("last_method", "restart"), ("nothing_to_undo", "restart"), ("internal", "report"),
        ("invalid_credentials", "correct"), ("weak_password", "correct"), ("of_a_newer_server", "report"),
    ])
    func `every error code has its recovery`(code: String, recovery: String) {
        #expect(AuthError(AuthError.Code(rawValue: code), "").recovery.description == recovery)
    }

    @Test func `errors are equal if all but their causes match`() {
        let error = AuthError(.accountNotFound, "no account")
        #expect(error == AuthError(.accountNotFound, "no account", cause: AuthError(.offline, "no network")))
        #expect(error != AuthError(.offline, "no account") && error != AuthError(.accountNotFound, "none"))
        let changes: [(inout AuthError) -> Void] = [
            { $0.retryAfter = .seconds(1) }, { $0.requestID = "r" }, { $0.fields = ["name"] },
            { $0.isAboutAnotherAccount = true },
            { $0.registration = RegistrationOffer(ticket: Secret("t"), expiresIn: .seconds(1), prefill: .init()) },
            {
                $0.conflict = AccountConflict(
                    ticket: Secret("t"), expiresIn: .seconds(1), account: UserAuthInfo(uid: "u"))
            },
            {
                $0.secondFactor = SecondFactorChallenge(
                    ticket: Secret("t"), expiresIn: .seconds(1), factors: [], hasRecoveryCodes: false)
            },
        ]
        for change in changes {
            var (changed, again) = (error, error)
            change(&changed)
            change(&again)
            #expect(changed != error && changed == again)
        }
    }

    @Test func `an unknown account offers registration with a ticket, and another method without one`() {
        var error = AuthError(.accountNotFound, "")
        #expect(error.recovery.description == "useAnotherMethod")
        error.registration = RegistrationOffer(
            ticket: Secret("t"), expiresIn: .seconds(1), prefill: .init())
        #expect(error.recovery.description == "register")
    }
}

@Suite struct NonceTests {
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    ])
    func `the digest is the lower-case hexadecimal SHA-256 of FIPS 180`(value: String, digest: String) {
        #expect(Nonce(Secret(value)).sha256Hex == digest)
        #expect(Nonce(Secret(value)).forGoogle == value)
        #expect(Nonce(Secret(value), googleForm: .sha256Hex).forGoogle == digest)
    }
}
