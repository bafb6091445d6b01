package import SesameHTTP

extension DevelopmentProviders {
    /// All surfaces of the development providers, for an HTTP server on their port.
    package var surfaces: [Surface] {
        let vendors = VendorAPI(providers: self, pause: pause)
        return [ControlAPI(providers: self).surface()] + all.map(vendors.surface)
            + [FCMAPI(fcm: fcm, requests: requests).surface(), MessageAPI(inbox: inbox).surface()]
    }
}
