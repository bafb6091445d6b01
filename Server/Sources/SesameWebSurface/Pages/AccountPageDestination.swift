/// The account page to which a user returns after a reauthentication.
enum AccountPageDestination: String, Sendable {
    case account, deletion

    var path: String {
        switch self {
        case .account: "/account"
        case .deletion: "/account/delete"
        }
    }
}
