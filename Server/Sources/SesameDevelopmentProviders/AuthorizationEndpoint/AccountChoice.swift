/// The account that the user selects on the consent page.
enum AccountChoice: Sendable {
    case testUser(Int)
    case account(DevelopmentUsers.Account)
    /// The next Test User that the consent page has not offered yet.
    case generated
}
