import SesameAccounts
import SesameCore
import SesameWire

extension CallableFunctions {
    /// The function `store_fcm_token`, which registers the device of the caller's session for push notifications. The
    /// ID token identifies the user. A `userId` in the data must be the same user's id, because a client could send any
    /// id.
    var storePushToken: CallableFunction {
        CallableFunction(name: "store_fcm_token") { request throws(RPCError) in
            let caller = try request.person()
            guard case .object(let data) = request.data else { throw .invalid("'fcmToken' is missing") }
            if let given = data["userId"], given != .null {
                guard let user = given.string, caller.session.account.description.hasSameBytes(as: user) else {
                    throw RPCError(.permissionDenied, "'userId' must be the caller's ID")
                }
            }
            guard let token = data["fcmToken"]?.string, let address = DevicePushToken(.fcmToken, Secret(token)) else {
                throw .invalid("'fcmToken' is not a valid registration token")
            }
            do throws(AccountError) {
                _ = try await push.register(
                    address, platform: nil, installation: PushField.installation(of: caller), of: caller,
                    context: request.context)
            } catch {
                throw RPCError(error)
            }
            return ["success": true]
        }
    }
}
