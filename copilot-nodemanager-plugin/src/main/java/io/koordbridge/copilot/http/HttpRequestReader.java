package io.koordbridge.copilot.http;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UnsupportedEncodingException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Reads one HTTP/1.x request of bounded size. */
final class HttpRequestReader {
    static final int MAX_HEAD_BYTES = 8 * 1024;
    static final int MAX_BODY_BYTES = 64 * 1024;

    private final InputStream in;

    HttpRequestReader(InputStream in) {
        this.in = in;
    }

    /** An {@link EOFException} means that the peer closed before it had sent anything. */
    HttpRequest read() throws IOException, BadRequestException {
        String[] lines = head().split("\r?\n", -1);
        String[] start = lines[0].split(" ", -1);
        if (start.length != 3 || !start[2].startsWith("HTTP/1.")) {
            throw new BadRequestException("not an HTTP/1.1 request line");
        }
        Map<String, String> headers = headers(lines);
        String target = start[1];
        int mark = target.indexOf('?');
        String path = mark < 0 ? target : target.substring(0, mark);
        Map<String, String> query = query(mark < 0 ? "" : target.substring(mark + 1));
        return new HttpRequest(start[0], path, query, headers, body(headers));
    }

    private String head() throws IOException, BadRequestException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        int newLines = 0;
        while (newLines < 2) {
            int b = in.read();
            if (b < 0) {
                if (head.size() == 0) {
                    throw new EOFException("closed before a request");
                }
                throw new BadRequestException("request ends within its head");
            }
            if (head.size() >= MAX_HEAD_BYTES) {
                throw new BadRequestException(413, "head is longer than " + MAX_HEAD_BYTES + " bytes");
            }
            head.write(b);
            if (b == '\n') {
                newLines++;
            } else if (b != '\r') {
                newLines = 0;
            }
        }
        return new String(head.toByteArray(), StandardCharsets.ISO_8859_1);
    }

    private static Map<String, String> headers(String[] lines) throws BadRequestException {
        Map<String, String> headers = new HashMap<>();
        for (int i = 1; i < lines.length && !lines[i].isEmpty(); i++) {
            int colon = lines[i].indexOf(':');
            if (colon <= 0) {
                throw new BadRequestException("header without a colon");
            }
            headers.put(
                    lines[i].substring(0, colon).trim().toLowerCase(Locale.ROOT),
                    lines[i].substring(colon + 1).trim());
        }
        return headers;
    }

    private static Map<String, String> query(String text) throws BadRequestException {
        Map<String, String> parameters = new HashMap<>();
        for (String part : text.split("&", -1)) {
            int equal = part.indexOf('=');
            if (equal > 0) {
                parameters.put(decoded(part.substring(0, equal)), decoded(part.substring(equal + 1)));
            }
        }
        return parameters;
    }

    private static String decoded(String text) throws BadRequestException {
        try {
            return URLDecoder.decode(text, "UTF-8");
        } catch (IllegalArgumentException | UnsupportedEncodingException e) {
            throw new BadRequestException("query is not percent-encoded: " + text);
        }
    }

    private String body(Map<String, String> headers) throws IOException, BadRequestException {
        if (headers.containsKey("transfer-encoding")) {
            throw new BadRequestException("a body must be sent with Content-Length");
        }
        int length = contentLength(headers.getOrDefault("content-length", "0"));
        byte[] body = new byte[length];
        int got = 0;
        while (got < length) {
            int n = in.read(body, got, length - got);
            if (n < 0) {
                throw new BadRequestException("body ends after " + got + " of " + length + " bytes");
            }
            got += n;
        }
        return new String(body, StandardCharsets.UTF_8);
    }

    private static int contentLength(String text) throws BadRequestException {
        if (!text.matches("[0-9]{1,9}")) {
            throw new BadRequestException("Content-Length must be a whole number, got " + text);
        }
        int length = Integer.parseInt(text);
        if (length > MAX_BODY_BYTES) {
            throw new BadRequestException(413, "body is longer than " + MAX_BODY_BYTES + " bytes");
        }
        return length;
    }
}
