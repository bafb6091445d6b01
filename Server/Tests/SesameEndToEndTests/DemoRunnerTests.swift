import Foundation
import Sesame
import SesameCore
import SesameText
import Testing

@testable import SesameDemo

/// Tests of the phones that the demo draws, and of the expectations that it checks.
@MainActor struct DemoRunnerTests {
    private final class Paper {
        var lines: [String] = []
    }

    private func stage(
        _ paper: Paper, _ language: Language = .english, patience: Duration = .seconds(60)
    ) throws -> DemoRunner {
        let url = try #require(URL(string: "http://127.0.0.1:1"))
        let venue = DemoServer(
            server: url, providers: url, adminKey: Secret("key"), folder: URL(fileURLWithPath: "/nowhere"),
            firstPerson: 41)
        return DemoRunner(at: venue, language: language, patience: patience) { paper.lines.append($0) }
    }

    private let fact = Text("it is so", "c’est ainsi")

    @Test func `a met expectation is printed and counted, even when it takes a moment`() async throws {
        let paper = Paper()
        let stage = try stage(paper)
        var looks = 0
        try await stage.expect(fact, 3) {
            looks += 1
            return looks
        }
        #expect(looks == 3)
        #expect(stage.factCount == 1)
        #expect(paper.lines == ["   ✓ it is so"])
    }

    @Test func `an expectation that times out fails with the expected and the seen value`() async throws {
        let paper = Paper()
        let stage = try stage(paper, patience: .milliseconds(20))
        let failure = await #expect(throws: FailedExpectation.self) { try await stage.expect(fact, 3) { 2 } }
        #expect(failure?.fact == fact)
        #expect((failure?.expected, failure?.seen) == ("3", "2"))
        #expect(stage.factCount == 0)
        #expect(paper.lines.isEmpty)
    }

    @Test func `a final value is compared without waiting`() async throws {
        let stage = try stage(Paper())
        var looks = 0
        let failure = await #expect(throws: FailedExpectation.self) {
            try await stage.expect(fact, expected: "a", on: nil) {
                looks += 1
                return .final("b")
            }
        }
        #expect(looks == 1)
        #expect(failure?.seen == "b")
        try stage.expect(fact, 1, is: 1)
        #expect(stage.factCount == 1)
        let other = #expect(throws: FailedExpectation.self) { try stage.expect(fact, 1, is: 2) }
        #expect((other?.expected, other?.seen) == ("1", "2"))
    }

    @Test func `an expected error is met only by an error with the same code`() async throws {
        let stage = try stage(Paper(), .french)
        try await stage.expect(fact, refusal: .readOnlyField) { throw AuthError(.readOnlyField, "no") }
        #expect(stage.factCount == 1)
        let other = await #expect(throws: FailedExpectation.self) {
            try await stage.expect(fact, refusal: .readOnlyField) { throw AuthError(.offline, "no network") }
        }
        #expect(other?.seen == "offline: no network")
        let none = await #expect(throws: FailedExpectation.self) { try await stage.expect(fact, refusal: .offline) {} }
        #expect(none?.seen == "c’est accepté")
        #expect(stage.factCount == 1)
    }

    @Test func `steps are numbered, and each takes three seconds of the phones' time`() throws {
        let paper = Paper()
        let stage = try stage(paper, .french)
        let before = stage.clock.clock.now
        stage.step(fact)
        stage.step(Text(verbatim: "x"))
        #expect(paper.lines == ["", "1. c’est ainsi", "", "2. x"])
        #expect(stage.clock.clock.now.timeIntervalSince(before) >= 6)
        #expect(stage.person(2).name == "Test User 42")
    }

    @Test func `Apple remembers consent per user and app`() throws {
        let consents = try stage(Paper()).consents
        let (one, two) = (Person(number: 1), Person(number: 2))
        #expect(consents.agree(one, to: "couple"))
        #expect(!consents.agree(one, to: "couple"))
        #expect(consents.agree(one, to: "prysm"))
        #expect(consents.agree(two, to: "couple"))
        #expect(consents.sheetCount == 4)
    }

    @Test func `a phone is drawn as a frame around its rows`() {
        let screen = PhoneScreen(
            title: "Title",
            rows: [
                .text("words"), .problem("wrong"), .field("Name:", ""), .field("Name:", "Test User 1"),
                .choice(["One", "Two"], chosen: 1), .button("Go"), .item("Name", ["Change", "Remove it"]),
            ])
        let lines = screen.drawn
        #expect(Set(lines.map(\.count)).count == 1)
        #expect(lines.first?.first == "╭")
        #expect(lines.last?.last == "╯")
        let content = lines.dropFirst().dropLast().map {
            $0.dropFirst(2).dropLast(2).trimmingCharacters(in: .whitespaces)
        }
        #expect(
            content == [
                "Title", "", "words", "! wrong", "Name: …", "Name: Test User 1", "( ) One   (•) Two", "[ Go ]",
                "Name   [\u{a0}Change\u{a0}]   [\u{a0}Remove\u{a0}it\u{a0}]",
            ])
    }

    @Test(arguments: [
        String(repeating: "word ", count: 40), String(repeating: "long", count: 40),
        "a " + String(repeating: "é", count: 47),
        "", String(repeating: "b", count: 46), String(repeating: "b", count: 92),
    ])
    func `long text continues on the next line without losing a letter`(text: String) {
        let lines = PhoneScreen(title: "", rows: [.text(text)]).drawn
        #expect(Set(lines.map(\.count)).count == 1)
        let inside = lines.dropFirst(3).dropLast().map { $0.dropFirst(2).dropLast(2) }
        let letters = inside.joined().filter { $0 != " " }
        #expect(letters == text.filter { $0 != " " })
    }
}
