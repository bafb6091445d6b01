#if canImport(SwiftUI)
    import Foundation
    import Sesame
    import SesameCore
    import SesameTexts
    import SwiftUI

    /// The user's sessions, with a button to end each session except the current one.
    ///
    /// The view is a section of ``AccountView``, which asks for the confirmation that the server may require.
    struct SessionsView: View {
        private let state: AppState
        private let sessions: AccountData<[AccountSession]>
        private let texts: Texts
        @State private var ended: AccountSession?
        @State private var endsOthers = false

        init(_ state: AppState, _ sessions: AccountData<[AccountSession]>, texts: Texts) {
            self.state = state
            self.sessions = sessions
            self.texts = texts
        }

        var body: some View {
            Section {
                Text(texts[.sessionsTitle])
                    .font(.headline)
                    .accessibilityAddTraits(.isHeader)
                ForEach(list, id: \.id) { session in row(session) }
                if list.contains(where: { !$0.isCurrent }) {
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

        private var list: [AccountSession] { sessions.value ?? [] }

        private func row(_ session: AccountSession) -> some View {
            HStack {
                VStack(alignment: .leading) {
                    Text(texts.name(of: session))
                    if let use = texts.lastUse(of: session) {
                        Text(use).font(.footnote).foregroundStyle(.secondary)
                    }
                }
                Spacer()
                if !session.isCurrent {
                    Button(texts[.signOut], role: .destructive) { ended = session }
                        .buttonStyle(.borderless)
                        .accessibilityLabel(Text("\(texts[.signOut]): \(line(about: session))"))
                        .confirmationDialog(
                            texts[.sessionEndQuestion], isPresented: asks(about: session), titleVisibility: .visible
                        ) {
                            Button(texts[.signOut], role: .destructive) { Task { await state.endSession(session) } }
                            Button(texts[.cancel], role: .cancel) {}
                        } message: {
                            Text("\(line(about: session))\n\(texts[.sessionEndText])")
                        }
                }
            }
        }

        private func line(about session: AccountSession) -> String {
            [texts.name(of: session), texts.lastUse(of: session)].compactMap(\.self).joined(separator: ", ")
        }

        private func asks(about session: AccountSession) -> Binding<Bool> {
            Binding(
                get: { @MainActor in ended?.id == session.id },
                set: { @MainActor isPresented in if !isPresented { ended = nil } })
        }
    }
#endif
