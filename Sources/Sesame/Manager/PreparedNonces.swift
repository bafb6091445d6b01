import Foundation
import Observation
package import SesameCore

/// Nonces that are there before they are asked for: for a button of a system, which makes its request at once.
///
/// One is at hand as long as ``run()`` goes on: another one after each use, after a change of who is signed in, and before
/// its time is over.
@MainActor @Observable package final class PreparedNonces {
    /// The time that a nonce is kept. A server's is good for ten minutes, of which the person needs some.
    static let life = Duration.seconds(8 * 60)
    /// The longest wait for another try, without a network: somebody stands before the button.
    private static let longestPause = Duration.seconds(15)
    /// The greatest age of a nonce that is given away, in seconds. An app that was suspended wakes up with an old one.
    private static let greatestAge = 9.0 * 60

    private var nonce: Nonce?
    /// The time at which it came.
    @ObservationIgnored private var issuedAt = Date.distantPast
    @ObservationIgnored private let auth: AuthManager
    @ObservationIgnored private let random: @Sendable () -> Double
    /// The session that the nonce is of: a guest's, whom the next sign-in keeps; nil for nobody's.
    @ObservationIgnored private var owner: String?
    @ObservationIgnored private var work: Task<Void, Never>?
    /// The number of calls of ``run()``: a view that takes another one's place begins before that one ends.
    @ObservationIgnored private var runs = 0

    /// Nonces for sign-ins by that manager.
    /// - Parameter random: Numbers from 0 up to 1, for the waits between two attempts.
    package init(_ auth: AuthManager, random: @escaping @Sendable () -> Double = { .random(in: 0..<1) }) {
        self.auth = auth
        self.random = random
    }

    /// True if a nonce is at hand.
    package var isReady: Bool { nonce != nil }

    /// Gives the nonce away, and prepares another one; nil when none is at hand.
    package func take() -> Nonce? {
        defer { renew() }
        return age < Self.greatestAge ? nonce : nil
    }

    /// Keeps a nonce at hand until the task is cancelled.
    package func run() async {
        runs += 1
        if runs == 1 { renew() }
        for await _ in auth.states where owner != currentOwner { renew() }
        runs -= 1
        guard runs == 0 else { return }
        work?.cancel()
        nonce = nil
    }

    private var age: Double { auth.clock.now.timeIntervalSince(issuedAt) }

    private var currentOwner: String? { auth.auth?.isAnonymous == true ? auth.sessionID : nil }

    private func renew() {
        work?.cancel()
        nonce = nil
        guard runs > 0 else { return }
        owner = currentOwner
        work = Task { [weak self, auth, random] in
            var backoff = Backoff()
            while !Task.isCancelled {
                // The device may have slept for longer.
                if let self, self.age >= Self.greatestAge { self.nonce = nil }
                let answer = await Result { () async throws(AuthError) in try await auth.nonce(for: .signIn) }
                guard !Task.isCancelled else { return }
                let pause: Duration
                switch answer {
                case .success(let nonce):
                    self?.nonce = nonce
                    self?.issuedAt = auth.clock.now
                    backoff.reset()
                    pause = Self.life
                case .failure(let error):
                    // The one before may be too old by the time that it is used.
                    self?.nonce = nil
                    let asked = error.retryAfter ?? .zero
                    pause = min(backoff.next(after: error, random: random()), max(Self.longestPause, asked))
                }
                guard (try? await auth.clock.sleep(for: pause)) != nil else { return }
            }
        }
    }
}
