#if canImport(SwiftUI)
    import Foundation
    public import Sesame
    import SesameCore
    public import SesameTexts
    public import SwiftUI

    /// The form section in which a user edits their profile: the app's own controls, and the save button.
    ///
    /// ```swift
    /// Form {
    ///     ProfileSection(client) { draft in
    ///         TextField("Name", text: draft[.string("name"), or: ""])
    ///     }
    /// }
    /// ```
    /// Without a network, saved changes wait on the device, and the section says so.
    public struct ProfileSection<Content: View>: View {
        @State private var editor: ProfileEditor
        private let texts: Texts
        private let content: (Binding<ProfileDraft>) -> Content

        /// Creates the section for an app.
        /// - Parameter content: The app's controls for the edited values.
        public init(
            _ client: SesameClient, texts: Texts = Texts(),
            @ViewBuilder content: @escaping (Binding<ProfileDraft>) -> Content
        ) {
            self.init(client.profiles, texts: texts, content: content)
        }

        /// Creates the section for the signed-in user's profile.
        /// - Parameter content: The app's controls for the edited values.
        public init(
            _ profiles: ProfileStore, texts: Texts = Texts(),
            @ViewBuilder content: @escaping (Binding<ProfileDraft>) -> Content
        ) {
            _editor = State(initialValue: ProfileEditor(profiles))
            self.texts = texts
            self.content = content
        }

        /// The app's controls and the save button; a progress indicator or a retry button until the profile is loaded.
        public var body: some View {
            Section {
                if let draft = editor.draft {
                    content(binding(to: draft)).disabled(editor.isBusy)
                    // A task on the whole section would be started for each of its rows.
                    Button(texts[.save]) { Task { await editor.save() } }
                        .disabled(!editor.canSave)
                        .task { await editor.run() }
                } else if editor.notice == nil {
                    ProgressView(texts[.loading]).task { await editor.run() }
                } else {
                    Button(texts[.actionRetry]) { Task { await editor.load() } }
                        .disabled(editor.isBusy)
                        .task { await editor.run() }
                }
                if let notice = editor.notice { Text(text(of: notice)) }
            }
        }

        private func binding(to draft: ProfileDraft) -> Binding<ProfileDraft> {
            Binding(
                get: { @MainActor in editor.draft ?? draft }, set: { @MainActor draft in editor.edit(draft) })
        }

        private func text(of notice: ProfileEditor.Notice) -> String {
            switch notice {
            case .saved: texts[.saved]
            case .waiting: texts[.savedOnDevice]
            case .waitingForSignIn: texts[.savedUntilSignIn]
            case .problem(let error): texts.message(for: error)
            }
        }
    }

    extension Binding where Value == ProfileDraft {
        /// Returns the binding of a control to a field. The control shows `other` if the profile has no value, and does
        /// not change the profile until the user chooses another value.
        public subscript<Field: Equatable & Sendable>(
            field: ProfileField<Field>, or other: Field
        ) -> Binding<Field> {
            Binding<Field>(
                get: { @MainActor in wrappedValue[field, or: other] },
                set: { @MainActor value in wrappedValue[field, or: other] = value })
        }
    }
#endif
