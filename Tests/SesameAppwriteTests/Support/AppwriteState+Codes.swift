import Foundation
import SesameCore

@testable import Sesame

/// Sign-in codes of the in-memory server.
extension AppwriteState {
    /// Sends a code. Appwrite creates the account at once and returns its id; Sesame creates it when the code is
    /// redeemed.
    mutating func sendCode(_ call: AppwriteRequest, isFrank: Bool) -> TransportResponse {
        let kind = call.path[2]
        let receiver = call.text(kind)
        guard call.text("userId") == "unique()", kind == "phone" ? receiver.hasPrefix("+") : receiver.contains("@")
        else {
            return .refusal(400, "general_argument_invalid", "Invalid `\(kind)` param: Value must be another one.")
        }
        let id = isFrank ? "ticket-\(codes.count + 1)" : user(of: receiver)
        codes[id] = receiver
        mails.append(("code", receiver, ""))
        return .json(201, ["$id": "t", "userId": .string(id), "secret": ""])
    }

    /// Returns the response to a sign-in with a code; nil if no code is pending for the user id.
    mutating func beginWithCode(_ call: AppwriteRequest, isFrank: Bool) -> TransportResponse? {
        guard let receiver = codes[call.text("userId")] else { return nil }
        guard call.text("secret") == "123456" else {
            return .refusal(401, "user_invalid_token", "Invalid token passed in the request.")
        }
        codes[call.text("userId")] = nil
        let count = users.count
        let id = user(of: receiver)
        if let index = users.firstIndex(where: { $0.id == id }) { users[index].isVerified = true }
        return begin(id, receiver.contains("@") ? "email" : "phone", isNew: isFrank ? users.count > count : nil)
    }

    private mutating func user(of receiver: String) -> String {
        if let known = users.first(where: { $0.email == receiver || $0.phone == receiver }) { return known.id }
        guard !receiver.contains("@") else { return makeUser(email: receiver) }
        let id = makeUser()
        if let index = users.firstIndex(where: { $0.id == id }) { users[index].phone = receiver }
        return id
    }
}
