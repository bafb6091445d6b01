import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface
import SesameWire

/// Firebase's protocol of callable functions: the response to `{"data": …}` is `{"result": …}` or `{"error": …}`.
struct FunctionsAPI: Sendable {
    let functions: CallableFunctions
    /// The ids of the apps' Firebase projects, which are part of each function's path.
    let projects: [String]
    let door: RPCAuthenticator
    let log: SecurityLog

    /// Returns the surface, with routes for the emulator's and the production URL form.
    func surface(cors: CORSPolicy) -> Surface {
        Surface(
            name: "functions", contract: .vendor, prefixes: projects.map { "/\($0)" },
            routes: projects.flatMap { project in
                ["/\(project)/{region}/{name}", "/{region}-\(project).cloudfunctions.net/{name}"].map { pattern in
                    Route(.POST, pattern, takes: .credential) { request, path in await call(request, path, of: project)
                    }
                }
            }, cors: cors,
            renderProblem: { problem, _ in
                let error = RPCError(problem)
                return error.response(error.callableJSON)
            })
    }

    private func call(_ request: HTTPRequest, _ path: PathParameters, of project: String) async -> HTTPResponse {
        do throws(RPCError) {
            guard let app = door.app(project), let function = functions[path["name"] ?? ""] else {
                throw RPCError(.notFound, "the function does not exist")
            }
            let data = try request.callableData()
            let result = try await function.run(
                CallableRequest(
                    app: app, caller: try await door.caller(request, of: app), data: data,
                    context: request.context(in: app)))
            return .json(JSONValue.object(["result": result]).serialized())
        } catch {
            if let refusal = error.refusal { log.refused(refusal, request) }
            return error.response(error.callableJSON)
        }
    }
}

extension HTTPRequest {
    /// Returns the value of the body's `data`. Throws if the body has other members or no `data`.
    fileprivate func callableData() throws(RPCError) -> JSONValue {
        guard let body = try? JSONValue(parsing: body), case .object(let object) = body, object.count == 1,
            let data = object["data"]
        else { throw .invalid("Bad Request") }
        return data
    }
}

extension RPCError {
    /// The error in the format of callable functions, without the numeric code, which is only the response's HTTP
    /// status.
    fileprivate var callableJSON: JSONValue {
        var error: JSONObject = ["message": .string(message), "status": .string(status.rawValue)]
        if let details = json["error"]?["details"] { error["details"] = details }
        return ["error": .object(error)]
    }
}
