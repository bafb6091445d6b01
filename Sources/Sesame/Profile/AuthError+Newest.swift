public import SesameCore

extension AuthError {
    /// The current profile, with ``SesameCore/AuthError/Code/preconditionFailed``. A ``ProfileService`` sets it so that
    /// ``ProfileStore`` need not load the profile.
    public var newest: Profile? {
        get { attachment as? Profile }
        set { attachment = newValue }
    }
}
