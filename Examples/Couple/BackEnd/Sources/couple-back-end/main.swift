import CoupleBackEnd
import Foundation

let environment = ProcessInfo.processInfo.environment
do {
    let backEnd = try BackEnd(environment)
    try await backEnd.serve(port: environment["PORT"].flatMap(Int.init) ?? 8085) { port in
        print("listening at http://127.0.0.1:\(port)")
        fflush(nil)
    }
} catch {
    FileHandle.standardError.write(Data("\(error)\n\n\(BackEnd.settings)\n".utf8))
    exit(1)
}
