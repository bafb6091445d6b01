import Foundation
import SesameAccounts
import SesameCore
import SesameHTTP

extension FirebaseAPI {
    private static let importedSchema = FirebaseSchema([
        "localId": .string, "email": .string, "emailVerified": .bool, "displayName": .string, "photoUrl": .string,
        "phoneNumber": .string, "disabled": .bool, "customAttributes": .string, "passwordHash": .string,
        "salt": .string, "version": .integer, "rawPassword": .string, "createdAt": .integer, "lastLoginAt": .integer,
        "validSince": .integer, "providerUserInfo": .list(.object(providerSchema)), "mfaInfo": .list(.anyObject),
        "tenantId": .string, "lastRefreshAt": .string, "passwordUpdatedAt": .integer, "customAuth": .bool,
    ])
    static let batchCreateSchema = FirebaseSchema.client([
        "users": .list(.object(importedSchema)), "hashAlgorithm": .string, "signerKey": .string, "rounds": .integer,
        "memoryCost": .integer, "saltSeparator": .string, "cpuMemCost": .integer, "parallelization": .integer,
        "blockSize": .integer, "dkLen": .integer, "passwordHashOrder": .string, "allowOverwrite": .bool,
        "sanityCheck": .bool,
    ])

    /// `accounts:batchCreate`: accounts of another system, with their ids. One that cannot be taken leaves the others.
    func batchCreate(
        _ request: HTTPRequest, _ app: App, _ body: FirebaseBody, _ context: RequestContext
    ) async throws(FirebaseError) -> HTTPResponse {
        let users = body.objects("users")
        guard !users.isEmpty else { throw .code("MISSING_USER_ACCOUNT") }
        guard users.count <= 1_000 else { throw .invalidArgument("at most 1000 users are imported at once") }
        var errors: [(index: Int, message: String)] = []
        var orders: [(index: Int, id: AccountID, order: AccountOrder)] = []
        for (index, user) in users.enumerated() {
            do throws(FirebaseError) {
                let id = AccountID(try user.required("localId", orElse: "MISSING_LOCAL_ID"))
                orders.append((index, id, try AccountOrder(imported: user)))
            } catch {
                errors.append((index, error.message))
            }
        }
        let refusals = try await domain { [orders] () async throws(Refusal) in
            try await accounts.makeAccounts(orders.map { .init(id: $0.id, order: $0.order) }, in: app, context: context)
        }
        for (order, refusal) in zip(orders, refusals) {
            if let refusal { errors.append((order.index, FirebaseError.order(refusal).message)) }
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

extension AccountOrder {
    /// One account of another system.
    fileprivate init(imported user: FirebaseBody) throws(FirebaseError) {
        self.init()
        guard user.text("passwordHash") == nil else {
            throw .code("OPERATION_NOT_ALLOWED", "hashes of passwords are taken by 'sesame users import'")
        }
        if user.contains("mfaInfo") { throw .code("OPERATION_NOT_ALLOWED", "there are no second factors here") }
        try read(user)
        isDisabled = user.optionalBool("disabled")
        for info in user.objects("providerUserInfo") where !["password", "phone"].contains(info.text("providerId")) {
            addedIdentities.append(try StatedIdentity(info))
        }
    }
}
