import Foundation
import SesameCore
package import SesameText
import SesameTexts

/// The runner of a scenario. It prints the steps and the screens, and compares expected and actual values.
@MainActor package final class DemoRunner {
    let venue: DemoServer
    /// The texts that the SDK displays.
    let texts: Texts
    /// The phones' clock, which skips the time that a user takes between two steps.
    let clock = PhoneClock()
    /// The users' consents at Apple, shared by all devices of the scenario.
    let consents = Consents()
    private(set) var stepCount = 0
    private(set) var factCount = 0

    private let language: Language
    private let patience: Duration
    private let write: @MainActor (String) -> Void

    /// Creates a runner on a server.
    ///
    /// - Parameters:
    ///   - patience: The maximum time to wait for an expectation to be met.
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

    /// Returns the test user with the given number. The numbers begin at 1 in every run.
    func person(_ number: Int) -> Person {
        Person(number: venue.firstPerson + number - 1)
    }

    // MARK: What is said

    /// Prints a user's action with its number, and advances the phones' clock by three seconds.
    func step(_ words: Text) {
        stepCount += 1
        clock.letTimePass(3)
        write("")
        write("\(stepCount). \(self[words])")
    }

    func show(_ screen: PhoneScreen) {
        for line in screen.drawn { write("   \(line)") }
    }

    /// Prints a note about a response of the server that no screen shows.
    func remark(_ words: Text) {
        write("   · \(self[words])")
    }

    subscript(words: Text) -> String { words[language] }

    // MARK: What is to be seen

    /// Compares a value with the expected one; throws if they differ.
    func expect<Value: Equatable>(_ fact: Text, _ expected: Value, is seen: Value) throws(FailedExpectation) {
        guard seen == expected else {
            throw FailedExpectation(fact, expected: String(describing: expected), seen: String(describing: seen))
        }
        confirm(fact)
    }

    /// Waits until the value is as expected; throws if it is still different after the time limit.
    func expect<Value: Equatable>(
        _ fact: Text, _ expected: Value, _ seen: () async throws -> Value
    ) async throws {
        try await expect(fact, expected: String(describing: expected)) {
            let value = try await seen()
            return value == expected ? .met : .unmet(String(describing: value))
        }
    }

    /// Waits until the expectation is met. Throws if a final result shows that it cannot be met, or after the time
    /// limit.
    ///
    /// - Parameter screen: A function that returns the phone's screen to print afterwards.
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

    /// Expects the attempt to throw an error with the given code, and returns the error. Throws if the attempt succeeds
    /// or fails with another error.
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

/// The result of one check of the actual value: met, not met yet, or impossible to meet.
enum ExpectationResult {
    case met
    /// The expectation is not met yet; the text is the actual value.
    case unmet(String)
    /// The expectation can no longer be met; the text is the actual value.
    case final(String)

    /// The actual value; nil if the expectation was met.
    fileprivate var seen: String? {
        switch self {
        case .met: nil
        case .unmet(let text), .final(let text): text
        }
    }
}
