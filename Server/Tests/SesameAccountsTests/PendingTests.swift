import Foundation
import SesameCore
import SesameSQLite
import Testing

@testable import SesameAccounts

/// Tests of every pair of a pending code and an event of its account, compared with `Server/Tests/pending-codes.md`.
struct PendingTests {
    /// A kind of pending code; the raw value is its name in `pending-codes.md`.
    enum Thing: String, CaseIterable {
        case verification = "email verification link"
        case reset = "password reset link"
        case signInMail = "email sign-in link"
        case change = "link that changes the address"
        case undo = "link that takes a change of the address back"
        case undoMethod = "link that removes an added way to sign in"
        case undoFactor = "link that removes an added second factor"
        case text = "text message with a sign-in code"
        case factorText = "text message with a second-factor code"
        case halfSignIn = "sign-in that awaits its second factor"
        case browserHalf = "browser sign-in for an app that awaits its second factor"
        case browserCode = "authorization code"
        case browserLink = "code for an identity that a browser has brought to be linked"
        case grant = "sign-in token of a back end"
        case enrollment = "second factor that is being added"
        case conflict = "ticket for a conflict of two accounts"
        case refreshToken = "refresh token"
    }

    /// An event of the account that may void pending codes; the raw value is its name in `pending-codes.md`.
    enum Event: String, CaseIterable {
        case passwordReset = "password reset by mail"
        case passwordChanged = "password changed"
        case passwordOfOperator = "password set by a back end"
        case passwordRemoved = "password removed by a back end"
        case addressVerified = "address verified"
        case addressChanged = "address changed"
        case addressRemoved = "address removed"
        case addressClaimed = "address claimed by its owner"
        case numberAdded = "number added"
        case numberRemoved = "number removed"
        case identityLinked = "identity linked"
        case identityUnlinked = "identity unlinked"
        case factorAdded = "second factor added"
        case factorRemoved = "second factor removed"
        case signedOut = "signed out on another device"
        case otherEnded = "another session ended by the person"
        case othersEnded = "all other sessions ended by the person"
        case sessionsRevoked = "sessions ended by the operator"
        case tokensRevoked = "tokens revoked by a back end"
        case tokenReused = "an old refresh token came back"
        case disabled = "disabled, and enabled again"
        case merged = "another account merged into it"
        case unmerged = "a merge undone"
        case consentRevoked = "consent revoked at the provider"
        case deleted = "deleted"
    }

    /// Returns the outcomes that `pending-codes.md` lists, by event and then by pending code.
    private static func documented() throws -> [String: [String: String]] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "..").standardized
        let page = try String(contentsOf: root.appending(path: "pending-codes.md"), encoding: .utf8)
        let rows = page.split(separator: "\n").filter { $0.hasPrefix("| ") }.map { line in
            line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        // The page has two tables: the meanings of the letters, and the pairs.
        var names: [String: String] = [:]
        var table: [String: [String: String]] = [:]
        var letters: [String] = []
        for row in rows {
            if row.count == 3, row[0].count == 1 { names[row[0]] = row[1] }
            if row.first == "what happens" { letters = Array(row.dropFirst()) }
            if row.count == letters.count + 1, row.first != "what happens" {
                table[row[0]] = Dictionary(
                    uniqueKeysWithValues: zip(letters, row.dropFirst()).map { (names[$0] ?? $0, $1) })
            }
        }
        return table
    }

    @Test func `pending-codes.md lists every pair and no other`() throws {
        let table = try Self.documented()
        #expect(Set(table.keys) == Set(Event.allCases.map(\.rawValue)))
        for row in table.values { #expect(Set(row.keys) == Set(Thing.allCases.map(\.rawValue))) }
    }

    @Test(arguments: Event.allCases)
    func `pending codes end exactly with the events that pending-codes.md lists`(event: Event) async throws {
        let row = try #require(try Self.documented()[event.rawValue])
        for thing in Thing.allCases {
            let scene = try await PendingScene(event, thing)
            guard let isGood = try await scene.play() else {
                #expect(row[thing.rawValue] == "–", "\(thing) × \(event)")
                continue
            }
            #expect(isGood == (row[thing.rawValue] == "lives"), "\(thing) × \(event): \(isGood ? "lives" : "ends")")
        }
    }
}
