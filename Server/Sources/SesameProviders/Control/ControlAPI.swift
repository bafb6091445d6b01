import NIOHTTP1
import SesameCore
import SesameHTTP

/// `/__dev`: the strings by which a test moves the providers.
struct ControlAPI: Sendable {
    static let root = "/__dev"

    let providers: DevelopmentProviders

    func surface() -> Surface {
        let routes = self.routes
        let index = ControlRoute(.GET, Self.root, "This index.") { request throws(ProviderError) in
            _ = try ControlBody(request, allowing: [])
            return ["routes": .array(routes.map(\.json))]
        }
        return Surface(name: "control", prefixes: [Self.root], routes: ([index] + routes).map(\.route)) {
            problem, request in
            guard request.map(ControlGuard.admits) ?? false else {
                return ControlAnswer.refusal(
                    problem.status, code: problem.code.description, problem.status.reasonPhrase)
            }
            return ControlAnswer.refusal(
                problem.status, code: problem.code.description, "\(problem.detail); see GET \(Self.root)")
        }
    }

    private var routes: [ControlRoute] {
        tokenRoutes + keyRoutes + faultRoutes + stateRoutes
    }
}
