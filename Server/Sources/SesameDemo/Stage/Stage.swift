import Foundation
import SesameCore
package import SesameText
import SesameTexts

/// The place of a scene: says what happens, shows the phones, and compares what is seen with what is expected.
@MainActor package final class Stage {
    let venue: Venue
    /// The texts that the SDK shows.
    let texts: Texts
    /// The time of the phones. Between two steps a person takes their time; it is not waited for.
    let clock = PhoneClock()
    /// The consents that Apple and Google remember.
    let consents = Consents()
    private(set) var stepCount = 0
    private(set) var factCount = 0

    private let language: Language
    private let patience: Duration
    private let write: @MainActor (String) -> Void

    /// A stage at a venue.
    ///
    /// - Parameters:
    ///   - patience: How long something may take that is to be seen.
    ///   - write: Takes a line of the output.
    package init(
        at venue: Venue, language: Language, patience: Duration = .seconds(10),
        write: @escaping @MainActor (String) -> Void
    ) {
        self.venue = venue
        self.patience = patience
        self.write = write
        self.language = language
        texts = Texts(TextLanguage(preferring: [language.rawValue]))
    }

    /// A person of this run.
    func person(_ number: Int) -> Person {
        Person(number: venue.firstPerson + number - 1)
    }

    // MARK: What is said

    /// Something that somebody does.
    func step(_ words: Text) {
        stepCount += 1
        clock.letTimePass(3)
        write("")
        write("\(stepCount). \(self[words])")
    }

    func show(_ screen: PhoneScreen) {
        for line in screen.drawn { write("   \(line)") }
    }

    /// Shows what the server told somebody other than the user.
    func remark(_ words: Text) {
        write("   · \(self[words])")
    }

    subscript(words: Text) -> String { words[language] }

    // MARK: What is to be seen

    /// Compares what will not change any more.
    func expect<Value: Equatable>(_ fact: Text, _ expected: Value, is seen: Value) throws(FailedExpectation) {
        guard seen == expected else {
            throw FailedExpectation(fact, expected: String(describing: expected), seen: String(describing: seen))
        }
        confirm(fact)
    }

    /// Waits until it is seen.
    func expect<Value: Equatable>(
        _ fact: Text, _ expected: Value, _ seen: () async throws -> Value
    ) async throws {
        try await expect(fact, expected: String(describing: expected)) {
            let value = try await seen()
            return value == expected ? .met : .unmet(String(describing: value))
        }
    }

    /// Waits until it is seen, or something that will not change any more.
    ///
    /// - Parameter screen: The phone that it is about, to be shown then.
    func expect(
        _ fact: Text, expected: String, on screen: (() -> PhoneScreen)? = nil, _ look: () async throws -> Sight
    ) async throws {
        let end = ContinuousClock.now + patience
        while true {
            let sight = try await look()
            if case .unmet = sight, ContinuousClock.now < end {
                try await Task.sleep(for: .milliseconds(10))
                continue
            }
            if let screen { show(screen()) }
            guard let seen = sight.seen else { return confirm(fact) }
            throw FailedExpectation(fact, expected: expected, seen: seen)
        }
    }

    /// Expects an error of the SDK, and gives it.
    @discardableResult
    func expect(_ fact: Text, refusal code: AuthError.Code, of attempt: () async throws -> Void) async throws
        -> AuthError
    {
        do {
            try await attempt()
        } catch let error as AuthError where error.code == code {
            confirm(fact)
            return error
        } catch let error as AuthError {
            throw FailedExpectation(fact, expected: code.rawValue, seen: error.description)
        }
        throw FailedExpectation(
            fact, expected: code.rawValue, seen: self[StageText.accepted])
    }

    private func confirm(_ fact: Text) {
        factCount += 1
        write("   ✓ \(self[fact])")
    }
}

/// The result of a look.
enum Sight {
    /// The expectation was met.
    case met
    /// Something else, so far.
    case unmet(String)
    /// Something else, for good.
    case final(String)

    /// The thing seen in its place.
    fileprivate var seen: String? {
        switch self {
        case .met: nil
        case .unmet(let text), .final(let text): text
        }
    }
}
