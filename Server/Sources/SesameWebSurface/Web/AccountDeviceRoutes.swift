import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface

/// The route that removes one of the user's devices, which then gets no more push notifications.
struct AccountDeviceRoutes: Sendable {
    let push: PushService
    let door: AccountPageAuthenticator

    var routes: [Route] {
        [
            door.form("/account/devices/remove", removeDevice)
        ]
    }

    /// `POST /account/devices/remove`: removes a device, and redirects to the account page, even if the device no
    /// longer exists.
    private func removeDevice(_ visit: AccountPageRequest) async throws(AccountError) -> HTTPResponse {
        do throws(AccountError) {
            try await push.removeDevice(
                visit.form["installation"] ?? "", of: visit.caller, context: visit.context)
        } catch {
            guard error.code == .notFound else { throw error }
        }
        return door.back(visit.request)
    }
}
