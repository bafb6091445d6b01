import NIOHTTP1
import SesameCore
import SesameHTTP
import SesameWire

/// The control API `/__dev`, with which tests control the development providers.
struct ControlAPI: Sendable {
    static let root = "/__dev"

    let providers: DevelopmentProviders

    /// Returns the surface with all routes, including the index that lists them.
    func surface() -> Surface {
        let routes = self.routes
        let index: JSONValue = ["routes": .array(routes.map(\.json))]
        let indexRoute = ControlRoute(.GET, Self.root, "This index.") { request throws(ProviderError) in
            _ = try ControlBody(request, allowing: [])
            return index
        }
        return Surface(name: "control", prefixes: [Self.root], routes: ([indexRoute] + routes).map(\.route)) {
            problem, refused in
            guard let request = refused.request, ControlAccess.admits(request) else {
                return ControlResponse.refusal(
                    problem.status, code: problem.code.description, problem.status.reasonPhrase)
            }
            // No route ends in a slash, but users often enter this one so.
            if request.method == .GET, request.target.hasSameBytes(as: Self.root + "/") {
                return ControlResponse.json(index)
            }
            return ControlResponse.refusal(
                problem.status, code: problem.code.description, "\(problem.detail); see GET \(Self.root)")
        }
    }

    private var routes: [ControlRoute] {
        tokenRoutes + notificationRoutes + browserRoutes + keyRoutes + faultRoutes + fcmRoutes + messageRoutes
            + stateRoutes
    }
}
