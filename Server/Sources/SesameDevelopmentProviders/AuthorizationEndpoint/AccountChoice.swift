/// The choice of the account that signs in.
enum AccountChoice: Sendable {
    case testUser(Int)
    case account(DevelopmentUsers.Account)
    /// The next Test User that the page has not offered yet.
    case generated
}
