public import SesameCore

extension AuthError {
    /// The current profile at the server, in an error with ``SesameCore/AuthError/Code/preconditionFailed``; nil if
    /// unknown. A ``ProfileService`` sets this property so that ``ProfileStore`` need not load the profile.
    public var newest: Profile? {
        get { attachment as? Profile }
        set { attachment = newValue }
    }
}
