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
    func `the first language that is there is taken`(tags: [String], language: TextLanguage) {
        #expect(TextLanguage(preferring: tags) == language)
    }

    @Test func `values stand where the placeholders were, as they are`() {
        #expect(Texts(.french).text(.stepOf, "2", "5") == "Étape 2 sur 5")
        #expect(Texts(.english).text(.signedInAs, "%1$@ 100 % User") == "Signed in as %1$@ 100 % User")
        #expect(Texts(.english).text(.stepOf, "2") == "Step 2 of %2$@")
        #expect(Texts(.english).text(.cancel, "unused") == "Cancel")
    }

    @Test(arguments: codes, TextLanguage.allCases)
    func `every error can be told and acted upon`(code: AuthError.Code, language: TextLanguage) {
        let error = AuthError(code, "for developers only")
        let texts = Texts(language)
        #expect(!texts.message(for: error).contains("developers"))
        #expect(!texts.message(for: error).contains("%"))
        switch error.recovery {
        case .ignore, .waitForUnlock: #expect(texts.action(for: error.recovery) == nil)
        default: #expect(texts.action(for: error.recovery)?.isEmpty == false)
        }
    }

    @Test func `a code of a newer server reads as a fault`() {
        let error = AuthError(.init(rawValue: "brand_new"), "")
        #expect(Texts(.english).message(for: error) == Texts(.english)[.errorInternal])
    }

    @Test(arguments: [
        (0, "in 1 s."), (1, "in 1 s."), (119, "in 119 s."), (120, "in 2 min."), (121, "in 3 min."),
    ])
    func `when to try again is said in words`(seconds: Int, ending: String) {
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

    @Test func `what to show, and what it is called, is said of each factor`() {
        let texts = Texts(.english)
        #expect(texts.instruction(for: form(.factor("t"))) == texts[.secondFactorAppText])
        #expect(texts.instruction(for: form(.factor("p"))) == "We can send a code to +*********78.")
        #expect(texts.instruction(for: form(.recoveryCode)) == texts[.secondFactorRecoveryText])
        let names = form(.recoveryCode).choices.map { texts.name(of: $0, in: form(.recoveryCode)) }
        #expect(names == ["Text to +*********78", "Work", "Authenticator app", "Recovery code"])
    }

    @Test func `a wrong code is no wrong password`() {
        let texts = Texts(.english)
        var error = AuthError(.invalidCredentials, "")
        #expect(texts.message(for: error) == texts[.errorInvalidCredentials])
        error.fields = [SecondFactorChallenge.codeField]
        #expect(texts.message(for: error) == texts[.secondFactorWrong])
    }

    @Test func `a fault is told with what to quote in a report`() {
        var error = AuthError(.internal, "")
        error.requestID = "r-1"
        #expect(Texts(.english).message(for: error).hasSuffix("Reference: r-1"))
        #expect(Texts(.french).message(for: error).hasSuffix("Référence\u{a0}: r-1"))
    }

    @Test func `an error describes itself in the language of the device`() {
        let error: any Error = AuthError(.userDisabled, "for developers")
        #expect(error.localizedDescription == Texts(.preferred).message(for: .userDisabled))
        // A developer's `print` shows the code and the reason, not the message for users.
        #expect("\(error)" == "user_disabled: for developers")
    }

    @Test func `nobody is told that their session has ended when it has not`() {
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

    @Test func `who was signed out by others is told why`() {
        let texts = Texts(.english)
        #expect(texts.notice(for: .noSession) == nil)
        #expect(texts.notice(for: .byUser) == nil)
        #expect(texts.notice(for: .endedByOtherProcess) == texts[.noticeSignedOutElsewhere])
        #expect(texts.notice(for: .accountDeleted) == texts[.noticeAccountDeleted])
        #expect(texts.notice(for: .ended(.sessionRevoked)) == texts[.errorSessionRevoked])
    }

    @Test func `who has a consent left at Apple is told the way there, and nobody else`() {
        let left = AccountDeletion(manualRevocation: [.apple])
        #expect(Texts(.english).notice(for: left)?.contains("“Sign in with Apple”") == true)
        #expect(Texts(.french).notice(for: left)?.contains("Se connecter avec Apple") == true)
        #expect(Texts(.english).notice(for: AccountDeletion()) == nil)
        #expect(Texts(.english).notice(for: AccountDeletion(manualRevocation: [.google])) == nil)
    }

    @Test func `the first texts and the roles have their texts`() {
        #expect(TextKey.createSecureAccount.rawValue == "create_secure_account")
        #expect(Texts(.french)[.signInWithApple] == "Se connecter avec Apple")
        #expect(Texts(.french)[.continueWithGoogle] == "Continuer avec Google")
        #expect(Texts(.french, roles: ["RECRUTEUR": "Agence"]).name(ofRole: "RECRUTEUR") == "Agence")
        #expect(Texts(.english).name(ofRole: "COACH") == "COACH")
    }
}
