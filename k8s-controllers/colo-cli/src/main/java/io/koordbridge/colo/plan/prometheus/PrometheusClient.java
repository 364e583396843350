package io.koordbridge.colo.plan.prometheus;

import io.koordbridge.colo.answer.AnswerException;
import io.koordbridge.colo.answer.ServerCheck;
import io.koordbridge.colo.answer.TlsProblem;
import io.koordbridge.protocol.tls.Authorities;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Asks one Prometheus. Each request has a deadline; one that fails for a passing reason is made three times at most. */
final class PrometheusClient {
    private static final int TRIES = 3;
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;
    private static final Set<Integer> REFUSED = Set.of(401, 403);
    private static final Set<Integer> REJECTED = Set.of(400, 422);
    private static final Set<Integer> PASSING = Set.of(429, 500, 502, 503, 504);

    private final String base;
    private final Duration timeout;
    private final Duration pause;
    private final String token;
    private final HttpClient http;

    /**
     * Prepares to ask; nothing is sent yet.
     *
     * @param pause before the second try, twice as long before the third
     * @param token bearer token that is sent, empty for none
     */
    PrometheusClient(URI address, Duration timeout, Duration pause, String token, Authorities authorities) {
        base = address.toString().endsWith("/") ? address.toString() : address + "/";
        this.timeout = timeout;
        this.pause = pause;
        this.token = token;
        http = new ServerCheck(authorities, address.getHost()).client(timeout).build();
    }

    /** For messages. */
    String name() {
        return "Prometheus at " + base;
    }

    /** All series of an expression at a time, each with one point. */
    List<Series> query(String expression, long second) {
        List<Series> found = new ArrayList<>();
        ask("query?time=" + second + "&query=" + encoded(expression), expression, found::add);
        return found;
    }

    /** All series of an expression over a time; a failed try hands on nothing. */
    void range(String expression, long start, long end, long step, Consumer<Series> sink) {
        List<Series> found = new ArrayList<>();
        String query = "query_range?start=%d&end=%d&step=%d&query=%s".formatted(start, end, step, encoded(expression));
        ask(query, expression, found::add);
        found.forEach(sink);
    }

    private static String encoded(String expression) {
        return URLEncoder.encode(expression, StandardCharsets.UTF_8);
    }

    private void ask(String path, String expression, Consumer<Series> sink) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(base + "api/v1/" + path)).timeout(timeout);
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        for (int attempt = 1; ; attempt++) {
            String problem = answered(request.build(), expression, sink);
            if (problem.isEmpty()) {
                return;
            }
            if (attempt == TRIES) {
                throw new AnswerException("cannot reach " + name() + ": " + problem);
            }
            rest(pause.multipliedBy(attempt));
        }
    }

    /** Empty when it is; else a reason that may pass. */
    private String answered(HttpRequest request, String expression, Consumer<Series> sink) {
        HttpResponse<InputStream> answer;
        try {
            answer = http.send(request, HttpResponse.BodyHandlers.ofInputStream());
        } catch (HttpTimeoutException e) {
            return "no answer within " + timeout.toMillis() / 1000.0 + " s (--timeout)";
        } catch (ConnectException e) {
            return "no server listens there";
        } catch (IOException e) {
            return TlsProblem.of(request.uri(), e)
                    .map(text -> text.replace("--ca-file", "--prometheus-ca"))
                    .orElseGet(() -> String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AnswerException("interrupted while asking " + name(), e);
        }
        int status = answer.statusCode();
        try (InputStream body = answer.body()) {
            if (PASSING.contains(status)) {
                return "status " + status;
            }
            if (REFUSED.contains(status)) {
                throw new AnswerException(name() + " refuses (" + status
                        + "): give a token that may query by --prometheus-token-file FILE");
            }
            if (status == NOT_FOUND) {
                throw new AnswerException(
                        name() + " has no API there (404): give the address that /api/v1/query is below");
            }
            if (status != OK && !REJECTED.contains(status)) {
                throw new AnswerException(name() + " does not answer as a Prometheus does: status " + status);
            }
            String error = AnswerParser.read(body, sink);
            if (!error.isEmpty()) {
                throw new AnswerException("%s rejects %s: %s; a longer --step or a shorter --from asks for less"
                        .formatted(name(), expression, error));
            }
            return "";
        } catch (IOException e) {
            throw new AnswerException(name() + " does not answer as a Prometheus does: " + e.getMessage(), e);
        }
    }

    private static void rest(Duration time) {
        try {
            new CountDownLatch(1).await(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AnswerException("interrupted", e);
        }
    }
}
