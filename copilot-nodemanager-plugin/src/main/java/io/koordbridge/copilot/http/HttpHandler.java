package io.koordbridge.copilot.http;

/** Answers requests; may be called from several threads at once. */
public interface HttpHandler {
    HttpResponse handle(HttpRequest request) throws BadRequestException;
}
