package import SesameText

/// A scenario of one app, played by the SDK against a running server.
package protocol DemoScenario: Sendable {
    /// The scenario's description in one line, printed after the app's name.
    var subject: Text { get }

    /// Plays the scenario. Throws the first ``FailedExpectation``, or an unexpected error of the SDK.
    @MainActor func play(on stage: DemoRunner) async throws
}
