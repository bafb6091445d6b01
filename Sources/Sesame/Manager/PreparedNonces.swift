import Observation
package import SesameCore

/// Nonces that are there before they are asked for: for a button of a system, which makes its request at once.
///
/// One is at hand as long as ``run()`` goes on: another one after each use, after a change of who is signed in, and before
/// its time is over.
@MainActor @Observable package final class PreparedNonces {
    /// How long a nonce is kept. A server's is good for ten minutes, of which the person needs some.
    static let life = Duration.seconds(8 * 60)

    private var nonce: Nonce?
    @ObservationIgnored private let auth: AuthManager
    @ObservationIgnored private let random: @Sendable () -> Double
    /// Whose nonce it is: the session for a guest, whom the next sign-in keeps.
    @ObservationIgnored private var owner: String?
    @ObservationIgnored private var work: Task<Void, Never>?
    @ObservationIgnored private var isRunning = false

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
        return nonce
    }

    /// Keeps a nonce at hand until the task is cancelled.
    package func run() async {
        isRunning = true
        renew()
        for await _ in auth.states where owner != currentOwner { renew() }
        isRunning = false
        work?.cancel()
        nonce = nil
    }

    private var currentOwner: String? { auth.auth?.isAnonymous == true ? auth.sessionID : nil }

    private func renew() {
        work?.cancel()
        nonce = nil
        guard isRunning else { return }
        owner = currentOwner
        work = Task { [weak self, auth, random] in
            var backoff = Backoff()
            while !Task.isCancelled {
                let answer = await Result { () async throws(AuthError) in try await auth.nonce(for: .signIn) }
                guard !Task.isCancelled else { return }
                let pause: Duration
                switch answer {
                case .success(let nonce):
                    self?.nonce = nonce
                    backoff.reset()
                    pause = Self.life
                case .failure(let error):
                    // The one before may be too old by the time that it is used.
                    self?.nonce = nil
                    pause = backoff.next(after: error, random: random())
                }
                guard (try? await auth.clock.sleep(for: pause)) != nil else { return }
            }
        }
    }
}
