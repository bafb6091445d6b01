import CoupleBackEnd
import Foundation

let environment = ProcessInfo.processInfo.environment
do {
    let backEnd = try BackEnd(environment)
    guard let port = Int(environment["PORT"] ?? "8085") else { throw Misfit(description: "PORT must be a number") }
    try await backEnd.serve(port: port) { port in
        print("listening at http://127.0.0.1:\(port)")
        fflush(nil)
    }
} catch {
    FileHandle.standardError.write(Data("\(error)\n\n\(BackEnd.settings)\n".utf8))
    exit(1)
}
