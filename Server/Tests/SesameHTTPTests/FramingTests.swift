import Testing

@testable import SesameHTTP

@Suite struct `Framing` {
    @Test(arguments: FramingCorpus.heads)
    func `an ambiguous head is rejected, and nothing after it is read`(text: String) {
        #expect(transcript(text + FramingCorpus.smuggled) == ["400"])
    }

    @Test(arguments: FramingCorpus.chunks)
    func `an ambiguous chunk is rejected, and nothing after it is read`(text: String) {
        let lines = transcript(text + FramingCorpus.smuggled)
        #expect(lines == ["POST / chunked", "400"] || lines == ["POST / chunked", "413"])
    }

    @Test(arguments: FramingCorpus.heads + FramingCorpus.chunks)
    func `splitting a rejected request into packets changes nothing`(text: String) {
        expectSameWhereverCut(text + FramingCorpus.smuggled)
    }

    @Test(arguments: [
        "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabcGET /b HTTP/1.1\r\nHost: x\r\n\r\n",
        "POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nA;q\r\n0123456789\r\n1\r\na\r\n0\r\n\r\nG",
        "\r\nGET / HTTP/1.0\r\nX: é\r\n\r\n",
    ])
    func `splitting a valid request into packets changes nothing`(text: String) {
        expectSameWhereverCut(text)
    }

    @Test func `invalid UTF-8 in a header value is rejected`() {
        let bytes = Array("GET / HTTP/1.1\r\nHost: x\r\nX: ".utf8) + [0xff] + Array("\r\n\r\n".utf8)
        #expect(transcript([bytes[...]]) == ["400"])
    }

    private func expectSameWhereverCut(_ text: String) {
        let bytes = Array(text.utf8)
        let whole = transcript([bytes[...]])
        let problem = refusal(of: [bytes[...]])
        for cut in bytes.indices.dropFirst() {
            #expect(transcript([bytes[..<cut], bytes[cut...]]) == whole, "cut at \(cut)")
            #expect(refusal(of: [bytes[..<cut], bytes[cut...]]) == problem, "cut at \(cut)")
        }
        #expect(transcript(bytes.indices.map { bytes[$0...$0] }) == whole, "byte by byte")
    }
}
