import Foundation
import Sesame
import SesameCore
import SesameTexts
import Testing

/// Tests of the account screen's texts that depend on the shown data.
@Suite struct AccountTextsTests {
    private let texts = Texts(.english)

    @Test func `a sign-in method has its usual name`() {
        let names = ["apple", "google", "password", "anonymous", "email_link", "phone", "custom", "okta"]
        #expect(
            names.map(texts.name(ofMethod:)) == [
                "Apple", "Google", "Password", "Guest", "Email address", "Phone number", "Other", "okta",
            ])
    }

    @Test func `a second factor is named by its given name, else by its phone number or kind`() {
        let factors = [
            SecondFactorInfo(id: "1", kind: .phone, displayName: "Work", phone: "+*********79"),
            SecondFactorInfo(id: "2", kind: .phone, phone: "+*********78"), SecondFactorInfo(id: "3", kind: .phone),
            SecondFactorInfo(id: "4", kind: .authenticator),
        ]
        #expect(factors.map { texts.name(of: $0) } == ["Work", "+*********78", "Phone number", "Authenticator app"])
    }

    @Test func `a device shows its last use, or its start, or nothing`() {
        let date = Date(timeIntervalSince1970: 1_795_269_600)
        func session(_ isCurrent: Bool, begun: Date, used: Date?) -> AccountSession {
            AccountSession(
                id: "1", method: "google", isCurrent: isCurrent, creationDate: begun, lastRefreshDate: used)
        }
        let used = session(true, begun: .distantPast, used: date)
        let begun = session(false, begun: date, used: nil)
        #expect([used, begun].map { texts.name(of: $0) } == ["This device", "Google"])
        let lines = [used, begun].compactMap { texts.lastUse(of: $0) }
        #expect(lines.count == 2 && lines[0] != lines[1] && lines.allSatisfy { $0.contains("2026") })
        #expect(Texts(.french).lastUse(of: used)?.contains("nov.") == true)
        #expect(texts.lastUse(of: session(false, begun: .distantPast, used: nil)) == nil)
    }

    @Test func `the heading of a confirmation depends on its action`() {
        #expect(texts.heading(ofProofFor: .deletion) == texts[.deleteAccountQuestion])
        #expect(texts.heading(ofProofFor: .unlinking(.google)).contains("Google"))
        #expect(texts.heading(ofProofFor: .endingOtherSessions) == texts[.sessionsEndOthersQuestion])
        #expect(texts.heading(ofProofFor: .removingFactor("1")) == texts[.confirmIdentityTitle])
    }

    @Test func `an outcome has a heading and an instruction`() {
        let setup = SecondFactorSetup(expiresIn: .seconds(600))
        let app = AccountOutcome.enrollment(.authenticator(), setup)
        #expect([app, .recoveryCodes([])].map(texts.heading) == [texts[.factorsTitle], texts[.recoveryCodesTitle]])
        #expect(texts.instruction(for: app) == texts[.factorAppText])
        #expect(texts.instruction(for: .enrollment(.phone("+33612345678"), setup)).contains("+33612345678"))
        #expect(texts.instruction(for: .recoveryCodes([])) == texts[.recoveryCodesText])
    }

    @Test(arguments: TextLanguage.allCases)
    func `the password form has a title and a button for each purpose`(language: TextLanguage) {
        let texts = Texts(language)
        let uses = PasswordForm.Purpose.allCases
        let titles: [TextKey] = [
            .loginTitle, .registrationTitle, .passwordResetTitle, .registrationTitle, .passwordAddTitle,
            .passwordChange,
        ]
        let buttons: [TextKey] = [.loginTitle, .register, .passwordResetSend, .register, .save, .save]
        #expect(uses.map(texts.heading) == titles.map { texts[$0] })
        #expect(uses.map(texts.action) == buttons.map { texts[$0] })
        #expect(PasswordForm.Purpose.allCases.filter { texts.text(of: $0) != nil } == [.reset, .addition])
    }
}
