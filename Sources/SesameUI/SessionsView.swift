#if canImport(SwiftUI)
    import Foundation
    import Sesame
    import SesameCore
    import SesameTexts
    import SwiftUI

    /// The devices on which a person is signed in, with a button to sign each of the others out; nothing where the back end
    /// lists none.
    ///
    /// It is a section of ``AccountView``, which asks for the proof of who they are that the server may want.
    struct SessionsView: View {
        private let state: AppState
        private let texts: Texts
        @State private var sessions: AccountSessions
        @State private var ended: AccountSession?
        @State private var endsOthers = false

        /// The section for the app's state.
        init(_ state: AppState, texts: Texts) {
            self.state = state
            self.texts = texts
            _sessions = State(initialValue: AccountSessions(state))
        }

        var body: some View {
            Section {
                Text(texts[.sessionsTitle])
                    .font(.headline)
                    .accessibilityAddTraits(.isHeader)
                    // A task of the whole section would be one of each of its rows.
                    .task(id: state.isBusy) { if !state.isBusy { await sessions.load() } }
                    .confirmationDialog(
                        texts[.sessionEndQuestion], isPresented: asksAboutOne, titleVisibility: .visible, actions: end
                    ) {
                        Text(texts[.sessionEndText])
                    }
                ForEach(sessions.list, id: \.self) { session in row(session) }
                if sessions.list.contains(where: { !$0.isCurrent }) {
                    Button(texts[.sessionsEndOthers]) { endsOthers = true }
                        .confirmationDialog(
                            texts[.sessionsEndOthersQuestion], isPresented: $endsOthers, titleVisibility: .visible
                        ) {
                            Button(texts[.signOut], role: .destructive) { Task { await state.endOtherSessions() } }
                            Button(texts[.cancel], role: .cancel) {}
                        } message: {
                            Text(texts[.sessionEndText])
                        }
                }
                if let problem = sessions.problem {
                    Text(texts.message(for: problem))
                    Button(texts[.actionRetry]) { Task { await sessions.load() } }
                }
            }
        }

        private func row(_ session: AccountSession) -> some View {
            HStack {
                VStack(alignment: .leading) {
                    Text(session.isCurrent ? texts[.sessionCurrent] : texts.name(ofMethod: session.method))
                    Text(texts.lastUse(of: session)).font(.footnote).foregroundStyle(.secondary)
                }
                Spacer()
                if !session.isCurrent {
                    Button(texts[.signOut], role: .destructive) { ended = session }.buttonStyle(.borderless)
                }
            }
        }

        /// The button of the question. It is about what was shown: the dialog is put away before it acts.
        @ViewBuilder private func end() -> some View {
            if let ended {
                Button(texts[.signOut], role: .destructive) { Task { await state.endSession(ended) } }
            }
            Button(texts[.cancel], role: .cancel) {}
        }

        private var asksAboutOne: Binding<Bool> {
            Binding(
                get: { @MainActor in ended != nil },
                set: { @MainActor isPresented in if !isPresented { ended = nil } })
        }
    }

    extension Texts {
        /// The line about a session's last use; its beginning where the back end says no more.
        fileprivate func lastUse(of session: AccountSession) -> String {
            guard let date = session.lastRefreshDate else {
                return text(.sessionBegun, session.creationDate.formatted(date: .abbreviated, time: .shortened))
            }
            return text(.sessionLastUsed, date.formatted(date: .abbreviated, time: .shortened))
        }
    }
#endif
