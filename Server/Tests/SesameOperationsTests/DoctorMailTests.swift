import SesameCore
import SesameHTTP
import Testing

@testable import SesameOperations

/// Tests of the doctor's checks of email and texts.
struct DoctorMailTests {
    private static let mail: JSONObject = ["server": "smtps://mail.example.com:465", "from": "no-reply@example.com"]

    @Test(arguments: [
        (MailClient.Greeting.unknownHost, "nobody knows the host"), (.unreachable, "nobody answers"),
        (.noMailServer, "does not speak SMTP"), (.noTLS, "does not begin TLS"),
        (.untrusted, "is not trusted"), (.refused, "does not take the user"), (.answered(code: 554), "with 554"),
        (.failed, "could not be asked"),
    ])
    func `a mail server that takes nothing is a fault, and the fix is said`(
        greeting: MailClient.Greeting, found: String
    ) async throws {
        let rig = try DoctorRig()
        let findings = await rig.findings(rig.settings(["mail": .object(Self.mail)]), greet: { _ in greeting })
        let fault = try #require(findings.first(.fault, "mail"))
        #expect(fault.found.contains(found) && fault.fix?.isEmpty == false)
    }

    @Test func `a mail server that would take mails is well`() async throws {
        let rig = try DoctorRig()
        let findings = await rig.findings(rig.settings(["mail": .object(Self.mail)]), greet: { _ in .ready })
        #expect(findings.first(.ok, "mail")?.found == "smtps://mail.example.com:465 would take mails")
    }

    @Test func `offline nothing is asked, and that is said`() async throws {
        let rig = try DoctorRig()
        #expect(await rig.findings(rig.settings(["mail": .object(Self.mail)])).first(.note, "mail") != nil)
    }

    @Test func `passwords without mail are worth a note`() async throws {
        let rig = try DoctorRig()
        let apps: JSONObject = ["shop": ["providers": ["password": [:]]]]
        let findings = await rig.findings(rig.settings(["apps": .object(apps)]))
        #expect(findings.first(.note, "mail")?.found.contains("shop") == true)
        #expect(await rig.findings().first(.note, "mail") == nil)
    }

    @Test func `an app that signs in by texts needs somebody who carries them`() async throws {
        let rig = try DoctorRig()
        let apps: JSONObject = ["shop": ["providers": ["password": ["phones": true]]]]
        let findings = await rig.findings(rig.settings(["apps": .object(apps)]))
        #expect(findings.first(.fault, "apps.shop.providers.password.phones")?.fix?.contains("texts") == true)
        var texts: JSONObject = ["url": "https://texts.example.com/send", "secretFile": "/etc/sesame/texts"]
        for countries: JSONValue? in [nil, []] {
            texts["countries"] = countries
            let nowhere = await rig.findings(rig.settings(["apps": .object(apps), "texts": .object(texts)]))
            #expect(nowhere.first(.fault, "texts.countries")?.fix?.contains("+33") == true)
        }
        texts["countries"] = ["+33"]
        let carried = await rig.findings(rig.settings(["apps": .object(apps), "texts": .object(texts)]))
        #expect(carried.first(.ok, "texts") != nil)
    }

    @Test func `what is wrong with the settings is said once`() async throws {
        let rig = try DoctorRig()
        let settings = rig.settings(["mail": ["server": "ftp://mail.example.com", "from": "no-reply@example.com"]])
        let faults = await rig.findings(settings, greet: { _ in .ready }).filter { $0.level == .fault }
        #expect(faults.map(\.subject) == ["mail.server"])
    }
}
