import Foundation
import Observation
package import SesameCore

/// A supply of nonces that are fetched in advance, for a system button that starts its request at once.
///
/// While ``run()`` runs, a new nonce is fetched after each use, when the session of a guest begins or ends, and before
/// the current nonce expires.
@MainActor @Observable package final class PreparedNonces {
    /// The time after which a nonce is replaced: eight minutes. A server's nonce is valid for ten minutes, and the user
    /// needs part of that time to sign in.
    static let life = Duration.seconds(8 * 60)
    /// The longest wait before a retry, unless the server asks for a longer one: short, because the user waits for the
    /// button.
    private static let maxBackoff = Duration.seconds(15)
    /// The maximum age of a returned nonce, in seconds. After a suspension of the app, the stored nonce may be older;
    /// it is then not returned.
    private static let maxAllowedAge = 9.0 * 60

    private var nonce: Nonce?
    /// The time at which the nonce was received.
    @ObservationIgnored private var issuedAt = Date.distantPast
    @ObservationIgnored private let auth: AuthManager
    @ObservationIgnored private let random: @Sendable () -> Double
    /// The id of the guest's session for which the nonce is fetched, because the next sign-in keeps the guest; nil if
    /// no guest is signed in.
    @ObservationIgnored private var owner: String?
    @ObservationIgnored private var work: Task<Void, Never>?
    /// The number of running calls of ``run()``: two while one view replaces another.
    @ObservationIgnored private var runs = 0

    /// Creates a supply of nonces for sign-ins with the manager.
    /// - Parameter random: The source of numbers from 0 up to 1, for the waits between two attempts.
    package init(_ auth: AuthManager, random: @escaping @Sendable () -> Double = { .random(in: 0..<1) }) {
        self.auth = auth
        self.random = random
    }

    /// True if a fetched nonce is stored, even if it has become too old to be returned.
    package var isReady: Bool { nonce != nil }

    /// Returns the nonce and fetches the next one; nil if no nonce is available, or if it is too old.
    package func take() -> Nonce? {
        defer { renew() }
        return age < Self.maxAllowedAge ? nonce : nil
    }

    /// Keeps a nonce available until the task is canceled.
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
                if let self, self.age >= Self.maxAllowedAge { self.nonce = nil }
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
                    // The earlier nonce may be too old by the time that it is used.
                    self?.nonce = nil
                    let asked = error.retryAfter ?? .zero
                    pause = min(backoff.next(after: error, random: random()), max(Self.maxBackoff, asked))
                }
                guard (try? await auth.clock.sleep(for: pause)) != nil else { return }
            }
        }
    }
}
