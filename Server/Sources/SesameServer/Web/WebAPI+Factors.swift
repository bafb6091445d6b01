import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface

/// Second factors on the account page.
extension WebAPI {
    var factorRoutes: [Route] {
        [
            Route(.POST, "/account/confirm/second-factor", takes: .credential, policy: .form) { request, _ in
                await confirmByFactor(request)
            },
            Route(.POST, "/account/second-factors", takes: .credential, policy: .form) { request, _ in
                await beginFactor(request)
            },
            Route(.POST, "/account/second-factors/confirm", takes: .credential, policy: .form) { request, _ in
                await confirmFactor(request)
            },
            Route(.POST, "/account/second-factors/remove", takes: .credential, policy: .form) { request, _ in
                await removeFactor(request)
            },
            Route(.POST, "/account/recovery-codes", takes: .credential, policy: .form) { request, _ in
                await makeRecoveryCodes(request)
            },
        ]
    }

    /// The signed-in person shows again who they are, by a second factor, or wishes for a text with a code.
    private func confirmByFactor(_ request: HTTPRequest) async -> HTTPResponse {
        await submit(request) { caller, form throws(Refusal) in
            let place = AccountPlace(rawValue: form["for"] ?? "") ?? .account
            let (view, context) = (try await accounts.sessions.account(of: caller), request.context(in: caller.app))
            do throws(Refusal) {
                if let phone = form["send"] {
                    try await accounts.secondFactors.sendFactorCode(
                        to: caller, factor: phone, language: language(of: request, caller), context: context)
                    return pages.confirmByFactor(view, caller, for: place, lead: FactorText.sent, request: request)
                }
                _ = try await accounts.secondFactors.confirm(
                    caller, showing: PresentedFactor(typed: form["code"] ?? ""), context: context)
            } catch {
                guard error.code == .invalidCredentials else { throw error }
                log.refused(error, request)
                return pages.confirmByFactor(view, caller, for: place, problem: FactorText.wrong, request: request)
            }
            return .redirect(to: pages.context(request, app: caller.app).path(place.path))
        }
    }

    /// Begins to add an authenticator app, or the phone whose number the form has.
    private func beginFactor(_ request: HTTPRequest) async -> HTTPResponse {
        await submit(request) { caller, form throws(Refusal) in
            var new = NewFactor.totp
            if let text = form["phone"] {
                guard let number = PhoneNumber(text) else { throw .noNumber }
                new = .phone(number)
            }
            let begun = try await accounts.secondFactors.beginFactor(
                new, of: caller, language: language(of: request, caller), context: request.context(in: caller.app))
            return pages.newFactor(new.kind, begun.secret, caller, request: request)
        }
    }

    /// A wrong first code asks again; the secret of an app is on the page before, and in the app.
    private func confirmFactor(_ request: HTTPRequest) async -> HTTPResponse {
        await submit(request) { caller, form throws(Refusal) in
            guard let kind = SecondFactor.Kind(rawValue: form["kind"] ?? "") else {
                throw Refusal(.invalidRequest, "a second factor of no kind that there is")
            }
            do throws(Refusal) {
                _ = try await accounts.secondFactors.confirmFactor(
                    kind, with: Secret(form["code"] ?? ""), of: caller, context: request.context(in: caller.app))
            } catch {
                guard error.code == .invalidCredentials else { throw error }
                log.refused(error, request)
                return pages.newFactor(kind, nil, caller, problem: FactorText.wrong, request: request)
            }
            return back(request)
        }
    }

    /// What is not there any more is no mistake: the page is shown as it is now.
    private func removeFactor(_ request: HTTPRequest) async -> HTTPResponse {
        await submit(request) { caller, form throws(Refusal) in
            do throws(Refusal) {
                try await accounts.secondFactors.removeFactor(
                    form["factor"] ?? "", from: caller, context: request.context(in: caller.app))
            } catch {
                guard error.code == .notFound else { throw error }
            }
            return back(request)
        }
    }

    private func makeRecoveryCodes(_ request: HTTPRequest) async -> HTTPResponse {
        await submit(request) { caller, _ throws(Refusal) in
            let codes = try await accounts.secondFactors.makeRecoveryCodes(
                of: caller, context: request.context(in: caller.app))
            return pages.recoveryCodes(codes, caller, request: request)
        }
    }

    private func language(of request: HTTPRequest, _ caller: Caller) -> String {
        pages.context(request, app: caller.app).language.rawValue
    }
}

extension Refusal {
    fileprivate static let noNumber = Refusal(
        .invalidRequest, "a number such as +33698765400 is expected", field: "phone")
}
