public import Foundation
public import SesameCore

/// The couple app's person: a typed view of the document `users/{uid}`.
///
/// The document stays as it was received. A member of a wrong type reads as absent and takes no other with it, what
/// this version does not know stays where it is, and ``draft`` holds what was changed here and nothing else: saved as a
/// merge, it overwrites nothing that this device has never seen.
public struct AppUser: Sendable {
    /// The whole document, with the changes.
    public private(set) var document: JSONObject
    /// What was changed since the document was read. A member that was taken away is `null`.
    public private(set) var draft: JSONObject = [:]

    /// A view of a document.
    public init(_ document: JSONObject) {
        self.document = document
    }

    /// The document's own id, which was made with it; never made up here.
    public var id: String? { text("id") }
    /// The account's e-mail address, as the server keeps it.
    public var email: String? { text("email") }
    /// Whether there is a subscription. Only the server can say so.
    public var isSubscribed: Bool { document["isSubscribed"]?.bool ?? false }
    /// The partner's account. Only the server can say so.
    public var partnerId: String? { text("partnerId") }
    /// Whether the person is on the way through the onboarding.
    public var onboardingInProgress: Bool { document["onboardingInProgress"]?.bool ?? false }

    /// The name.
    public var name: String? {
        get { text("name") }
        set { set("name", newValue) }
    }

    /// The date of birth; nil while nobody has stated it, which is not today.
    public var birthDate: Date? {
        get { date("birthDate") }
        set { set("birthDate", newValue?.formatted(.iso8601)) }
    }

    /// What the person hopes for.
    public var relationshipGoals: [String] {
        get { document["relationshipGoals"]?.array?.compactMap(\.string) ?? [] }
        set { set("relationshipGoals", .array(newValue.map(JSONValue.string))) }
    }

    /// How long the relationship has lasted. What a newer version has written reads as ``RelationshipDuration/notInRelationship``
    /// and is kept.
    public var relationshipDuration: RelationshipDuration {
        get { text("relationshipDuration").flatMap(RelationshipDuration.init) ?? .notInRelationship }
        set { set("relationshipDuration", newValue.rawValue) }
    }

    /// When the relationship began.
    public var relationshipStartDate: Date? {
        get { date("relationshipStartDate") }
        set { set("relationshipStartDate", newValue?.formatted(.iso8601)) }
    }

    /// What is to become better.
    public var relationshipImprovement: String? {
        get { text("relationshipImprovement") }
        set { set("relationshipImprovement", newValue) }
    }

    /// The kind of questions.
    public var questionMode: String? {
        get { text("questionMode") }
        set { set("questionMode", newValue) }
    }

    /// The language; that of the device, else English, where none was chosen.
    public var languageCode: String {
        get { text("languageCode") ?? Locale.current.language.languageCode?.identifier ?? "en" }
        set { set("languageCode", newValue) }
    }
}

extension AppUser {
    /// How long a relationship has lasted.
    public enum RelationshipDuration: String, Sendable, CaseIterable {
        /// There is none.
        case notInRelationship
        /// Under a year.
        case lessThanOneYear
        /// A year to five.
        case oneToFiveYears
        /// More than that.
        case moreThanFiveYears
    }

    private func text(_ name: String) -> String? {
        document[name]?.string
    }

    private func date(_ name: String) -> Date? {
        text(name).flatMap { try? Date($0, strategy: .iso8601) }
    }

    private mutating func set(_ name: String, _ text: String?) {
        set(name, text.map(JSONValue.string) ?? .null)
    }

    private mutating func set(_ name: String, _ value: JSONValue) {
        guard document[name] != value else { return }
        document[name] = value
        draft[name] = value
    }
}

extension AppUser: CustomStringConvertible, CustomReflectable {
    /// The type's name: all else is about the person.
    public var description: String { "AppUser" }

    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: [(label: String?, value: Any)]()) }
}
