import NIOHTTP1
import SesameHTTP

extension VendorAPI {
    static let migrationPath = "/apple/auth/usermigrationinfo"

    /// Returns the route of Apple's endpoint for transferring an app's users to another team; none for Google.
    func transferRoutes(_ provider: DevelopmentProvider) -> [Route] {
        guard provider.kind == .apple else { return [] }
        return [
            route(.POST, Self.migrationPath, of: provider, .token, policy: .form) { request in
                do throws(TokenEndpointError) {
                    return Self.json(try providers.transfers.information(try Self.exchange(request, at: provider)))
                } catch {
                    return Self.json(error)
                }
            }
        ]
    }
}
