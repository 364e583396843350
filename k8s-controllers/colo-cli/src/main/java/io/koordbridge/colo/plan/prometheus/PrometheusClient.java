package io.koordbridge.colo.plan.prometheus;

import io.koordbridge.colo.answer.AnswerBody;
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
import java.net.http.HttpHeaders;
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
import org.jspecify.annotations.Nullable;

/**
 * Asks one Prometheus. Each query has one deadline for all of its tries, from the first to the last byte of its answer; one that fails for a
 * passing reason is made three times at most. An answer has a largest size.
 */
final class PrometheusClient {
    private static final int TRIES = 3;
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;
    private static final Set<Integer> REFUSED = Set.of(401, 403);
    private static final Set<Integer> REJECTED = Set.of(400, 422);
    private static final int TOO_MANY = 429;
    private static final int SERVER_FAILS = 500;
    private static final int UNAVAILABLE = 503;
    /** A range is cut so that an honest one has a tenth of that. */
    private static final long MOST_BYTES = 128L << 20;

    private static final String LESS = "a longer --step, a shorter --from or --prometheus-match asks for less";

    private final String base;
    private final Duration timeout;
    private final Duration pause;
    private final long mostBytes;
    private final String token;
    private final HttpClient http;

    /**
     * Prepares to ask; nothing is sent yet.
     *
     * @param timeout of a query with all of its tries
     * @param pause before the second try, twice as long before the third
     * @param token bearer token that is sent, empty for none
     */
    PrometheusClient(URI address, Duration timeout, Duration pause, String token, Authorities authorities) {
        this(address, timeout, pause, MOST_BYTES, token, authorities);
    }

    PrometheusClient(
            URI address, Duration timeout, Duration pause, long mostBytes, String token, Authorities authorities) {
        this.mostBytes = mostBytes;
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
        return ask("query?time=" + second + "&query=" + encoded(expression), expression);
    }

    /** All series of an expression over a time; a failed try hands on nothing. */
    void range(String expression, long start, long end, long step, Consumer<Series> sink) {
        String query = "query_range?start=%d&end=%d&step=%d&query=%s".formatted(start, end, step, encoded(expression));
        ask(query, expression).forEach(sink);
    }

    private static String encoded(String expression) {
        return URLEncoder.encode(expression, StandardCharsets.UTF_8);
    }

    /** A query until its deadline, by {@link System#nanoTime}. */
    private record Question(URI address, String expression, long deadline) {
        Duration left() {
            return Duration.ofNanos(deadline - System.nanoTime());
        }
    }

    /** A reason that may pass. */
    private static final class PassingException extends Exception {
        private static final long serialVersionUID = 1L;

        private PassingException(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }

    private List<Series> ask(String path, String expression) {
        Question question =
                new Question(URI.create(base + "api/v1/" + path), expression, System.nanoTime() + timeout.toNanos());
        String before = "";
        for (int attempt = 1; ; attempt++) {
            try {
                return answer(question);
            } catch (HttpTimeoutException e) {
                throw new AnswerException(
                        "cannot reach %s: no whole answer to %s within %s s (--timeout)%s; %s"
                                .formatted(name(), expression, timeout.toMillis() / 1000.0, before, LESS),
                        e);
            } catch (PassingException e) {
                Duration rest = pause.multipliedBy(attempt);
                if (attempt == TRIES || rest.compareTo(question.left()) >= 0) {
                    throw new AnswerException("cannot reach %s: %s".formatted(name(), e.getMessage()), e);
                }
                before = ", at first " + e.getMessage();
                rest(rest);
            }
        }
    }

    private List<Series> answer(Question question) throws HttpTimeoutException, PassingException {
        Duration left = question.left();
        if (left.isNegative() || left.isZero()) {
            throw new HttpTimeoutException("no time is left");
        }
        HttpRequest.Builder request = HttpRequest.newBuilder(question.address()).timeout(left);
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        try {
            HttpResponse<InputStream> answer =
                    http.send(request.build(), head -> new AnswerBody(question.deadline(), mostBytes));
            try (InputStream body = answer.body()) {
                checkStatus(answer.statusCode(), answer.headers());
                return series(body, question.expression());
            }
        } catch (HttpTimeoutException e) {
            throw e;
        } catch (ConnectException e) {
            throw new PassingException("no server listens there", e);
        } catch (IOException e) {
            String problem = TlsProblem.of(question.address(), e)
                    .map(text -> text.replace("--ca-file", "--prometheus-ca"))
                    .orElseGet(() -> "the connection broke: " + e.getMessage());
            throw new PassingException(problem, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AnswerException("interrupted while asking " + name(), e);
        }
    }

    private void checkStatus(int status, HttpHeaders headers) throws PassingException {
        // A query that takes longer than the server allows is a 503 too; only that one has an answer in JSON.
        boolean saysWhy = status == UNAVAILABLE
                && headers.firstValue("Content-Type").orElse("").startsWith("application/json");
        if (saysWhy) {
            return;
        }
        if (status == TOO_MANY || status >= SERVER_FAILS) {
            throw new PassingException("status " + status, null);
        }
        if (REFUSED.contains(status)) {
            throw new AnswerException(
                    name() + " refuses (" + status + "): give a token that may query by --prometheus-token-file FILE");
        }
        if (status == NOT_FOUND) {
            throw new AnswerException(name() + " has no API there (404): give the address that /api/v1/query is below");
        }
        if (status != OK && !REJECTED.contains(status)) {
            throw new AnswerException(name() + " does not answer as a Prometheus does: status " + status);
        }
    }

    private List<Series> series(InputStream body, String expression) throws IOException {
        try {
            List<Series> found = new ArrayList<>();
            String error = AnswerParser.read(body, found::add);
            if (error.isEmpty()) {
                return found;
            }
            throw new AnswerException("%s rejects %s: %s; %s".formatted(name(), expression, error, LESS));
        } catch (AnswerBody.TooLargeException e) {
            throw new AnswerException("%s gives %s to %s; %s".formatted(name(), e.getMessage(), expression, LESS), e);
        } catch (AnswerParser.BadAnswerException e) {
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
