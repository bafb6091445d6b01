public import Sesame
public import SesameFirebase

// snippet.layout
extension FirestoreProfileLayout {
    /// The layout of the document `users/{uid}` in a Firebase project, as installed versions of the app write it.
    public static var couple: Self {
        var layout = Self(
            required: ["name", "birthDate", "relationshipGoals", "relationshipDuration"], steps: OnboardingModel.steps)
        layout.kinds = ["birthDate": .day, "relationshipStartDate": .day]
        layout.readOnly = ["id", "appleUserID", "googleUserID", "isSubscribed", "partnerId"]
        layout.providers = ["apple", "google"]
        layout.initial = { user in
            var fields: JSONObject = [
                "id": .string(user.uid), "isSubscribed": false, "partnerCode": "", "partnerId": "",
                "relationshipGoals": [], "relationshipDuration": "notInRelationship",
            ]
            fields["email"] = .string(user.email ?? "")
            fields["name"] = .string(user.displayName ?? "")
            for provider in ["apple", "google"] where user.providers.contains(provider) {
                fields["\(provider)UserID"] = .string(user.uid)
            }
            return fields
        }
        return layout
    }
}
// snippet.end

// snippet.app
extension Couple {
    /// Creates the app over its Firebase project, which holds the accounts and documents.
    /// - Parameter storage: The location of the app's stored data: `.keychain(name: "couple")`.
    public init(_ project: FirebaseProject, storage: StorageLocation) {
        self.init(.firebase(project, storage: storage, profiles: .couple))
    }
}
// snippet.end
