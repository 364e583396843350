package io.koordbridge.copilot.http;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** A handler's answer to a request that went through the real reader. */
public final class HttpExchanges {
    private HttpExchanges() {}

    public static HttpResponse answer(HttpHandler handler, String method, String target, String body)
            throws IOException {
        byte[] content = body.getBytes(StandardCharsets.UTF_8);
        String head = method + " " + target + " HTTP/1.1\r\nContent-Length: " + content.length + "\r\n\r\n";
        byte[] all = (head + body).getBytes(StandardCharsets.UTF_8);
        try {
            return handler.handle(new HttpRequestReader(new ByteArrayInputStream(all)).read());
        } catch (BadRequestException e) {
            return e.response();
        }
    }
}
