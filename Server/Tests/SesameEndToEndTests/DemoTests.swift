import Foundation
import SesameCore
import SesameDemo
import SesameDevelopment
import SesameDevelopmentProviders
import SesameText
import Testing

/// Tests that run each scene of `sesame demo` separately.
@MainActor struct DemoTests {
    @Test(arguments: ScenarioName.allCases, Language.allCases)
    func `every scene runs from start to end in both languages`(name: ScenarioName, language: Language) async throws {
        try await DevelopmentDemo.run { stage in
            let isMet = try await stage.play(name, in: language)
            #expect(isMet, "\(stage.story)")
            #expect(!stage.story.contains("✗"))
        }
    }

    @Test func `a second run on the same phones fails because a user is already signed in`() async throws {
        try await DevelopmentDemo.run { stage in
            let first = try await stage.play(.couple)
            let second = try await stage.play(.couple, patience: .seconds(2))
            #expect((first, second) == (true, false))
            #expect(stage.lines.contains("     expected: the sign-in"))
            #expect(stage.lines.contains("     seen: the app itself"))
        }
    }

    @Test(arguments: [
        (ScenarioName.couple, ProviderKind.apple, "provider_unavailable"), (.castmate, .google, "503"),
        (.authservice, .google, "provider_unavailable"),
    ])
    func `a scene whose provider is down fails and reports the error shown to the user`(
        name: ScenarioName, provider: ProviderKind, seen: String
    ) async throws {
        try await DevelopmentDemo.run { stage in
            stage.server.providers.faults.add(Fault(provider: provider, endpoint: .jwks, effect: .down))
            let isMet = try await stage.play(name, .familysync, patience: .seconds(60))
            #expect(!isMet)
            #expect(stage.lines.contains { $0.hasPrefix("   ✗ ") })
            #expect(stage.lines.contains { $0.hasPrefix("     seen: ") && $0.contains(seen) })
            let summary = stage.lines.drop { !$0.hasPrefix("Summary") }
            #expect(summary.contains { $0.hasPrefix("   ✗ \(name.rawValue)") })
            #expect(summary.last?.hasPrefix("Not as expected") == true)
        }
    }

    @Test func `both languages tell the same story and print no secret`() async throws {
        var stories: [[String]] = []
        for language in Language.allCases {
            try await DevelopmentDemo.run { stage in
                let isMet = try await stage.play(.couple, .castmate, .prysm, in: language)
                #expect(isMet)
                #expect(!stage.story.contains("eyJ"))
                #expect(!stage.story.contains(stage.venue.adminKey.exposed))
                stories.append(stage.lines)
            }
        }
        func shape(_ lines: [String]) -> [String] {
            lines.compactMap { line in
                line.first?.isNumber == true ? "step" : line.hasPrefix("   ✓ ") ? "fact" : nil
            }
        }
        #expect(shape(stories[0]) == shape(stories[1]))
        let steps = stories.map { $0.filter { $0.first?.isNumber == true } }
        #expect(zip(steps[0], steps[1]).allSatisfy { $0 != $1 })
    }

    @Test func `checking the venue throws when its providers are missing`() async throws {
        try await DevelopmentDemo.run { stage in
            try await stage.venue.check()
            let elsewhere = DemoServer(
                server: stage.venue.server, providers: stage.venue.server, adminKey: stage.venue.adminKey,
                folder: stage.venue.folder)
            await #expect(throws: (any Error).self) { try await elsewhere.check() }
        }
    }
}
