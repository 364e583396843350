package io.koordbridge.koordlet.app;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.koordlet.audit.AuditLog;
import io.koordbridge.koordlet.audit.AuditPages;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * {@code GET /events}: the newest events in memory; with the gate AuditEventsHTTPHandler all of the record, page by page, in the forms of
 * the reference.
 */
final class EventPages {

    private static final int DEFAULT_EVENTS = 256;
    private static final int MOST_EVENTS = 2048;
    private static final Pattern SIZE = Pattern.compile("\\d{1,4}");
    private static final Pattern TOKEN = Pattern.compile("[0-9A-Za-z-]{1,64}");
    private static final String NEXT = "Next-Page-Token";

    private final AuditLog newest;
    private final Optional<AuditPages> pages;

    /**
     * Serves events.
     *
     * @param pages of the record; empty while the gate is off
     */
    EventPages(AuditLog newest, Optional<AuditPages> pages) {
        this.newest = newest;
        this.pages = pages;
    }

    /**
     * Answers.
     *
     * @param accept what the caller takes, empty when it does not say so
     */
    AdminServer.Answer answer(String query, String accept) throws IOException {
        Map<String, String> asked = asked(query);
        int size = size(asked.getOrDefault("size", String.valueOf(DEFAULT_EVENTS)));
        String token = asked.getOrDefault("pageToken", "");
        boolean known = asked.keySet().stream()
                .allMatch(key -> key.equals("size") || (key.equals("pageToken") && pages.isPresent()));
        if (!known || size < 1 || !(token.isEmpty() || TOKEN.matcher(token).matches())) {
            String form = pages.isPresent() ? "size=N&pageToken=T" : "size=N";
            return AdminServer.problem(400, "'" + query + "': want " + form + " with N from 1 to " + MOST_EVENTS);
        }
        if (pages.isEmpty()) {
            return AdminServer.json(200, Map.of("Events", newest.newest(size)));
        }
        try {
            return page(pages.get().read(size, Optional.of(token).filter(text -> !text.isEmpty())), accept);
        } catch (AuditPages.UnknownTokenException e) {
            return AdminServer.problem(409, String.valueOf(e.getMessage()));
        } catch (AuditPages.BusyException e) {
            return AdminServer.problem(503, String.valueOf(e.getMessage()));
        } catch (IOException e) {
            return AdminServer.problem(500, "the record cannot be read: " + e.getMessage());
        }
    }

    private static AdminServer.Answer page(AuditPages.Page page, String accept) throws IOException {
        if (accept.contains(AdminServer.JSON)) {
            Map<String, Object> body = new LinkedHashMap<>();
            page.next().ifPresent(token -> body.put("NextPageToken", token));
            body.put("Events", page.events());
            return AdminServer.json(200, body);
        }
        String lines = page.events().stream().map(JsonNode::toString).collect(Collectors.joining("\n", "", "\n"));
        return new AdminServer.Answer(
                200,
                "text/plain; charset=utf-8",
                page.events().isEmpty() ? "" : lines,
                page.next().map(token -> Map.of(NEXT, token)).orElse(Map.of()));
    }

    /** A name that stands twice is not known. */
    private static Map<String, String> asked(String query) {
        Map<String, String> asked = new LinkedHashMap<>();
        List<String> parts = query.isEmpty() ? List.of() : Arrays.asList(query.split("&", -1));
        for (String part : parts) {
            String[] pair = part.split("=", 2);
            String key = asked.containsKey(pair[0]) ? part : pair[0];
            asked.put(key, pair.length == 2 ? pair[1] : "");
        }
        return asked;
    }

    private static int size(String text) {
        int size = SIZE.matcher(text).matches() ? Integer.parseInt(text) : 0;
        return size > MOST_EVENTS ? 0 : size;
    }
}
