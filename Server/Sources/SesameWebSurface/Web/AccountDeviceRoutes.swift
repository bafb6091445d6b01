import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface

/// Devices that pushes are sent to.
struct AccountDeviceRoutes: Sendable {
    let push: PushService
    let door: AccountDoor

    var routes: [Route] {
        [
            door.form("/account/devices/remove", removeDevice)
        ]
    }

    /// `POST /account/devices/remove`. A device that is gone already is no mistake: the page is shown as it is now.
    private func removeDevice(_ visit: AccountVisit) async throws(Refusal) -> HTTPResponse {
        do throws(Refusal) {
            try await push.removeDevice(
                visit.form["installation"] ?? "", of: visit.caller, context: visit.context)
        } catch {
            guard error.code == .notFound else { throw error }
        }
        return door.back(visit.request)
    }
}
