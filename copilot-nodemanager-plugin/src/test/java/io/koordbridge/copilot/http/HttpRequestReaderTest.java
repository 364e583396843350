package io.koordbridge.copilot.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HttpRequestReaderTest {

    private static HttpRequest read(String text) throws Exception {
        return new HttpRequestReader(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8))).read();
    }

    @Test
    void readsMethodPathQueryHeadersAndBody() throws Exception {
        HttpRequest request = read(
                "POST /v2/evict?dry=true&why=too%20much HTTP/1.1\r\nX-Trace: 7\r\nContent-Length: 4\r\n\r\nbödy+more");

        assertThat(request.method()).isEqualTo("POST");
        assertThat(request.path()).isEqualTo("/v2/evict");
        assertThat(request.query("dry")).isEqualTo("true");
        assertThat(request.query("why")).isEqualTo("too much");
        assertThat(request.header("x-trace")).isEqualTo("7");
        assertThat(request.body()).isEqualTo("böd");
    }

    @Test
    void takesLinesWithoutCarriageReturns() throws Exception {
        HttpRequest request = read("GET /health HTTP/1.0\n\n");

        assertThat(request.path()).isEqualTo("/health");
        assertThat(request.body()).isEmpty();
        assertThat(request.query("absent")).isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "GET /health#                               | request ends within its head",
                "GET /health##                              | not an HTTP/1.1 request line",
                "GET /health HTTP/2##                       | not an HTTP/1.1 request line",
                "GET / HTTP/1.1#no colon##                  | header without a colon",
                "GET /?a=%zz HTTP/1.1##                     | query is not percent-encoded: %zz",
                "POST / HTTP/1.1#Transfer-Encoding: chunked## | a body must be sent with Content-Length",
                "POST / HTTP/1.1#Content-Length: -1##       | Content-Length must be a whole number, got -1",
                "POST / HTTP/1.1#Content-Length: 5##abc     | body ends after 3 of 5 bytes",
                "POST / HTTP/1.1#Content-Length: 65537##    | body is longer than 65536 bytes",
            })
    void refusesWhatIsNoRequest(String text, String problem) {
        assertThatThrownBy(() -> read(text.replace("#", "\r\n")))
                .isInstanceOf(BadRequestException.class)
                .hasMessage(problem);
    }

    @Test
    void refusesAHeadThatDoesNotEnd() {
        String head = "GET / HTTP/1.1\r\nX: " + "x".repeat(HttpRequestReader.MAX_HEAD_BYTES);

        assertThatThrownBy(() -> read(head))
                .isInstanceOf(BadRequestException.class)
                .hasMessageContaining("8192");
    }

    @Test
    void tellsAClosedConnectionFromABadRequest() {
        assertThatThrownBy(() -> read("")).isInstanceOf(EOFException.class);
    }
}
