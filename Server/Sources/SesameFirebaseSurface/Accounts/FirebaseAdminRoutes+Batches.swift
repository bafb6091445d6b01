import SesameAccounts
import SesameCore
import SesameHTTP

extension FirebaseAdminRoutes {
    static let batchDeleteSchema = FirebaseSchema.client(["localIds": .list(.string), "force": .bool])
    static let querySchema = FirebaseSchema.client([
        "returnUserInfo": .bool, "limit": .integer, "offset": .integer, "sortBy": .string, "order": .string,
        "expression": .list(
            .object(FirebaseSchema(["email": .string, "userId": .string, "phoneNumber": .string]))),
    ])
    static let cookieSchema = FirebaseSchema.client(["idToken": .string, "validDuration": .integer])

    private static let most = 1_000

    /// Handles `accounts:batchGet`, which returns one page of the accounts, sorted by id: 20 by default, 1,000 at most.
    func batchGet(_ request: HTTPRequest, _ app: App) async throws(AccountError) -> HTTPResponse {
        let text = request.query["maxResults"] ?? request.query["max_results"] ?? "20"
        guard let limit = Int(text), (1...Self.most).contains(limit) else {
            throw .invalidArgument("maxResults must be between 1 and \(Self.most)")
        }
        let after = (request.query["nextPageToken"] ?? request.query["next_page_token"]).flatMap {
            $0.isEmpty ? nil : $0
        }
        // Google's libraries take an empty page for the last.
        let page = try await door.directory.fullPage(
            matching: AccountQuery(app: app.id, after: after.map { AccountID($0) }, limit: limit))
        var json: JSONObject = ["kind": "identitytoolkit#DownloadAccountResponse"]
        if !page.accounts.isEmpty {
            json["users"] = .array(page.accounts.map { .object(FirebaseUserInfo($0, of: app).json) })
        }
        json["nextPageToken"] = page.next.map { .string($0.description) }
        return .firebase(json)
    }

    /// Handles `accounts:batchDelete`, which deletes up to 1,000 accounts. Without `force` it deletes only disabled
    /// accounts, and returns an error for each enabled one.
    func batchDelete(
        _ request: HTTPRequest, _ app: App, _ body: FirebaseBody, _ caller: FirebaseOperator
    ) async throws(AccountError) -> HTTPResponse {
        let ids = body.strings("localIds").map { AccountID($0) }
        guard !ids.isEmpty else { throw .firebase("MISSING_LOCAL_ID") }
        guard ids.count <= Self.most else { throw .firebase("LOCAL_ID_LIST_EXCEEDS_LIMIT") }
        let known = try await door.directory.accounts(ids, in: app)
        var errors: [JSONValue] = []
        for (index, id) in ids.enumerated() {
            // Deleting an unknown user is a no-op.
            guard let account = known.first(where: { $0.view.account.id == id })?.view.account else { continue }
            guard body.bool("force") || account.disabledAt != nil else {
                errors.append([
                    "index": .integer(index), "localId": .string(id.description),
                    "message": "NOT_DISABLED : Disable the account before batch deletion.",
                ])
                continue
            }
            _ = try await deletion.delete(id, in: app.id, context: caller.context)
        }
        return .firebase(errors.isEmpty ? [:] : ["errors": .array(errors)])
    }

    /// Handles `accounts:query`, which returns the accounts that match any of the expressions or, without expressions,
    /// the first accounts by id.
    func query(
        _ request: HTTPRequest, _ app: App, _ body: FirebaseBody, _ caller: FirebaseOperator
    ) async throws(AccountError) -> HTTPResponse {
        guard (body.integer("offset") ?? 0) == 0, body.text("sortBy").map({ $0 == "USER_ID" }) ?? true,
            body.text("order").map({ $0 == "ASC" }) ?? true
        else {
            throw .notImplemented(
                "only ascending order by user ID is supported, without an offset; get further accounts with "
                    + "accounts:batchGet"
            )
        }
        guard let limit = Int(exactly: body.integer("limit") ?? 500), (1...500).contains(limit) else {
            throw .invalidArgument("limit must be between 1 and 500")
        }
        let expressions = body.objects("expression")
        let found =
            if expressions.isEmpty {
                try await door.directory.fullPage(matching: AccountQuery(app: app.id, limit: limit)).accounts
            } else {
                try await door.directory.accounts(
                    expressions.compactMap { $0.text("userId").map { AccountID($0) } },
                    emails: expressions.compactMap { $0.text("email").flatMap { EmailAddress($0) } },
                    phones: expressions.compactMap { $0.text("phoneNumber").flatMap { PhoneNumber($0) } }, in: app)
            }
        var json: JSONObject = ["recordsCount": .string(String(found.count))]
        if body.optionalBool("returnUserInfo") ?? true {
            json["userInfo"] = .array(found.prefix(limit).map { .object(FirebaseUserInfo($0, of: app).json) })
        }
        return .firebase(json)
    }

    /// Handles `:createSessionCookie`, which creates a session cookie from an ID token. The lifetime is `validDuration`
    /// in seconds, two weeks by default.
    func createSessionCookie(
        _ request: HTTPRequest, _ app: App, _ body: FirebaseBody, _ caller: FirebaseOperator
    ) async throws(AccountError) -> HTTPResponse {
        let person = try await door.caller(try door.idToken(body), of: app)
        let lifetime = body.integer("validDuration") ?? Int64(FirebaseService.firebaseCookieLives.upperBound)
        do throws(AccountError) {
            let cookie = try door.firebase.firebaseCookie(for: person, lifetime: Double(lifetime))
            return .firebase(["sessionCookie": .string(cookie.exposed)])
        } catch {
            throw error.ofDomain?.field == "validDuration" ? error.saying("INVALID_DURATION") : error
        }
    }
}
