import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface

struct AccountProfileRoutes: Sendable {
    let sessions: SessionService
    let account: AccountService
    let door: AccountPageAuthenticator

    var routes: [Route] {
        [
            door.page("/account/profile", editProfile),
            door.form("/account/profile", saveProfile),
        ]
    }

    /// `GET /account/profile`: returns the profile form, or redirects to the account page if the user cannot edit the
    /// profile.
    private func editProfile(_ visit: AccountPageRequest) async throws(AccountError) -> HTTPResponse {
        let view = try await sessions.account(of: visit.caller)
        guard !visit.caller.app.profile.editable.isEmpty, !visit.caller.app.profile.refusesChanges(of: view) else {
            return door.back(visit.request)
        }
        return door.pages.editProfile(view, visit.caller, cookie: visit.cookie, request: visit.request)
    }

    /// `POST /account/profile`: saves the user's changes if the profile still has the version that the form showed.
    private func saveProfile(_ visit: AccountPageRequest) async throws(AccountError) -> HTTPResponse {
        let schema = visit.caller.app.profile
        let before = try await sessions.account(of: visit.caller)
        let form = ProfileForm(schema, posted: visit.form, for: before.account.profile.fields)
        let version = visit.form["version"].flatMap { Int($0) } ?? 0
        // The form is compared with the profile of its page. The user has not seen any other version.
        let isCurrent = version == before.account.profile.version
        let change = ProfilePatch(
            fields: isCurrent ? form.changes(to: before.account.profile.fields) : form.changes(),
            path: visit.form["step"].map { $0.isEmpty ? [] : [$0] } ?? [], completes: visit.form["to"] == "finish")
        do throws(AccountError) {
            _ = try await account.changeProfile(
                of: visit.caller, by: change, if: .among([version]), context: visit.context)
            return door.back(visit.request)
        } catch {
            return try show(error, form, before, visit)
        }
    }

    /// Returns the profile form with the errors of a refused change, or with the current profile if the form showed an
    /// outdated version. Rethrows any other refusal.
    private func show(
        _ refusal: AccountError, _ form: ProfileForm, _ before: AccountRecord, _ visit: AccountPageRequest
    ) throws(AccountError) -> HTTPResponse {
        var problems = WebPages.ProfileFormErrors()
        var (shown, view): (ProfileForm?, AccountRecord) = (form, before)
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
        door.log.refused(refusal, visit.request)
        return door.pages.editProfile(
            view, visit.caller, form: shown, problems: problems, cookie: visit.cookie,
            request: visit.request)
    }
}
