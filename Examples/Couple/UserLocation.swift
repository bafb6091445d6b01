import Sesame

/// A location: its coordinates, with the address, city and country if they are known.
public struct UserLocation: Sendable, Equatable {
    /// The latitude in degrees, north positive.
    public var latitude: Double
    /// The longitude in degrees, east positive.
    public var longitude: Double
    /// The street address without the city, for example `1 rue de la République`; nil if it is unknown.
    public var address: String?
    /// The city's name, for example `Lyon`; nil if it is unknown.
    public var city: String?
    /// The country's name, for example `France`; nil if it is unknown.
    public var country: String?

    /// Creates a location from its coordinates, by default without an address.
    public init(
        latitude: Double, longitude: Double, address: String? = nil, city: String? = nil, country: String? = nil
    ) {
        self.latitude = latitude
        self.longitude = longitude
        self.address = address
        self.city = city
        self.country = country
    }

    /// Decodes a location; nil without coordinates. An address, city or country of the wrong type is ignored.
    init?(_ json: JSONValue) {
        guard case .number(let latitude)? = json["latitude"], case .number(let longitude)? = json["longitude"] else {
            return nil
        }
        self.init(
            latitude: latitude.double, longitude: longitude.double, address: json["address"]?.string,
            city: json["city"]?.string, country: json["country"]?.string)
    }

    var json: JSONValue? {
        guard let latitude = JSONNumber(latitude), let longitude = JSONNumber(longitude) else { return nil }
        var json: JSONObject = ["latitude": .number(latitude), "longitude": .number(longitude)]
        json["address"] = address.map(JSONValue.string)
        json["city"] = city.map(JSONValue.string)
        json["country"] = country.map(JSONValue.string)
        return .object(json)
    }
}
