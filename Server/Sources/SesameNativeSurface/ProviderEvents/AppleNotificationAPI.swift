import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface
import SesameTokens

/// The route `POST /notifications/apple`, which receives Apple's notifications about accounts and consent.
///
/// Apple expects 200 and retries after any other status.
/// https://developer.apple.com/documentation/signinwithapple/processing-changes-for-sign-in-with-apple-accounts
struct AppleNotificationAPI: Sendable {
    static let path = "/notifications/apple"
    /// The maximum length of a body in bytes. The longest accepted token is 16 KiB.
    static let maxBodyBytes = 24_576

    let accounts: Services
    let apps: AppDirectory
    let log: SecurityLog

    func surface() -> Surface {
        Surface(
            name: "notifications of apple", prefixes: [Self.path],
            routes: [
                Route(.POST, Self.path, takes: .credential, policy: RoutePolicy(maxBodyBytes: Self.maxBodyBytes)) {
                    request, _ in
                    await receive(request)
                }
            ],
            renderProblem: ErrorRenderer.render)
    }

    private func receive(_ request: HTTPRequest) async -> HTTPResponse {
        let token: Secret
        do throws(AccountError) {
            guard let payload = try request.jsonObject()["payload"]?.string else {
                throw AccountError(.invalidRequest, "'payload' is missing", field: "payload")
            }
            token = Secret(payload)
        } catch {
            return refuse(error, request)
        }
        do throws(NotificationError) {
            let receipt = try await accounts.notifications.handle(
                notification: token, from: .apple, apps: apps, context: request.context)
            log.taken(receipt, from: .apple, request)
            return HTTPResponse(status: .ok)
        } catch {
            return refuse(AccountError(error), request)
        }
    }

    private func refuse(_ refusal: AccountError, _ request: HTTPRequest) -> HTTPResponse {
        log.refused(refusal, request)
        return ErrorRenderer.render(refusal, requestID: request.id.description)
    }
}

extension AccountError {
    /// Creates the refusal for a rejected notification. The message does not tell why a token is invalid; the reason is
    /// only in `diagnosis`, for the log.
    init(_ refusal: NotificationError) {
        switch refusal {
        case .unavailable(let refusal): self = refusal
        case .token(let error):
            self.init(.invalidToken, "the token is not a valid notification for this server")
            diagnosis = error.description
        }
    }
}
