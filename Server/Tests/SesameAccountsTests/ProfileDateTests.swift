import Foundation
import Testing

@testable import SesameAccounts

struct ProfileDateTests {
    @Test(arguments: [
        "1990-05-17", "2000-02-29", "0001-01-01", "9999-12-31", "1990-05-17T08:30:00Z", "1990-05-17t08:30:00z",
        "1990-05-17T23:59:59.999999999+23:59", "1990-05-17T00:00:00-00:00",
    ])
    func `a valid date or timestamp is read`(text: String) {
        #expect(ProfileDate(text) != nil)
    }

    @Test(arguments: [
        "", "1990", "1990-5-17", "1990-05-17 ", " 1990-05-17", "1990-13-01", "1990-00-01", "1990-02-30", "1900-02-29",
        "0000-01-01", "+1990-05-17", "1990-05-17T", "1990-05-17 08:30:00Z", "1990-05-17T24:00:00Z",
        "1990-05-17T08:60:00Z", "1990-05-17T08:30:60Z", "1990-05-17T08:30Z", "1990-05-17T08:30:00",
        "1990-05-17T08:30:00.Z",
        "1990-05-17T08:30:00.1234567890Z", "1990-05-17T08:30:00+24:00", "1990-05-17T08:30:00+0200", "1990-05-17Z",
        "１９９０-05-17", "1990-05-17T08:30:00ZZ", "1990-W20-4",
    ])
    func `an invalid date or timestamp is rejected`(text: String) {
        #expect(ProfileDate(text) == nil)
    }

    @Test(arguments: [
        ("1990-05-17T08:30:00Z", "1990-05-17T10:30:00+02:00"),
        ("1990-05-17T08:30:00Z", "1990-05-17T08:30:00.000-00:00"),
        ("1989-12-31T23:30:00Z", "1990-01-01T01:00:00+01:30"), ("1990-01-01T00:30:00Z", "1989-12-31T23:00:00-01:30"),
        ("1990-05-17T08:30:00.5Z", "1990-05-17T08:30:00.500000000Z"),
    ])
    func `two forms of the same moment are equal`(one: String, other: String) {
        #expect(ProfileDate(one) == ProfileDate(other))
    }

    @Test(arguments: [
        ("1990-05-17", "1990-05-17T00:00:00Z"), ("1990-05-17", "1990-05-18"),
        ("1990-05-17T08:30:00Z", "1990-05-17T08:30:00.001Z"), ("1990-05-17T08:30:00Z", "1990-05-17T08:30:00+00:01"),
    ])
    func `different moments are not equal, and neither are a day and its midnight`(one: String, other: String) {
        #expect(ProfileDate(one) != ProfileDate(other))
    }

    @Test func `the server writes timestamps in UTC, to the second`() {
        #expect(ProfileDate.text(Date(timeIntervalSince1970: 1_795_269_600.25)) == "2026-11-21T14:00:00Z")
        #expect(ProfileDate.text(Date(timeIntervalSince1970: 0)) == "1970-01-01T00:00:00Z")
    }

    @Test
    func `timestamps across seven centuries have the calendar's days, and equal their forms in another time zone`()
        throws
    {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
        for day in stride(from: -130_000, through: 130_000, by: 37) {
            let date = Date(timeIntervalSince1970: Double(day) * 86_400)
            let text = ProfileDate.text(date)
            let shifted = text.replacing("T00:00:00Z", with: "T23:00:00.000+23:00")
            #expect(ProfileDate(text) != nil && ProfileDate(text) == ProfileDate(shifted), "\(text)")
            let day = calendar.dateComponents([.year, .month, .day], from: date)
            let numbers = text.prefix(10).split(separator: "-").compactMap { Int($0) }
            #expect(numbers == [day.year, day.month, day.day], "\(text)")
        }
    }

    @Test(arguments: [
        ("1970-01-02", 86_400, 0, false), ("1970-01-01T00:00:01.5Z", 1, 500_000_000, true),
        ("1969-12-31T23:59:59.999999999Z", -1, 999_999_999, true), ("1970-01-01T00:30:00+01:00", -1_800, 0, true),
    ])
    func `a date has the expected seconds and fraction since 1970`(
        text: String, seconds: Int, fraction: Int, isMoment: Bool
    ) throws {
        let date = try #require(ProfileDate(text))
        #expect(date.seconds == seconds && date.fraction == fraction && date.isMoment == isMoment)
    }
}
