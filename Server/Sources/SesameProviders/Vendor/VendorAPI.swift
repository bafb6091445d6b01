import NIOHTTP1
import SesameCore
import SesameHTTP

/// The vendors' own paths, below `/google` and `/apple`. Every request to them is logged.
struct VendorAPI: Sendable {
    let providers: DevelopmentProviders
    /// Lets time pass before a slow answer.
    let pause: @Sendable (Duration) async -> Void

    func surface(_ provider: DevelopmentProvider) -> Surface {
        let name = provider.kind.rawValue
        return Surface(
            name: name, prefixes: ["/\(name)"],
            routes: [VendorDocument.Kind.keySet, .discovery].flatMap { routes(provider, $0) }
        ) { problem, request in
            if let request { note(request, status: problem.status) }
            return Self.render(problem)
        }
    }

    private func routes(_ provider: DevelopmentProvider, _ kind: VendorDocument.Kind) -> [Route] {
        // The address may be set after the routes are made.
        let document: @Sendable () -> VendorDocument = {
            VendorDocument(provider: provider, kind: kind, baseURL: providers.baseURL)
        }
        return [
            Route(.GET, document().path) { request, _ in
                let effects = providers.faults.strike(provider.kind, kind.endpoint)
                return await answer(request, with: document(), under: effects)
            },
            Route(.GET, document().path + VendorDocument.movedSuffix) { request, _ in
                await answer(request, with: document(), under: [])
            },
        ]
    }

    private func answer(
        _ request: HTTPRequest, with document: VendorDocument, under effects: [FaultEffect]
    ) async -> HTTPResponse {
        for case .slow(let milliseconds) in effects { await pause(.milliseconds(milliseconds)) }
        do throws(ProviderError) {
            let response = try await document.answer(effects)
            note(request, status: response.status)
            return response
        } catch {
            note(request, status: .internalServerError)
            return Self.render(.internal)
        }
    }

    private func note(_ request: HTTPRequest, status: HTTPResponseStatus) {
        let path = request.target.utf8.prefix { $0 != UInt8(ascii: "?") }
        providers.requests.add(
            RequestLog.Entry(
                time: providers.clock.now, method: request.method.rawValue,
                path: String(decoding: path, as: UTF8.self), status: Int(status.code)))
    }

    /// As vendors do for what is not there: a status, and a body that says nothing to a program.
    private static func render(_ problem: HTTPProblem) -> HTTPResponse {
        .text("\(problem.status.code) \(problem.status.reasonPhrase)\n", status: problem.status)
    }
}
