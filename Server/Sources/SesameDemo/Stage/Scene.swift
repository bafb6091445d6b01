package import SesameText

/// An app's life, played from start to end by the SDK against a running server.
package protocol Scene: Sendable {
    /// The subject, in a line.
    var subject: Text { get }

    /// Plays it. Throws the first ``FailedExpectation``, or what the SDK threw where nothing was to go wrong.
    @MainActor func play(on stage: Stage) async throws
}
