import Sesame
import SesameCore
import SesameTexts
import SesameWire

extension Phone {
    var texts: Texts { stage.texts }

    /// The current screen: the app's page, with an error at the top if there is one; after a conflict, the choice
    /// between two accounts.
    var screen: PhoneScreen {
        guard let problem = running.state.problem else { return page }
        if case .chooseAccount = problem.recovery { return choice(about: problem) }
        var screen = page
        let action = texts.action(for: problem.recovery).map { [PhoneScreen.Row.button($0)] } ?? []
        screen.rows.insert(
            contentsOf: [.problem(texts.message(for: problem))] + action, at: 0)
        return screen
    }

    private var page: PhoneScreen {
        switch running.state.screen {
        case .launching, .loading:
            PhoneScreen(title: app.name.title, rows: running.state.isWaiting ? [.text(texts[.loading])] : [])
        case .locked: PhoneScreen(title: texts[.lockedTitle], rows: [.text(texts[.lockedText])])
        case .welcome(let reason): front.flatMap { page(of: $0, nil) } ?? signIn(reason)
        case .registration(let form): registration(form)
        case .secondFactor(let form): secondFactor(form)
        case .onboarding(_, let step): onboarding(step)
        case .ready(let user): front.flatMap { page(of: $0, user) } ?? home(of: user)
        }
    }

    private func signIn(_ reason: SignOutReason) -> PhoneScreen {
        let notices = [texts.notice(for: reason), running.state.deletion.flatMap { texts.notice(for: $0) }]
        var rows: [PhoneScreen.Row] = notices.compactMap { $0 }.map { .text($0) }
        if !app.roles.isEmpty {
            rows.append(.choice(app.roles.map { role in app.roleNames[role].map { stage[$0] } ?? role }, chosen: role))
        }
        for way in app.ways where way != .anonymous {
            rows.append(
                .button(
                    texts[
                        way == .apple
                            ? .signInWithApple : app.roles.isEmpty ? .signInWithGoogle : .continueWithGoogle]))
        }
        if app.allowsPasswords { rows.append(.button(texts[.passwordContinue])) }
        if app.allowsMailedCodes { rows.append(.button(texts[.codeTitle])) }
        if app.ways.contains(.anonymous) { rows.append(.button(texts[.continueAsGuest])) }
        return PhoneScreen(title: texts[app.signInTitle], rows: rows)
    }

    private func choice(about error: AuthError) -> PhoneScreen {
        let merge = error.conflict?.merge.map { _ in [PhoneScreen.Row.button(texts[.chooseAccountMerge])] } ?? []
        return PhoneScreen(
            title: texts[.chooseAccountTitle],
            rows: [.text(texts[.chooseAccountText])] + merge
                + [.button(texts[.chooseAccountSwitch]), .button(texts[.chooseAccountKeep])])
    }

    private func registration(_ form: RegistrationForm) -> PhoneScreen {
        let filled = form.profile.isEmpty ? form.prefilled(app.registration.map(\.field)) : form
        let fields = app.registration.map { row(texts[$0.label], filled[$0.field]) }
        return PhoneScreen(
            title: texts[.registrationTitle],
            rows: [.text(texts[.registrationText])] + fields + [.button(texts[.register])])
    }

    private func secondFactor(_ form: SecondFactorForm) -> PhoneScreen {
        let choices = form.choices.map { texts.name(of: $0, in: form) }
        var rows: [PhoneScreen.Row] = [.text(texts.instruction(for: form))]
        if choices.count > 1 { rows.append(.choice(choices, chosen: form.choices.firstIndex(of: form.method) ?? 0)) }
        if form.phone != nil { rows.append(.button(texts[.secondFactorSendText])) }
        rows += [row(texts[.secondFactorCode], form.code), .button(texts[.secondFactorConfirm])]
        return PhoneScreen(title: texts[.secondFactorTitle], rows: rows)
    }

    private func onboarding(_ step: OnboardingStep?) -> PhoneScreen {
        let index = app.steps?.index(of: step) ?? 0
        let count = app.steps.map { PhoneScreen.Row.text(texts.text(.stepOf, "\(index + 1)", "\($0.all.count)")) }
        let fields = app.pages[index].map { field in
            row(stage[field.label], value(of: field))
        }
        let isLast = app.steps?.next(after: step) == nil
        return PhoneScreen(
            title: texts[.onboardingTitle],
            rows: (count.map { [$0] } ?? []) + fields + [.button(texts[isLast ? .done : .next])])
    }

    func row(_ label: String, _ value: String) -> PhoneScreen.Row {
        .field(stage[RunnerText.labelled(label)], value)
    }

    /// Returns a field's value as displayed: the label of an allowed value, or the text itself.
    private func value(of field: PhoneApp.Field) -> String {
        let text = profile?.text(of: field.name) ?? ""
        return field.choices[text].map { stage[$0] } ?? text
    }

    private func home(of user: UserAuthInfo) -> PhoneScreen {
        let name = profile?.text(of: "name") ?? profile?.text(of: "displayName") ?? user.displayName ?? user.email
        let greeting = name.map { texts.text(.signedInAs, $0) } ?? (user.isAnonymous ? texts[.guest] : nil)
        var rows: [PhoneScreen.Row] = greeting.map { [.text($0)] } ?? []
        if app.showsAccount { rows.append(row(stage[RunnerText.account], user.uid)) }
        rows.append(.button(texts[.signOut]))
        return PhoneScreen(title: app.name.title, rows: rows)
    }
}

extension Profile {
    /// Returns a field's value as text, with the strings of a list separated by commas; nil for an empty string or a
    /// value of another type.
    fileprivate func text(of name: String) -> String? {
        switch fields[name] {
        case .string(let text): text.isEmpty ? nil : text
        case .array(let values): values.compactMap(\.string).joined(separator: ", ")
        default: nil
        }
    }
}
