import Foundation
import SesameCore
package import SesameText
import SesameTexts

/// A run of several scenes, with a summary at the end.
@MainActor package struct Demo {
    private let venue: Venue
    private let language: Language
    private let patience: Duration
    private let write: @MainActor (String) -> Void

    /// Creates a demo at a venue.
    ///
    /// - Parameters:
    ///   - patience: The time to wait for an expectation.
    ///   - write: A function that prints a line of output.
    package init(
        at venue: Venue, language: Language, patience: Duration = .seconds(10),
        write: @escaping @MainActor (String) -> Void
    ) {
        self.venue = venue
        self.language = language
        self.patience = patience
        self.write = write
    }

    /// Plays the scenes and returns true if all expectations were met. A failed scene does not stop the next one.
    package func play(_ names: [SceneName]) async throws(CancellationError) -> Bool {
        let start = ContinuousClock.now
        let server = venue.server.absoluteString
        write(
            self[
                StageText.server(server)])
        var results: [Result] = []
        for name in names { results.append(try await play(name)) }
        write("")
        write(heading(self[StageText.summary]))
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
                    ? StageText.allExpected(duration)
                    : StageText.notExpected(duration)])
        return isMet
    }

    private func play(_ name: SceneName) async throws(CancellationError) -> Result {
        let scene = name.scene
        let stage = Stage(at: venue, language: language, patience: patience, write: write)
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
                    StageText.noFault, expected: self[StageText.noError],
                    seen: "\(stage.texts.message(for: error)) (\(error))"))
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            complain(
                FailedExpectation(
                    StageText.noFault, expected: self[StageText.noError],
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
        write("     \(self[StageText.expected]): \(failure.expected)")
        write("     \(self[StageText.seen]): \(failure.seen)")
    }

    private func heading(_ text: String) -> String {
        "\(text)\n\(String(repeating: "═", count: text.count))"
    }

    private subscript(words: Text) -> String { words[language] }
}

extension Demo {
    /// The result of a scene.
    private struct Result {
        let name: SceneName
        let isMet: Bool
        let steps: Int
        let facts: Int
        let duration: Duration

        var counts: Text {
            StageText.counts("\(steps)", "\(facts)")
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

extension SceneName {
    fileprivate var scene: any Scene {
        switch self {
        case .couple: CoupleScene()
        case .familysync: FamilySyncScene()
        case .castmate: CastMateScene()
        case .prysm: PrysmScene()
        case .authservice: AuthServiceScene()
        }
    }
}
