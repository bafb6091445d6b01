import SesameCore
import SesameHTTP
import Testing

@testable import SesameOperations

/// Tests of the doctor's checks of the settings for email and text messages.
struct DoctorMailTests {
    private static let mail: JSONObject = ["server": "smtps://mail.example.com:465", "from": "no-reply@example.com"]

    @Test(arguments: [
        (MailClient.Greeting.unknownHost, "cannot be resolved"), (.unreachable, "cannot be reached"),
        (.noMailServer, "does not respond as an SMTP server"), (.noTLS, "does not offer TLS"),
        (.untrusted, "is not trusted"), (.refused, "rejects the user name and password"),
        (.answered(code: 554), "with 554"), (.failed, "could not be tested"),
    ])
    func `an unusable email server is a fault with a cure`(
        greeting: MailClient.Greeting, found: String
    ) async throws {
        let rig = try DoctorRig()
        let findings = await rig.findings(rig.settings(["mail": .object(Self.mail)]), greet: { _ in greeting })
        let fault = try #require(findings.first(.fault, "mail"))
        #expect(fault.found.contains(found) && fault.fix?.isEmpty == false)
    }

    @Test func `an email server that would accept email is fine`() async throws {
        let rig = try DoctorRig()
        let findings = await rig.findings(rig.settings(["mail": .object(Self.mail)]), greet: { _ in .ready })
        #expect(findings.first(.ok, "mail")?.found == "smtps://mail.example.com:465 accepts emails")
    }

    @Test func `the doctor adds a note when it may not contact the email server`() async throws {
        let rig = try DoctorRig()
        #expect(await rig.findings(rig.settings(["mail": .object(Self.mail)])).first(.note, "mail") != nil)
    }

    @Test func `password sign-in without an email server is a note`() async throws {
        let rig = try DoctorRig()
        let apps: JSONObject = ["shop": ["providers": ["password": [:]]]]
        let findings = await rig.findings(rig.settings(["apps": .object(apps)]))
        #expect(findings.first(.note, "mail")?.found.contains("shop") == true)
        #expect(await rig.findings().first(.note, "mail") == nil)
    }

    @Test func `an app with SMS sign-in needs an SMS service and its countries`() async throws {
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

    @Test func `an invalid email setting is reported once`() async throws {
        let rig = try DoctorRig()
        let settings = rig.settings(["mail": ["server": "ftp://mail.example.com", "from": "no-reply@example.com"]])
        let faults = await rig.findings(settings, greet: { _ in .ready }).filter { $0.level == .fault }
        #expect(faults.map(\.subject) == ["mail.server"])
    }
}
