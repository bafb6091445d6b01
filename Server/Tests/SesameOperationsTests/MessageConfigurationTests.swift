import Foundation
import SesameAccounts
import Testing

@testable import SesameOperations

/// Tests of the settings for text messages and for the caps on messages.
struct MessageConfigurationTests {
    @Test func `SMS goes only to the named countries, and in development to all`() throws {
        let secret = FileManager.default.temporaryDirectory.appendingPathComponent("sesame-\(UUID().uuidString)")
        try Data(String(repeating: "x", count: 32).utf8).write(to: secret)
        defer { try? FileManager.default.removeItem(at: secret) }
        func read(_ more: String) throws -> ServerConfiguration {
            let texts = #"{"url": "https://e.com", "secretFile": "\#(secret.path)"\#(more)}"#
            return try ServerConfiguration(parsing: ConfigurationTests.file(more: ", \"texts\": \(texts)"))
        }
        let named = try read(#", "countries": ["+33", "+1212"]"#)
        let prefixes = ["+33", "+1212"].compactMap { CallingPrefix($0) }
        #expect(named.messageRules.countries == .only(prefixes) && named.sms?.allowsNothing == false)
        for empty in ["", #", "countries": []"#] {
            let nowhere = try read(empty)
            #expect(nowhere.messageRules.countries == .only([]) && nowhere.sms?.allowsNothing == true)
        }
        #expect(try ServerConfiguration(parsing: ConfigurationTests.file()).messageRules.countries == .only([]))
        var development = named
        development.developmentServices = .test()
        #expect(development.messageRules.countries == .all)
    }

    @Test func `messages have the default, server or app caps, and none only if limits are off`()
        throws
    {
        let usual = try ServerConfiguration(parsing: ConfigurationTests.file()).messageRules
        #expect(usual.caps == MessageCaps() && usual.capsOfApps.isEmpty)
        let more = #", "rateLimits": {"textsPerDay": {"app": 50}, "mailsPerDay": {"receiver": 3}}"#
        let app = #"{"rateLimits": {"textsPerDay": {"country": 7}}}"#
        var configuration = try ServerConfiguration(
            parsing: ConfigurationTests.file(apps: "{\"shop\": \(app)}", more: more))
        let rules = configuration.messageRules
        let values = Dictionary(
            uniqueKeysWithValues: MessageCaps.Rule.all.map {
                ("\($0.channel.rawValue)_\($0.scope.rawValue)", rules.caps?[$0])
            })
        #expect(
            values == [
                "mail_receiver": 3, "mail_app": 10_000, "text_receiver": 10, "text_country": 200, "text_app": 50,
            ])
        #expect(rules.capsOfApps.values.map { Array($0.limits.values) } == [[7]])
        configuration.limits.isEnabled = false
        #expect(configuration.messageRules.caps == nil)
    }
}
