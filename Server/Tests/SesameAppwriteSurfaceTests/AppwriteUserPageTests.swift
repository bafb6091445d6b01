import Foundation
import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameServerRig
import Testing

@testable import SesameAppwriteSurface

/// Tests of lists with more users than the server reads at a time.
struct AppwriteUserPageTests {
    private static let count = 450

    private func listing(_ texts: String...) throws -> AppwriteUserListing {
        let queries = texts.enumerated().compactMap { index, text in
            text.addingPercentEncoding(withAllowedCharacters: .alphanumerics).map { "queries[\(index)]=\($0)" }
        }
        let target = "/v1/users?" + queries.joined(separator: "&")
        return try AppwriteUserListing(try HTTPRequest(method: .GET, target: target))
    }

    private func crowd(_ rig: ServerRig) async throws -> App {
        let app = try #require(AppID("couple").flatMap { rig.apps[$0] })
        let orders = (0..<Self.count).map { number in
            var order = AccountUpdate()
            order.displayName = .set(String(format: "N%03d", Self.count - 1 - number))
            return AccountUpdate.Creation(id: AccountID(String(format: "u%03d", number)), order: order)
        }
        let context = RequestContext(requestID: "test")
        let refused = try await rig.accounts.operators.createAccounts(orders, in: app, context: context).compactMap {
            $0
        }
        #expect(refused.isEmpty)
        return app
    }

    @Test func `a user list is complete or fails with a timeout`() async throws {
        let rig = try await ServerRig()
        let app = try await crowd(rig)
        let all = #"{"method": "limit", "values": [5000]}"#
        let byName = #"{"method": "orderAsc", "attribute": "name"}"#
        let byState = #"{"method": "orderAsc", "attribute": "status"}"#
        let named = #"{"method": "startsWith", "attribute": "name", "values": ["N0"]}"#
        let unverified = #"{"method": "equal", "attribute": "phoneVerification", "values": [false]}"#
        let page = try await rig.accounts.directory.page(try listing(all, byName), of: app, within: .seconds(120))
        #expect(page.total == Self.count && page.users.map(\.name) == page.users.map(\.name).sorted())
        #expect(page.users.count == Self.count && page.users.first?.account.id == AccountID("u449"))
        for queries in [[all, byState], [all, unverified]] {
            let page = try await rig.accounts.directory.page(
                try listing(queries[0], queries[1]), of: app, within: .seconds(120))
            #expect(page.total == Self.count && page.users.count == Self.count)
            #expect(page.users.first?.account.id == AccountID("u000"))
        }
        let found = try await rig.accounts.directory.page(try listing(named, byName), of: app, within: .seconds(120))
        #expect(found.total == 100 && found.users.count == 25 && found.users.first?.name == "N000")
        let after = #"{"method": "cursorAfter", "values": ["u445"]}"#
        let rest = try await rig.accounts.directory.page(
            try listing(named, byName, after), of: app, within: .seconds(120))
        #expect(rest.total == 100 && rest.users.first?.name == "N005")
        for listing in [try listing(byName), try listing(byState), try listing(named)] {
            let refusal = await #expect(throws: AccountError.self) {
                try await rig.accounts.directory.page(listing, of: app, within: .zero)
            }
            let problem = refusal?.attachment(AppwriteError.self)
            #expect(problem?.type == "database_timeout" && problem?.status == .requestTimeout)
        }
    }
}
