import SesameHTTP
import Testing

struct MarkupTests {
    @Test func `text inserted into markup is escaped, and markup is not`() {
        let text = "<script a='b' c=\"&\">"
        let part: Markup = "<i>\(text)</i>"
        let whole: Markup = "<p id=\"\(7)\">\([part, "<br>"])</p>"
        #expect(whole.text == "<p id=\"7\"><i>&lt;script a=&#39;b&#39; c=&quot;&amp;&quot;&gt;</i><br></p>")
    }
}
