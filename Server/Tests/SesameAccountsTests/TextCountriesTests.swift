import Testing

@testable import SesameAccounts

struct TextCountriesTests {
    @Test(arguments: [
        ("+16505550123", "1"), ("+18765550123", "1"), ("+79161234567", "7"), ("+33612345678", "33"),
        ("+4915112345678", "49"), ("+351912345678", "351"), ("+3581234567", "358"), ("+8801712345678", "880"),
        ("+8613812345678", "86"), ("+9715012345678", "971"), ("+2101234567", "210"), ("+2819876543", "281"),
        ("+5521987654321", "55"), ("+5062123456", "506"),
    ])
    func `a phone number's country code has one, two or three digits`(text: String, code: String) throws {
        let number = try #require(PhoneNumber(text))
        #expect(number.countryCode == code)
    }

    @Test(arguments: ["+1", "+33", "+351", "+1212", "+44", "+447", "+88017", "+123456789012345"])
    func `a prefix with a complete country code is accepted`(text: String) throws {
        let prefix = try #require(CallingPrefix(text))
        #expect(prefix.description == text)
    }

    @Test(arguments: [
        "", "+", "33", "+0", "+033", "+3", "+35", "+ 33", "+33 6", "+3a", "++33", "+1234567890123456", "\u{FF0B}33",
        "+٣٣",
    ])
    func `any other prefix is rejected`(text: String) {
        #expect(CallingPrefix(text) == nil)
    }

    @Test func `SMS messages are sent only to phone numbers with an allowed prefix`() throws {
        let countries = TextCountries.only([try #require(CallingPrefix("+33")), try #require(CallingPrefix("+1212"))])
        for number in ["+33612345678", "+12125550123"] { #expect(countries.allows(number), "\(number)") }
        for number in ["+16505550123", "+18765550123", "+351912345678", "+3512345678", "+4915112345678"] {
            #expect(!countries.allows(number), "\(number)")
        }
        #expect(!TextCountries.only([]).allows("+33612345678"))
        #expect(TextCountries.all.allows("+33612345678"))
        let shared = TextCountries.only([try #require(CallingPrefix("+1"))])
        #expect(shared.allows("+18765550123"))
    }
}
