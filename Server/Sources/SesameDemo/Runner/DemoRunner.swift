import Foundation
import SesameCore
package import SesameText
import SesameTexts

/// The environment of a scenario: it prints the steps and the screens, and compares expected and actual values.
@MainActor package final class DemoRunner {
    let venue: DemoServer
    /// The texts that the SDK displays.
    let texts: Texts
    /// The clock of the phones. It skips the time that a user takes between two steps.
    let clock = PhoneClock()
    /// The consents that Apple and Google remember.
    let consents = Consents()
    private(set) var stepCount = 0
    private(set) var factCount = 0

    private let language: Language
    private let patience: Duration
    private let write: @MainActor (String) -> Void

    /// Creates a runner on a server.
    ///
    /// - Parameters:
    ///   - patience: The time to wait for an expectation.
    ///   - write: A function that prints a line of output.
    package init(
        at venue: DemoServer, language: Language, patience: Duration = .seconds(10),
        write: @escaping @MainActor (String) -> Void
    ) {
        self.venue = venue
        self.patience = patience
        self.write = write
        self.language = language
        texts = Texts(TextLanguage(preferring: [language.rawValue]))
    }

    /// Returns a test user of this run.
    func person(_ number: Int) -> Person {
        Person(number: venue.firstPerson + number - 1)
    }

    // MARK: What is said

    /// Prints a user's action.
    func step(_ words: Text) {
        stepCount += 1
        clock.letTimePass(3)
        write("")
        write("\(stepCount). \(self[words])")
    }

    func show(_ screen: PhoneScreen) {
        for line in screen.drawn { write("   \(line)") }
    }

    /// Prints a server response to a caller other than the user.
    func remark(_ words: Text) {
        write("   · \(self[words])")
    }

    subscript(words: Text) -> String { words[language] }

    // MARK: What is to be seen

    /// Compares a final value with the expected one.
    func expect<Value: Equatable>(_ fact: Text, _ expected: Value, is seen: Value) throws(FailedExpectation) {
        guard seen == expected else {
            throw FailedExpectation(fact, expected: String(describing: expected), seen: String(describing: seen))
        }
        confirm(fact)
    }

    /// Waits until the value is as expected.
    func expect<Value: Equatable>(
        _ fact: Text, _ expected: Value, _ seen: () async throws -> Value
    ) async throws {
        try await expect(fact, expected: String(describing: expected)) {
            let value = try await seen()
            return value == expected ? .met : .unmet(String(describing: value))
        }
    }

    /// Waits until the expectation is met, or a final state shows that it cannot be.
    ///
    /// - Parameter screen: The phone to print afterwards.
    func expect(
        _ fact: Text, expected: String, on screen: (() -> PhoneScreen)? = nil,
        _ look: () async throws -> ExpectationResult
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

    /// Expects the SDK to throw an error with that code, and returns the error.
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
            fact, expected: code.rawValue, seen: self[RunnerText.accepted])
    }

    private func confirm(_ fact: Text) {
        factCount += 1
        write("   ✓ \(self[fact])")
    }
}

/// The result of one check.
enum ExpectationResult {
    /// The expectation was met.
    case met
    /// The expectation is not met yet; the text is the actual value.
    case unmet(String)
    /// The expectation cannot be met any more; the text is the actual value.
    case final(String)

    /// The actual value, if the expectation is not met.
    fileprivate var seen: String? {
        switch self {
        case .met: nil
        case .unmet(let text), .final(let text): text
        }
    }
}
