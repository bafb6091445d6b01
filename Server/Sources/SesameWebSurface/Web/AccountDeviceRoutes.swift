import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface

/// The routes of devices that receive pushes.
struct AccountDeviceRoutes: Sendable {
    let push: PushService
    let door: AccountPageAuthenticator

    var routes: [Route] {
        [
            door.form("/account/devices/remove", removeDevice)
        ]
    }

    /// `POST /account/devices/remove`: removes a device. A missing device is no error: the page shows the current
    /// state.
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
