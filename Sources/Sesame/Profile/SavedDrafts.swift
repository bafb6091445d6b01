import SesameCore

/// What drafts were saved with, so that one that is saved page by page says each change once: what was saved and taken
/// back is a change, what was only typed is none, and what was said before is not said again.
struct SavedDrafts {
    /// More forms than these are not open at once.
    private static let limit = 8
    /// The fields of each draft as it was saved last, the newest draft last; null for none.
    private var saved: [(id: ProfileDraft.Identity, fields: JSONObject)] = []

    /// Returns what the draft changes since it was saved last, a patch for each field, and takes it for saved.
    mutating func changes(of draft: ProfileDraft) -> JSONObject {
        var fields = saved.first { $0.id == draft.id }?.fields ?? [:]
        var patches: JSONObject = [:]
        for name in (draft.changes.members + fields.members).map(\.name) {
            let before = fields[name] ?? draft.base.fields[name] ?? .null
            let now = draft.changes[name] ?? draft.base.fields[name] ?? .null
            if now != before { patches[name] = .patch(from: before.unlessNull, to: now.unlessNull) }
            fields[name] = .some(now)
        }
        saved.removeAll { $0.id == draft.id }
        saved = (saved + [(draft.id, fields)]).suffix(Self.limit)
        return patches
    }

    /// Forgets a field that the server has refused: what is saved next is said in full.
    mutating func forget(_ name: String) {
        for index in saved.indices { saved[index].fields.remove(name) }
    }

    /// Forgets all: somebody else is there.
    mutating func reset() {
        saved = []
    }
}
