package io.koordbridge.copilot.http;

import io.koordbridge.copilot.json.JsonWriter;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import org.jspecify.annotations.Nullable;

/** A status and a JSON body. */
public final class HttpResponse {
    private final int status;
    private final String body;

    private HttpResponse(int status, String body) {
        this.status = status;
        this.body = body;
    }

    public static HttpResponse ok(@Nullable Object json) {
        return new HttpResponse(200, JsonWriter.write(json));
    }

    /** {@code {"error": reason}}. */
    public static HttpResponse error(int status, String reason) {
        return new HttpResponse(status, JsonWriter.write(Collections.singletonMap("error", reason)));
    }

    public int status() {
        return status;
    }

    public String body() {
        return body;
    }

    byte[] bytes() {
        byte[] content = body.getBytes(StandardCharsets.UTF_8);
        String head = "HTTP/1.1 " + status + " " + phrase() + "\r\nContent-Type: application/json\r\nContent-Length: "
                + content.length + "\r\nConnection: close\r\n\r\n";
        byte[] start = head.getBytes(StandardCharsets.US_ASCII);
        byte[] all = new byte[start.length + content.length];
        System.arraycopy(start, 0, all, 0, start.length);
        System.arraycopy(content, 0, all, start.length, content.length);
        return all;
    }

    private String phrase() {
        switch (status) {
            case 200:
                return "OK";
            case 400:
                return "Bad Request";
            case 401:
                return "Unauthorized";
            case 403:
                return "Forbidden";
            case 404:
                return "Not Found";
            case 405:
                return "Method Not Allowed";
            case 409:
                return "Conflict";
            case 413:
                return "Content Too Large";
            case 503:
                return "Service Unavailable";
            default:
                return status < 500 ? "Client Error" : "Server Error";
        }
    }
}
