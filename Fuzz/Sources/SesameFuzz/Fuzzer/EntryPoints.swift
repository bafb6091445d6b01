/// The target whose name is the program's first argument. Made once: keys and databases are kept from run to run.
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

/// libFuzzer's first call: takes the target's name away before libFuzzer reads the arguments.
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

/// libFuzzer's call for each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func runOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    chosen.run([UInt8](UnsafeBufferPointer(start: data, count: size)))
    return 0
}

/// libFuzzer's call for a new input: the target's own way of changing one, or libFuzzer's.
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
