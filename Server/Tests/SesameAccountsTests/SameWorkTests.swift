import Foundation
import SesameCore
import SesamePasswords
import SesameSQLite
import SesameWire
import Testing

@testable import SesameAccounts

/// Tests that a response takes the same work for an email address with and without an account: the same statements in
/// the same order, the same number of commits and of pages in each, and the same number of password hashes.
struct SameWorkTests {
    /// A password hasher that counts its hashes, and that also records the statements and commits of a database.
    private final class Work: PasswordHasher {
        private let hasher: any PasswordHasher
        private let hashes = Locked(0)
        private let statements = Locked([String]())
        private let commits = Locked([Int]())

        var options: SQLiteOptions {
            SQLiteOptions(
                observer: { [commits] commit in if commit.isDurable { commits.withLock { $0.append(commit.pages) } } },
                statementObserver: { [statements] text in
                    // An idle writer checkpoints the log, which is not part of the work.
                    if !text.hasPrefix("PRAGMA wal_checkpoint") { statements.withLock { $0.append(text) } }
                })
        }

        init() throws {
            hasher = try PasswordService(.minimal, threads: 1)
        }

        func hash(_ password: Secret) async throws(AccountError) -> PasswordHash {
            hashes.withLock { $0 += 1 }
            return try await hasher.hash(password)
        }

        func verify(_ password: Secret, against hash: PasswordHash?) async throws(AccountError) -> PasswordMatch {
            hashes.withLock { $0 += 1 }
            return try await hasher.verify(password, against: hash)
        }

        /// Returns the work done during `work`: the statements, the pages of each commit, and the number of hashes.
        func of(_ work: () async throws -> Void) async throws -> (statements: [String], commits: [Int], hashes: Int) {
            statements.withLock { $0 = [] }
            commits.withLock { $0 = [] }
            hashes.withLock { $0 = 0 }
            try await work()
            return (statements.withLock(\.self), commits.withLock(\.self), hashes.withLock(\.self))
        }
    }

    private typealias Order = @Sendable (EmailAddress) -> OneTimeCodeRequest

    private let work: Work

    init() throws {
        work = try Work()
    }

    private func rig(
        _ policy: PasswordPolicy = PasswordPolicy(), roles: [String] = []
    ) async throws -> PasswordRig {
        let rig = try await PasswordRig(policy, roles: roles, hasher: work, options: work.options)
        _ = try await rig.accounts.logins.signUp(
            email: try rig.email(1), password: PasswordRig.password, to: rig.app, role: roles.first,
            context: rig.context)
        // The first request of each kind prepares connections.
        try await ask({ .resetPassword($0) }, for: 3, rig)
        return rig
    }

    private func ask(_ order: Order, for number: Int, _ rig: PasswordRig) async throws {
        try await rig.accounts.codes.sendCode(order(try rig.email(number)), of: rig.app, context: rig.context)
    }

    private static let orders: [(String, Order)] = [
        ("a reset by link", { .resetPassword($0) }),
        ("a reset by digits", { .resetPassword($0, as: .digits) }),
        ("a sign-in by link", { .signIn($0) }),
        ("a sign-in by digits", { .signIn($0, as: .digits) }),
        ("a reset by an id", { Self.byHandle(.resetPassword($0)) }),
        ("a sign-in by an id", { Self.byHandle(.signIn($0)) }),
    ]

    private static func byHandle(_ order: OneTimeCodeRequest) -> OneTimeCodeRequest {
        var order = order
        order.handle = "asked-by-" + order.name.filter(\.isNumber)
        return order
    }

    @Test(arguments: orders.indices, [[], ["ACTEUR"]])
    func `codes for known and unknown email addresses take the same work`(index: Int, roles: [String]) async throws {
        let (name, order) = Self.orders[index]
        // An app with roles creates no accounts by codes, so a sign-in code has no effect there either.
        let rig = try await rig(roles: roles)
        let known = try await work.of { try await ask(order, for: 1, rig) }
        let unknown = try await work.of { try await ask(order, for: 2, rig) }
        #expect(known.statements == unknown.statements, "\(name)")
        #expect(known.commits == unknown.commits && known.commits.count == 1, "\(name)")
        #expect(known.hashes == 0 && unknown.hashes == 0, "\(name)")
    }

    @Test func `changes to taken and free email addresses take the same work`() async throws {
        let rig = try await PasswordRig(options: work.options)
        _ = try await rig.owner()
        let session = try await rig.caller(try await rig.signUp(4)).session
        let order: Order = { .changeEmail(to: $0, of: session.account, askedIn: session.id) }
        try await ask(order, for: 5, rig)
        // A sign-in code for the address in use is pending. The order of another account does not replace it.
        let pending = try await rig.mailed(.signIn(try rig.email(1)))
        let taken = try await work.of { try await ask(order, for: 1, rig) }
        let free = try await work.of { try await ask(order, for: 2, rig) }
        #expect(taken.statements == free.statements)
        #expect(taken.commits == free.commits && taken.commits.count == 1)
        _ = try await rig.accounts.logins.signIn(with: .link(pending), to: rig.app, context: rig.context)
    }

    @Test(arguments: [CodePurpose.resetPassword, .signIn])
    func `wrong digits for known and unknown email addresses take the same work`(purpose: CodePurpose) async throws {
        let rig = try await rig(roles: ["ACTEUR"])
        func guess(_ number: Int) async throws -> (statements: [String], commits: [Int], hashes: Int) {
            let email = try rig.email(number)
            try await ask(
                { purpose == .signIn ? .signIn($0, as: .digits) : .resetPassword($0, as: .digits) }, for: number, rig)
            return try await work.of {
                let code = PresentedCode.digits(Secret("000000"), purpose, .email, email.description)
                let refusal = try await rig.refusal {
                    _ = try await rig.accounts.codes.checkCode(code, of: rig.app, context: rig.context)
                }
                #expect(refusal?.code == .ticketExpired)
            }
        }
        let (known, unknown) = (try await guess(1), try await guess(2))
        #expect(known.statements == unknown.statements && known.commits == unknown.commits)
    }

    @Test func `wrong passwords for known and unknown email addresses take the same work`() async throws {
        let rig = try await rig()
        func attempt(_ number: Int) async throws -> (statements: [String], commits: [Int], hashes: Int) {
            try await work.of {
                let code = try await rig.code { _ = try await rig.signIn(number, PasswordRig.other) }
                #expect(code == .invalidCredentials)
            }
        }
        let (known, unknown) = (try await attempt(1), try await attempt(2))
        #expect(known.statements == unknown.statements && known.commits == unknown.commits)
        #expect(!known.statements.isEmpty && known.hashes == 1 && unknown.hashes == 1)
    }

    @Test func `a message to an unknown email address is dropped and leaves no job`() async throws {
        let rig = try await rig()
        try await rig.deliver()
        let before = rig.messages.sent.count
        try await ask({ .resetPassword($0) }, for: 2, rig)
        try await rig.deliver()
        #expect(rig.messages.sent.count == before)
        let waiting = try await rig.storage.engine.read { reader throws(StorageError) in
            let tomorrow = rig.storage.clock.now.addingTimeInterval(86_400)
            return try reader.dueJobs(in: JobQueueID(.sendEmail), at: tomorrow, limit: 9)
        }
        #expect(waiting.isEmpty)
        try await ask({ .resetPassword($0) }, for: 1, rig)
        try await rig.deliver()
        #expect(rig.messages.sent.count == before + 1)
    }
}
