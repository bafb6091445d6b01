#if canImport(SwiftUI)
    import Foundation
    public import Sesame
    public import SesameTexts
    public import SwiftUI

    /// The gate in front of an app: restoring the session, the sign-in with its second step, the registration, the
    /// onboarding, and the steps that a deletion of the account leaves to the user.
    ///
    /// ```swift
    /// AuthGate(client, fields: fields) { step in
    ///     OnboardingContainer(client.state, at: step, steps: steps, save: save) { StepView($0) }
    /// } content: { user in
    ///     HomeView(user)
    /// }
    /// ```
    /// The gate runs the client, or the state, for as long as it is shown. Put a `NavigationStack` of the app inside
    /// the content: around the gate, each pushed page would end the run. The gate's own forms bring their own stack.
    public struct AuthGate<Onboarding: View, Content: View>: View {
        private let state: AppState
        private let options: SignInOptions
        private let fields: [RegistrationField]
        private let texts: Texts
        private let onboarding: ((OnboardingStep?) -> Onboarding)?
        private let content: (UserAuthInfo) -> Content
        private let run: @MainActor () async -> Void
        private let becomeActive: @MainActor () async -> Void
        @State private var role: String
        @Environment(\.scenePhase) private var scenePhase

        /// Creates the gate of an app without an onboarding. Configure the client without one, too: the gate shows the
        /// content to every signed-in user, even if the server reports an incomplete onboarding.
        /// - Parameters:
        ///   - fields: The fields of the registration form, in apps with one.
        ///   - content: Returns the app's view for the signed-in user.
        public init(
            _ client: SesameClient, fields: [RegistrationField] = [], texts: Texts = Texts(),
            @ViewBuilder content: @escaping (UserAuthInfo) -> Content
        ) where Onboarding == EmptyView {
            self.init(
                client.state, client.options, fields, texts, nil, content, run: { await client.run() },
                becomeActive: { await client.becomeActive() })
        }

        /// Creates the gate of an app with an onboarding.
        /// - Parameters:
        ///   - fields: The fields of the registration form, in apps with one.
        ///   - onboarding: Returns the app's onboarding at the stored step, or at the first step if the value is nil.
        ///   - content: Returns the app's view for the signed-in user.
        public init(
            _ client: SesameClient, fields: [RegistrationField] = [], texts: Texts = Texts(),
            @ViewBuilder onboarding: @escaping (OnboardingStep?) -> Onboarding,
            @ViewBuilder content: @escaping (UserAuthInfo) -> Content
        ) {
            self.init(
                client.state, client.options, fields, texts, onboarding, content, run: { await client.run() },
                becomeActive: { await client.becomeActive() })
        }

        /// Creates the gate from the app's state and its sign-in methods.
        /// - Parameters:
        ///   - fields: The fields of the registration form, in apps with one.
        ///   - onboarding: Returns the app's onboarding at the stored step, or at the first step if the value is nil.
        ///   - content: Returns the app's view for the signed-in user.
        public init(
            _ state: AppState, options: SignInOptions, fields: [RegistrationField] = [], texts: Texts = Texts(),
            @ViewBuilder onboarding: @escaping (OnboardingStep?) -> Onboarding,
            @ViewBuilder content: @escaping (UserAuthInfo) -> Content
        ) {
            self.init(
                state, options, fields, texts, onboarding, content, run: { await state.run() },
                becomeActive: { if state.screen.retriesInForeground { state.retry() } })
        }

        private init(
            _ state: AppState, _ options: SignInOptions, _ fields: [RegistrationField], _ texts: Texts,
            _ onboarding: ((OnboardingStep?) -> Onboarding)?,
            _ content: @escaping (UserAuthInfo) -> Content, run: @escaping @MainActor () async -> Void,
            becomeActive: @escaping @MainActor () async -> Void
        ) {
            self.state = state
            self.options = options
            self.fields = fields
            self.texts = texts
            self.onboarding = onboarding
            self.content = content
            self.run = run
            self.becomeActive = becomeActive
            _role = State(initialValue: options.roles.first ?? "")
        }

        /// The screen for the app's current state. While it is visible, the gate runs the client or the state.
        public var body: some View {
            // A `Group` would restart its task with each screen.
            ZStack {
                switch state.screen {
                case .launching, .loading: WaitView(state, texts: texts)
                case .locked: LockedView(state, texts: texts)
                case .welcome:
                    if options.roles.count > 1 {
                        LoginPage(state, options: options, role: $role, fields: fields, texts: texts)
                    } else {
                        SignInView(state, options: options, fields: fields, texts: texts)
                    }
                case .registration(let form):
                    NavigationStack {
                        RegistrationView(
                            state, form: form, fields: fields, roles: options.roles,
                            role: options.roles.isEmpty ? nil : role, texts: texts)
                    }
                case .secondFactor(let form):
                    NavigationStack { SecondFactorView(state, form: form, texts: texts) }
                case .onboarding(let user, let step):
                    if let onboarding {
                        NavigationStack { onboarding(step) }
                    } else {
                        app(of: user)
                    }
                case .ready(let user): app(of: user)
                }
            }
            .alert(texts[.noticeAccountDeleted], isPresented: hasDeletionNotice) {
                Button(texts[.close]) { state.dismissDeletion() }
            } message: {
                Text(deletionNotice ?? "")
            }
            .task { await run() }
            .onChange(of: scenePhase) { _, phase in
                if phase == .active { Task { await becomeActive() } }
            }
        }

        /// Returns the app's view with the user as its identity, so that no view keeps state of another user.
        private func app(of user: UserAuthInfo) -> some View {
            content(user).id(user.uid)
        }

        private var deletionNotice: String? {
            state.deletion.flatMap { texts.notice(for: $0) }
        }

        private var hasDeletionNotice: Binding<Bool> {
            Binding(
                get: { @MainActor in deletionNotice != nil },
                set: { @MainActor isPresented in if !isPresented { state.dismissDeletion() } })
        }
    }

    /// The view during loading. After an error it shows the error's message instead, and a sign-out button if a user is
    /// signed in.
    private struct WaitView: View {
        private let state: AppState
        private let texts: Texts
        @State private var asksBeforeSignOut = false

        init(_ state: AppState, texts: Texts) {
            self.state = state
            self.texts = texts
        }

        var body: some View {
            VStack(spacing: 24) {
                if state.problem == nil {
                    ProgressView(texts[.loading])
                } else {
                    ErrorView(state, texts: texts)
                    if state.currentUser != nil {
                        Button(texts[.signOut]) { asksBeforeSignOut = true }
                    }
                }
            }
            .padding(24)
            .asksBeforeSignOut(state, isPresented: $asksBeforeSignOut, texts: texts)
        }
    }

    /// The view while the session is locked: the device is locked, or the user has to unlock the session.
    private struct LockedView: View {
        private let state: AppState
        private let texts: Texts

        init(_ state: AppState, texts: Texts) {
            self.state = state
            self.texts = texts
        }

        var body: some View {
            VStack(spacing: 12) {
                Image(systemName: "lock").font(.largeTitle).accessibilityHidden(true)
                Text(texts[.lockedTitle]).font(.title2).bold().accessibilityAddTraits(.isHeader)
                Text(texts[.lockedText]).multilineTextAlignment(.center)
                Button(texts[.lockedUnlock]) { state.retry() }
            }
            .padding(24)
        }
    }
#endif
