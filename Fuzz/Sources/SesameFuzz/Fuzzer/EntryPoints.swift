/// The target named by the program's first argument. It is created once, so that keys and databases are reused between
/// runs.
private let chosen: any FuzzTarget = {
    let names = CommandLine.arguments.dropFirst()
    guard let name = names.first, let make = FuzzTargets.all[name] else {
        stop("usage: sesame-fuzz TARGET [libFuzzer's arguments]; targets: \(FuzzTargets.all.keys.sorted())")
    }
    do {
        return try make()
    } catch {
        stop("\(name) cannot be prepared: \(error)")
    }
}()

/// Handles libFuzzer's first call, and removes the target's name before libFuzzer reads the arguments.
@_cdecl("LLVMFuzzerInitialize")
public func initializeFuzzer(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>
) -> CInt {
    _ = chosen
    arguments.pointee[1] = arguments.pointee[0]
    arguments.pointee += 1
    count.pointee -= 1
    return 0
}

/// Handles libFuzzer's call for each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func runOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    chosen.run([UInt8](UnsafeBufferPointer(start: data, count: size)))
    return 0
}

/// Mutates an input for libFuzzer, with the target's own mutation or else libFuzzer's, and returns the new length in
/// bytes.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutateInput(_ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ maximum: Int, _ seed: CUnsignedInt) -> Int {
    let input = [UInt8](UnsafeBufferPointer(start: data, count: size))
    guard let changed = chosen.mutate(input, seed: UInt64(seed)), changed.count <= maximum else {
        return mutateBytes(data, size, maximum)
    }
    UnsafeMutableBufferPointer(start: data, count: maximum).baseAddress?.update(from: changed, count: changed.count)
    return changed.count
}

@_silgen_name("LLVMFuzzerMutate")
private func mutateBytes(_ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ maximum: Int) -> Int
