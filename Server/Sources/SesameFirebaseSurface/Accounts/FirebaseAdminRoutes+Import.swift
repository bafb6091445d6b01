import Foundation
import SesameAccounts
import SesameCore
import SesameHTTP

extension FirebaseAdminRoutes {
    private static let importedSchema = FirebaseSchema([
        "localId": .string, "email": .string, "emailVerified": .bool, "displayName": .string, "photoUrl": .string,
        "phoneNumber": .string, "disabled": .bool, "customAttributes": .string, "passwordHash": .string,
        "salt": .string, "version": .integer, "rawPassword": .string, "createdAt": .integer, "lastLoginAt": .integer,
        "validSince": .integer, "providerUserInfo": .list(.object(providerSchema)),
        "mfaInfo": .list(.object(factorSchema)),
        "tenantId": .string, "lastRefreshAt": .string, "passwordUpdatedAt": .integer, "customAuth": .bool,
    ])
    static let batchCreateSchema = FirebaseSchema.client([
        "users": .list(.object(importedSchema)), "hashAlgorithm": .string, "signerKey": .string, "rounds": .integer,
        "memoryCost": .integer, "saltSeparator": .string, "cpuMemCost": .integer, "parallelization": .integer,
        "blockSize": .integer, "dkLen": .integer, "passwordHashOrder": .string, "allowOverwrite": .bool,
        "sanityCheck": .bool,
    ])

    /// Handles `accounts:batchCreate`, which imports up to 1,000 accounts of another system with their ids. The valid
    /// accounts are imported, and the response lists an error for each invalid one.
    func batchCreate(
        _ request: HTTPRequest, _ app: App, _ body: FirebaseBody, _ caller: FirebaseOperator
    ) async throws(AccountError) -> HTTPResponse {
        let users = body.objects("users")
        guard !users.isEmpty else { throw .firebase("MISSING_USER_ACCOUNT") }
        guard users.count <= 1_000 else { throw .invalidArgument("at most 1000 users can be imported in one request") }
        let hash = try FirebaseImportHash(body)
        var errors: [(index: Int, message: String)] = []
        var orders: [(index: Int, id: AccountID, order: AccountUpdate)] = []
        for (index, user) in users.enumerated() {
            do throws(AccountError) {
                let id = AccountID(try user.required("localId", orElse: "MISSING_LOCAL_ID"))
                orders.append((index, id, try AccountUpdate(imported: user, hash, door.apps.providers)))
            } catch {
                errors.append((index, error.firebaseMessage))
            }
        }
        let refusals = try await operators.createAccounts(
            orders.map { .init(id: $0.id, order: $0.order) }, in: app, context: caller.context)
        for (order, refusal) in zip(orders, refusals) {
            if let refusal { errors.append((order.index, refusal.inWords(\.inOrderWords).firebaseMessage)) }
        }
        errors.sort { $0.index < $1.index }
        var json: JSONObject = ["kind": "identitytoolkit#UploadAccountResponse"]
        if !errors.isEmpty {
            json["error"] = .array(
                errors.map { ["index": .integer($0.index), "message": .string($0.message)] })
        }
        return .firebase(json)
    }
}

/// The hash algorithm and parameters of an import's passwords, from the request's body.
struct FirebaseImportHash: Sendable {
    private let algorithm: ImportedPasswordHash.Algorithm?
    private let body: FirebaseBody

    init(_ body: FirebaseBody) throws(AccountError) {
        self.body = body
        guard let name = body.text("hashAlgorithm") else {
            algorithm = nil
            return
        }
        guard let algorithm = ImportedPasswordHash.Algorithm(rawValue: name) else {
            throw .firebase("INVALID_HASH_ALGORITHM")
        }
        self.algorithm = algorithm
    }

    /// Returns the password hash of one account; nil if it has none. Throws if the algorithm is missing or the hash is
    /// not valid.
    func hash(of user: FirebaseBody) throws(AccountError) -> ImportedPasswordHash? {
        guard let text = user.text("passwordHash") else { return nil }
        guard let algorithm else { throw .firebase("MISSING_HASH_ALGORITHM") }
        var hash = ImportedPasswordHash(algorithm, try Self.bytes(text))
        hash.salt = try Self.bytes(user.text("salt") ?? "")
        hash.key = try Self.bytes(body.text("signerKey") ?? "")
        hash.separator = try Self.bytes(body.text("saltSeparator") ?? "")
        hash.rounds = max(1, number("blockSize") ?? number("rounds") ?? 1)
        hash.memory = number("cpuMemCost") ?? number("memoryCost") ?? 0
        hash.lanes = number("parallelization") ?? 1
        hash.isSaltFirst = body.text("passwordHashOrder") != "PASSWORD_AND_SALT"
        if let refusal = hash.refusal() { throw .firebase("INVALID_HASH", refusal.reason) }
        return hash
    }

    private func number(_ name: String) -> Int? { body.integer(name).flatMap { Int(exactly: $0) } }

    /// Returns the bytes of base64 text in either alphabet, with or without padding, because Firebase's libraries use
    /// all these variants.
    private static func bytes(_ text: String) throws(AccountError) -> [UInt8] {
        guard let bytes = ImportedPasswordHash.bytes(ofBase64: text) else {
            throw .firebase("INVALID_HASH", "the value is not valid base64")
        }
        return bytes
    }
}

extension AccountUpdate {
    /// Reads one imported account. Throws Firebase's error if a member is not valid, or for a plain-text password.
    fileprivate init(
        imported user: FirebaseBody, _ hash: FirebaseImportHash, _ providers: ProviderDirectory
    ) throws(AccountError) {
        self.init()
        if user.contains("rawPassword") {
            throw .firebase("UNEXPECTED_PARAMETER", "rawPassword is not allowed; import passwords as hashes")
        }
        try read(user, providers)
        foreignPassword = try hash.hash(of: user)
        isDisabled = user.optionalBool("disabled")
        if user.contains("mfaInfo") { factors = try Self.factors(user.objects("mfaInfo")) }
        for info in user.objects("providerUserInfo") where !["password", "phone"].contains(info.text("providerId")) {
            addedIdentities.append(try IdentityInput(info, providers))
        }
    }
}
