package io.koordbridge.copilot.http;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A complete request. */
public final class HttpRequest {
    private final String method;
    private final String path;
    private final Map<String, String> query;
    private final Map<String, String> headers;
    private final String body;

    HttpRequest(String method, String path, Map<String, String> query, Map<String, String> headers, String body) {
        this.method = method;
        this.path = path;
        this.query = query;
        this.headers = headers;
        this.body = body;
    }

    public String method() {
        return method;
    }

    public String path() {
        return path;
    }

    public @Nullable String query(String name) {
        return query.get(name);
    }

    /** Name in lower case. */
    public @Nullable String header(String name) {
        return headers.get(name);
    }

    public String body() {
        return body;
    }
}
