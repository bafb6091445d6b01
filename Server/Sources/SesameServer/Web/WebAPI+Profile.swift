import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface

extension WebAPI {
    /// `GET /account/profile`.
    func editProfile(_ request: HTTPRequest) async -> HTTPResponse {
        await answer(request) { caller, cookie throws(Refusal) in
            let view = try await accounts.sessions.account(of: caller)
            guard !caller.app.profile.editable.isEmpty, !caller.app.profile.refusesChanges(of: view) else {
                return back(request)
            }
            return pages.editProfile(view, caller, cookie: cookie, request: request)
        }
    }

    /// `POST /account/profile`: saves what the person has changed, for the profile that their page was made of.
    func saveProfile(_ request: HTTPRequest) async -> HTTPResponse {
        await submit(request) { caller, posted throws(Refusal) in
            let schema = caller.app.profile
            let before = try await accounts.sessions.account(of: caller)
            let form = ProfileForm(schema, posted: posted, for: before.account.profile.fields)
            let version = posted["version"].flatMap { Int($0) } ?? 0
            // The form is read against the profile of its page. Another one is not what the person has seen.
            let isCurrent = version == before.account.profile.version
            let change = ProfileChange(
                fields: isCurrent ? form.changes(to: before.account.profile.fields) : form.changes(),
                path: posted["step"].map { $0.isEmpty ? [] : [$0] } ?? [], completes: posted["to"] == "finish")
            do throws(Refusal) {
                _ = try await accounts.account.changeProfile(
                    of: caller, by: change, if: .among([version]), context: request.context(in: caller.app))
                return back(request)
            } catch {
                return try show(error, form, before, caller, request)
            }
        }
    }

    /// The form again, with what is wrong with it; what has to do with something else goes on as it is.
    private func show(
        _ refusal: Refusal, _ form: ProfileForm, _ before: AccountView, _ caller: Caller, _ request: HTTPRequest
    ) throws(Refusal) -> HTTPResponse {
        var problems = WebPages.ProfileProblems()
        var (shown, view): (ProfileForm?, AccountView) = (form, before)
        switch refusal.code {
        case .preconditionFailed:
            guard let now = refusal.stale?.account else { throw refusal }
            (shown, view) = (nil, now)
            problems.summary = ProfileText.stale
            problems.status = .conflict
        case .profileIncomplete:
            problems.summary = ProfileText.refused
            for name in refusal.missing ?? [] { problems.byInput[name] = RegisterText.required }
            problems.status = .unprocessableEntity
        case .invalidTransition:
            problems.summary = ProfileText.stepRefused
            problems.status = .unprocessableEntity
        case .invalidRequest where refusal.field?.utf8.starts(with: "fields.".utf8) == true:
            problems.summary = ProfileText.refused
            problems.byInput[ProfileForm.input(of: refusal.field ?? "")] = ProfileText.invalid
            problems.status = .unprocessableEntity
        default: throw refusal
        }
        log.refused(refusal, request)
        return pages.editProfile(
            view, caller, form: shown, problems: problems, cookie: accounts.sessions.webCookie(of: caller.session.id),
            request: request)
    }
}
