import Foundation
import Sesame
import SesameCore
import SesameWire
import Testing

@testable import SesameTexts

@Suite struct TextsTests {
    static let codes = Array(AuthError.Code.statuses.keys) + [.cancelled, .throttled, .offline, .storageLocked]

    @Test(arguments: [
        ([], TextLanguage.english), (["fr"], .french), (["fr-CA", "en"], .french), (["de-DE", "fr_FR"], .french),
        (["EN-gb", "fr"], .english), (["frr"], .english), ([""], .english),
    ])
    func `the first supported language is chosen`(tags: [String], language: TextLanguage) {
        #expect(TextLanguage(preferring: tags) == language)
    }

    @Test func `values replace their placeholders unchanged`() {
        #expect(Texts(.french).text(.stepOf, "2", "5") == "Étape 2 sur 5")
        #expect(Texts(.english).text(.signedInAs, "%1$@ 100 % User") == "Signed in as %1$@ 100 % User")
        #expect(Texts(.english).text(.stepOf, "2") == "Step 2 of %2$@")
        #expect(Texts(.english).text(.cancel, "unused") == "Cancel")
    }

    @Test(arguments: codes, TextLanguage.allCases)
    func `every error has a message, and an action unless it is ignored or waits for an unlock`(
        code: AuthError.Code, language: TextLanguage
    ) {
        let error = AuthError(code, "for developers only")
        let texts = Texts(language)
        #expect(!texts.message(for: error).contains("developers"))
        #expect(!texts.message(for: error).contains("%"))
        switch error.recovery {
        case .ignore, .waitForUnlock: #expect(texts.action(for: error.recovery) == nil)
        default: #expect(texts.action(for: error.recovery)?.isEmpty == false)
        }
    }

    @Test func `an unknown error code reads as an internal error`() {
        let error = AuthError(.init(rawValue: "brand_new"), "")
        #expect(Texts(.english).message(for: error) == Texts(.english)[.errorInternal])
    }

    @Test(arguments: [
        (0, "in 1 s."), (1, "in 1 s."), (119, "in 119 s."), (120, "in 2 min."), (121, "in 3 min."),
    ])
    func `the retry time is given in seconds or minutes`(seconds: Int, ending: String) {
        var error = AuthError(.rateLimited, "")
        error.retryAfter = .seconds(seconds)
        #expect(Texts(.english).message(for: error).hasSuffix("You can try again " + ending))
    }

    private func form(_ method: SecondFactorForm.Method) -> SecondFactorForm {
        let factors = [
            SecondFactorInfo(id: "p", kind: .phone, phone: "+*********78"),
            SecondFactorInfo(id: "n", kind: .phone, displayName: "Work", phone: "+*********79"),
            SecondFactorInfo(id: "t", kind: .authenticator),
        ]
        var form = SecondFactorForm(
            SecondFactorChallenge(ticket: Secret("t"), expiresIn: .seconds(1), factors: factors, hasRecoveryCodes: true)
        )
        form.method = method
        return form
    }

    @Test func `each second factor has an instruction and a name`() {
        let texts = Texts(.english)
        #expect(texts.instruction(for: form(.factor("t"))) == texts[.secondFactorAppText])
        #expect(texts.instruction(for: form(.factor("p"))) == "We can send a code to +*********78.")
        #expect(texts.instruction(for: form(.recoveryCode)) == texts[.secondFactorRecoveryText])
        let names = form(.recoveryCode).choices.map { texts.name(of: $0, in: form(.recoveryCode)) }
        #expect(names == ["Text to +*********78", "Work", "Authenticator app", "Recovery code"])
    }

    @Test func `a wrong code has another message than a wrong password`() {
        let texts = Texts(.english)
        var error = AuthError(.invalidCredentials, "")
        #expect(texts.message(for: error) == texts[.errorInvalidCredentials])
        error.fields = [SecondFactorChallenge.codeField]
        #expect(texts.message(for: error) == texts[.secondFactorWrong])
    }

    @Test func `an internal error shows its request ID`() {
        var error = AuthError(.internal, "")
        error.requestID = "r-1"
        #expect(Texts(.english).message(for: error).hasSuffix("Reference: r-1"))
        #expect(Texts(.french).message(for: error).hasSuffix("Référence\u{a0}: r-1"))
    }

    @Test func `an error describes itself in the device's language`() {
        let error: any Error = AuthError(.userDisabled, "for developers")
        #expect(error.localizedDescription == Texts(.preferred).message(for: .userDisabled))
        // A developer's `print` shows the code and the reason, not the message for users.
        #expect("\(error)" == "user_disabled: for developers")
    }

    @Test func `an error about another account does not say that the session has ended`() {
        let texts = Texts(.english)
        for code in [AuthError.Code.sessionEnded, .sessionRevoked] {
            var error = AuthError(code, "")
            #expect(texts.message(for: error) == texts.message(for: code))
            error.isAboutAnotherAccount = true
            #expect(texts.message(for: error) == texts[.errorProviderRequired])
        }
        var error = AuthError(.userDisabled, "")
        error.isAboutAnotherAccount = true
        #expect(texts.message(for: error) == texts[.errorUserDisabled])
    }

    @Test func `a sign-out shows its reason unless the user signed out`() {
        let texts = Texts(.english)
        #expect(texts.notice(for: .noSession) == nil)
        #expect(texts.notice(for: .byUser) == nil)
        #expect(texts.notice(for: .endedByOtherProcess) == texts[.noticeSignedOutElsewhere])
        #expect(texts.notice(for: .accountDeleted) == texts[.noticeAccountDeleted])
        #expect(texts.notice(for: .ended(.sessionRevoked)) == texts[.errorSessionRevoked])
    }

    @Test func `only a deletion with a remaining consent at Apple explains how to remove it`() {
        let left = AccountDeletion(manualRevocation: [.apple])
        #expect(Texts(.english).notice(for: left)?.contains("“Sign in with Apple”") == true)
        #expect(Texts(.french).notice(for: left)?.contains("Se connecter avec Apple") == true)
        #expect(Texts(.english).notice(for: AccountDeletion()) == nil)
        #expect(Texts(.english).notice(for: AccountDeletion(manualRevocation: [.google])) == nil)
    }

    @Test func `texts are found by language, and role names by role`() {
        #expect(TextKey.createSecureAccount.rawValue == "create_secure_account")
        #expect(Texts(.french)[.signInWithApple] == "Se connecter avec Apple")
        #expect(Texts(.french)[.continueWithGoogle] == "Continuer avec Google")
        #expect(Texts(.french, roles: ["RECRUTEUR": "Agence"]).name(ofRole: "RECRUTEUR") == "Agence")
        #expect(Texts(.english).name(ofRole: "COACH") == "COACH")
    }
}
