import Foundation

/// The number of tokens to mint for one request, and the way in which they differ.
package struct TokenBatch: Sendable, Hashable {
    /// The way in which the tokens of a batch differ.
    package enum Distinction: String, Sendable, Hashable, CaseIterable {
        /// All tokens are for the same user and differ in `at_hash` or `c_hash`, as any two tokens of a vendor do.
        case tokens
        /// Each token is for a different user, counting up from the request's Test User n.
        case people
    }

    /// The number of tokens, from 1 to ``maxCount``.
    package let count: Int
    package let distinction: Distinction

    package static let maxCount = 50_000

    /// Creates a batch. Throws if `count` is not between 1 and ``maxCount``.
    package init(count: Int, distinct distinction: Distinction = .tokens) throws(ProviderError) {
        guard 1...Self.maxCount ~= count else {
            throw ProviderError(.invalidRequest, "count must be between 1 and \(Self.maxCount)")
        }
        self.count = count
        self.distinction = distinction
    }

    /// Returns the batch's tokens in order of their index, minted on all cores.
    func tokens(for people: @escaping Recipients, by press: TokenMinter) async throws(ProviderError) -> [String] {
        let cores = max(1, ProcessInfo.processInfo.activeProcessorCount)
        let share = (count + cores - 1) / cores
        let parts = stride(from: 0, to: count, by: share).map { start in
            // The task is detached so that it does not run on the request's event loop.
            Task.detached { await Self.tokens(start..<min(start + share, count), for: people, by: press) }
        }
        var tokens: [String] = []
        tokens.reserveCapacity(count)
        for part in parts { tokens.append(contentsOf: try await part.value.get()) }
        return tokens
    }

    private static func tokens(
        _ range: Range<Int>, for people: @escaping Recipients, by press: TokenMinter
    ) async -> Result<[String], ProviderError> {
        var tokens: [String] = []
        tokens.reserveCapacity(range.count)
        do throws(ProviderError) {
            for index in range {
                tokens.append(try press.token(for: people(index)).idToken)
                // Yields the thread regularly, because a large batch takes many seconds.
                if index.isMultiple(of: 16) { await Task.yield() }
            }
        } catch {
            return .failure(error)
        }
        return .success(tokens)
    }

    /// A function that returns the user of the token with the given index.
    typealias Recipients = @Sendable (Int) -> MintRequest.Person

    /// Returns the function that selects the user of each token. Throws if the tokens must be for different users, but
    /// the request selects a user by subject or email address, or there are too few Test Users.
    func recipients(of order: MintRequest) throws(ProviderError) -> Recipients {
        switch (distinction, order.person) {
        case (.tokens, let person):
            return { _ in person }
        case (.people, .testUser(let first)):
            guard 1...(SubjectGenerator.maxNumber - count + 1) ~= first else {
                throw ProviderError(
                    .invalidRequest, "Test Users are numbered from 1 to \(SubjectGenerator.maxNumber)")
            }
            return { .testUser(first + $0) }
        case (.people, .known):
            throw ProviderError(
                .invalidRequest, "tokens for distinct users are created only for Test Users; omit sub and email")
        }
    }
}
