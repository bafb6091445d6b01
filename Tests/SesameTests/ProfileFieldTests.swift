import Foundation
import SesameCore
import SesameTesting
import Testing

@testable import Sesame

enum Relationship: String, Sendable {
    case notInRelationship, upToSixMonths
}

extension ProfileField where Value == Relationship {
    fileprivate static var relationship: Self { .choice("relationshipDuration", unknown: .notInRelationship) }
}

extension ProfileField where Value == CalendarDay {
    fileprivate static var birthDate: Self { .day("birthDate") }
}

@Suite struct ProfileFieldTests {
    @Test func `a field of another type reads as nil and does not affect other fields`() {
        let profile = Profile.mock(
            of:
                "uid-1", ["name": 7, "city": "Lyon", "isSubscribed": "yes", "goals": "none", "age": "40"])
        #expect(profile[.name] == nil)
        #expect(profile[ProfileField.bool("isSubscribed")] == nil)
        #expect(profile[ProfileField.strings("goals")] == nil)
        #expect(profile[ProfileField.integer("age")] == nil)
        #expect(profile[.city] == "Lyon")
    }

    @Test func `null reads as absent`() {
        #expect(Profile.mock(of: "uid-1", ["name": nil])[.name] == nil)
    }

    @Test func `an unknown choice reads as the fallback and is not overwritten`() {
        let profile = Profile.mock(of: "uid-1", ["relationshipDuration": "sinceTheMoonLanding"])
        #expect(profile[.relationship] == .notInRelationship)
        var draft = ProfileDraft(profile)
        draft[.relationship] = draft[.relationship]
        #expect(draft.isEmpty)
        draft[.relationship] = .upToSixMonths
        #expect(draft.changes == ["relationshipDuration": "upToSixMonths"])
    }

    @Test(arguments: ["1990-05-17", "2024-02-29", "0001-01-01"])
    func `a calendar day is read and written unchanged`(text: String) {
        #expect(CalendarDay(text)?.text == text)
    }

    @Test(arguments: ["1990-5-17", "1990-02-30", "2023-02-29", "0000-01-01", "1990-05-17T00:00:00Z", "", "-990-05-17"])
    func `an invalid calendar day reads as nil`(text: String) {
        #expect(CalendarDay(text) == nil)
    }

    @Test(arguments: [-62_200_000_000.0, 253_402_300_800.0])
    func `a date outside the years 1 to 9999 has no calendar day`(seconds: Double) throws {
        let greenwich = try #require(TimeZone(secondsFromGMT: 0))
        #expect(CalendarDay(Date(timeIntervalSince1970: seconds), in: greenwich) == nil)
    }

    @Test func `a date is read with and without fractions and offset`() {
        let field = ProfileField.date("at")
        let moment = Date(timeIntervalSince1970: 1_700_000_000)
        #expect(field.read("2023-11-14T22:13:20Z") == moment)
        #expect(field.read("2023-11-14T22:13:20.500Z") == moment + 0.5)
        #expect(field.read("2023-11-15T00:13:20+02:00") == moment)
        #expect(field.read("2023-11-14") == nil)
        #expect(field.write(moment).flatMap(field.read) == moment)
    }

    @Test func `numbers are read only as their own type`() throws {
        let profile = Profile.mock(of: "uid-1", ["age": 40, "latitude": .number(try #require(JSONNumber(48.85)))])
        #expect(profile[ProfileField.integer("age")] == 40)
        #expect(profile[ProfileField.number("latitude")] == 48.85)
        #expect(profile[ProfileField.integer("latitude")] == nil)
        var draft = ProfileDraft(profile)
        draft[ProfileField.number("latitude")] = Double.infinity
        #expect(draft.isEmpty)
    }

    @Test func `a stored profile decodes unchanged and prints no personal data`() throws {
        let profile = Profile.mock(
            of:
                "uid-1", ["name": "Test User 1"], OnboardingStatus(state: .inProgress, step: "goals"))
        let data = try JSONEncoder().encode(KeptProfile(profile))
        #expect(try JSONDecoder().decode(KeptProfile.self, from: data).profile == profile)
        var dumped = ""
        dump(profile, to: &dumped)
        #expect(!"\(profile) \(dumped) \(ProfileDraft(profile))".contains("Test User"))
    }
}

@Suite struct ProfileDraftTests {
    let profile = Profile.mock(of: "uid-1", version: 3, ["name": "Test User 1", "age": "forty", "createdAt": "then"])

    @Test func `a draft holds only changed fields`() {
        var draft = ProfileDraft(profile)
        draft[.name] = "Test User 1"
        #expect(draft.isEmpty)
        draft[.name] = "Test User 2"
        draft[.city] = "Lyon"
        #expect(draft.changes == ["name": "Test User 2", "city": "Lyon"])
        draft[.name] = "Test User 1"
        #expect(draft.changes == ["city": "Lyon"])
    }

    @Test func `nil removes an existing field and ignores a missing one`() {
        var draft = ProfileDraft(profile)
        draft[.name] = nil
        draft[.city] = nil
        #expect(draft.changes == ["name": nil])
        #expect(draft[.name] == nil)
    }

    @Test func `writing back an unreadable value does not remove it`() {
        var draft = ProfileDraft(profile)
        let age = ProfileField.integer("age")
        draft[age] = draft[age]
        #expect(draft.isEmpty)
        draft.remove("age")
        #expect(draft.changes == ["age": nil])
    }

    @Test func `a draft never changes createdAt`() {
        var draft = ProfileDraft(profile)
        draft[ProfileField.string("createdAt")] = "now"
        draft.remove("createdAt")
        #expect(draft.isEmpty)
    }
}
