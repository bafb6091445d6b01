/// Where a person of the account page goes on after they have confirmed who they are.
enum AccountPlace: String, Sendable {
    case account, deletion

    var path: String {
        switch self {
        case .account: "/account"
        case .deletion: "/account/delete"
        }
    }
}
