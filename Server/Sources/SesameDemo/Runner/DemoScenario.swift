package import SesameText

/// A scenario of one app, played by the SDK against a running server.
package protocol DemoScenario: Sendable {
    /// The subject of the scene, in one line.
    var subject: Text { get }

    /// Plays the scene. Throws the first ``FailedExpectation``, or an unexpected error of the SDK.
    @MainActor func play(on stage: DemoRunner) async throws
}
