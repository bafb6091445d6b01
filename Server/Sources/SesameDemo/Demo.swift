import Foundation
import SesameCore
package import SesameText
import SesameTexts

/// A run of several scenarios, with a summary at the end.
@MainActor package struct Demo {
    private let venue: DemoServer
    private let language: Language
    private let patience: Duration
    private let write: @MainActor (String) -> Void

    /// Creates a demo on a server.
    ///
    /// - Parameters:
    ///   - patience: The maximum time to wait for an expectation to be met.
    ///   - write: A function that prints a line of output.
    package init(
        at venue: DemoServer, language: Language, patience: Duration = .seconds(10),
        write: @escaping @MainActor (String) -> Void
    ) {
        self.venue = venue
        self.language = language
        self.patience = patience
        self.write = write
    }

    /// Plays the scenarios and returns true if all expectations were met. A failed scenario does not stop the next one.
    package func play(_ names: [ScenarioName]) async throws(CancellationError) -> Bool {
        let start = ContinuousClock.now
        let server = venue.server.absoluteString
        write(
            self[
                RunnerText.server(server)])
        var results: [Result] = []
        for name in names { results.append(try await play(name)) }
        write("")
        write(heading(self[RunnerText.summary]))
        for result in results {
            let columns = [result.name.rawValue, self[result.counts], result.duration.inSeconds]
            write("   \(result.isMet ? "✓" : "✗") " + zip(columns, [13, 32, 0]).map(Self.padded).joined())
        }
        let isMet = results.allSatisfy(\.isMet)
        let duration = (ContinuousClock.now - start).inSeconds
        write("")
        write(
            self[
                isMet
                    ? RunnerText.allExpected(duration)
                    : RunnerText.notExpected(duration)])
        return isMet
    }

    private func play(_ name: ScenarioName) async throws(CancellationError) -> Result {
        let scene = name.scene
        let stage = DemoRunner(at: venue, language: language, patience: patience, write: write)
        write("")
        write(heading("\(name.title) · \(self[scene.subject])"))
        let start = ContinuousClock.now
        var isMet = false
        do {
            try await scene.play(on: stage)
            isMet = true
        } catch let failure as FailedExpectation {
            complain(failure)
        } catch let error as AuthError {
            complain(
                FailedExpectation(
                    RunnerText.noFault, expected: self[RunnerText.noError],
                    seen: "\(stage.texts.message(for: error)) (\(error))"))
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            complain(
                FailedExpectation(
                    RunnerText.noFault, expected: self[RunnerText.noError],
                    seen: String(describing: error)))
        }
        return Result(
            name: name, isMet: isMet, steps: stage.stepCount, facts: stage.factCount,
            duration: ContinuousClock.now - start)
    }

    private static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    private func complain(_ failure: FailedExpectation) {
        write("   ✗ \(self[failure.fact])")
        write("     \(self[RunnerText.expected]): \(failure.expected)")
        write("     \(self[RunnerText.seen]): \(failure.seen)")
    }

    private func heading(_ text: String) -> String {
        "\(text)\n\(String(repeating: "═", count: text.count))"
    }

    private subscript(words: Text) -> String { words[language] }
}

extension Demo {
    private struct Result {
        let name: ScenarioName
        let isMet: Bool
        let steps: Int
        let facts: Int
        let duration: Duration

        var counts: Text {
            RunnerText.counts("\(steps)", "\(facts)")
        }
    }
}

extension Duration {
    /// The duration as text, for example `1.3 s`.
    fileprivate var inSeconds: String {
        let tenths = (components.seconds * 10) + components.attoseconds / 100_000_000_000_000_000
        return "\(tenths / 10).\(tenths % 10) s"
    }
}

extension ScenarioName {
    fileprivate var scene: any DemoScenario {
        switch self {
        case .couple: CoupleScenario()
        case .familysync: FamilySyncScenario()
        case .castmate: CastMateScenario()
        case .prysm: PrysmScenario()
        case .authservice: AuthServiceScenario()
        }
    }
}
