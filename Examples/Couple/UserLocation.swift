import Sesame
import SesameCore

/// A place.
public struct UserLocation: Sendable, Equatable {
    /// Degrees north of the equator.
    public var latitude: Double
    /// Degrees east of Greenwich.
    public var longitude: Double
    /// The city, if it is known.
    public var city: String?

    /// Makes the value.
    public init(latitude: Double, longitude: Double, city: String? = nil) {
        self.latitude = latitude
        self.longitude = longitude
        self.city = city
    }

    /// Reads a place; nil for what has no coordinates. A name of a wrong type takes the coordinates with it no more.
    init?(_ json: JSONValue) {
        guard case .number(let latitude)? = json["latitude"], case .number(let longitude)? = json["longitude"] else {
            return nil
        }
        self.init(latitude: latitude.double, longitude: longitude.double, city: json["city"]?.string)
    }

    var json: JSONValue? {
        guard let latitude = JSONNumber(latitude), let longitude = JSONNumber(longitude) else { return nil }
        var json: JSONObject = ["latitude": .number(latitude), "longitude": .number(longitude)]
        json["city"] = city.map(JSONValue.string)
        return .object(json)
    }
}
