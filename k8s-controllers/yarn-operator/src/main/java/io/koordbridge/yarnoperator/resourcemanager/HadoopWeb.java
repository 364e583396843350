package io.koordbridge.yarnoperator.resourcemanager;

import io.koordbridge.kube.thread.DaemonThreads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.HttpCookie;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Asks Hadoop's web servers of a cluster as they want to be asked: by http or https, and with a ticket where they ask for one. */
final class HadoopWeb {

    private static final Duration CONNECT = Duration.ofSeconds(2);
    private static final int UNAUTHORIZED = 401;
    private static final String COOKIE = "hadoop.auth";
    private static final int COOKIES = 20_000;
    private static final int LOG_INS = 2;
    private static final int WAITING_LOG_INS = 64;

    /** http, without a log-in. */
    static final HadoopWeb PLAIN = new HadoopWeb(false, null, null);

    private final boolean https;
    private final @Nullable Negotiation negotiation;
    private final HttpClient http;
    private final Map<String, String> cookies = new ConcurrentHashMap<>();
    /** A KDC that does not answer holds up only these. */
    private final ThreadPoolExecutor logIns = new ThreadPoolExecutor(
            LOG_INS,
            LOG_INS,
            1,
            TimeUnit.MINUTES,
            new ArrayBlockingQueue<>(WAITING_LOG_INS),
            DaemonThreads.named("hadoop-web-log-in"));

    /**
     * For one cluster.
     *
     * @param trust trusted certificates, null for those of the JVM
     * @param negotiation null where the operator has no ticket to show
     */
    HadoopWeb(boolean https, @Nullable SSLContext trust, @Nullable Negotiation negotiation) {
        this.https = https;
        this.negotiation = negotiation;
        logIns.allowCoreThreadTimeOut(true);
        HttpClient.Builder builder =
                HttpClient.newBuilder().connectTimeout(CONNECT).followRedirects(HttpClient.Redirect.NEVER);
        http = trust == null ? builder.build() : builder.sslContext(trust).build();
    }

    /**
     * What a server answered.
     *
     * @param detail message beside the status, may be empty
     */
    record Answer(int status, String body, String detail) {

        /** Why it is no answer, where the status is not 200. */
        String refusal() {
            return "status " + status + (detail.isEmpty() ? "" : ", " + detail);
        }
    }

    /** Base address of a server that a report names as {@code host:port}. */
    URI base(String address) {
        return URI.create((https ? "https://" : "http://") + address + "/");
    }

    /** Asks and waits. */
    Answer get(URI uri, Duration timeout) throws IOException {
        try {
            return ask(uri, timeout).get();
        } catch (ExecutionException e) {
            throw new IOException(reason(e), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    /** Asks in the background, for no longer than the timeout. */
    CompletableFuture<Answer> ask(URI uri, Duration timeout) {
        return send(uri, timeout, null)
                .thenCompose(first -> {
                    boolean asks = first.statusCode() == UNAUTHORIZED
                            && first.headers().allValues("WWW-Authenticate").stream()
                                    .anyMatch(way -> way.startsWith("Negotiate"));
                    return asks ? negotiated(uri, timeout) : CompletableFuture.completedFuture(answer(first, ""));
                })
                .orTimeout(timeout.toMillis() * 2, TimeUnit.MILLISECONDS);
    }

    private CompletableFuture<Answer> negotiated(URI uri, Duration timeout) {
        cookies.remove(uri.getAuthority());
        Negotiation ticket = negotiation;
        if (ticket == null) {
            return CompletableFuture.completedFuture(
                    new Answer(UNAUTHORIZED, "", "it wants Kerberos, the operator has no key table for it"));
        }
        return CompletableFuture.supplyAsync(() -> header(ticket, uri.getHost()), logIns)
                .thenCompose(header -> send(uri, timeout, header))
                .thenApply(second -> {
                    remember(uri, second);
                    return answer(second, "the operator's ticket is not accepted");
                });
    }

    private static String header(Negotiation ticket, String host) {
        try {
            return ticket.header(host);
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    private CompletableFuture<HttpResponse<String>> send(URI uri, Duration timeout, @Nullable String authorization) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(uri).timeout(timeout).header("Accept", "application/json");
        String cookie = cookies.get(uri.getAuthority());
        if (authorization != null) {
            request.header("Authorization", authorization);
        } else if (cookie != null) {
            request.header("Cookie", COOKIE + "=" + cookie);
        }
        return http.sendAsync(request.build(), BoundedBody.handler());
    }

    /** Hadoop's servers give a cookie that stands for the ticket, for ten hours. */
    private void remember(URI uri, HttpResponse<String> response) {
        List<String> given = response.headers().allValues("Set-Cookie");
        for (String one : given) {
            if (one.startsWith(COOKIE + "=") && cookies.size() < COOKIES) {
                String value = HttpCookie.parse(one).get(0).getValue();
                cookies.put(uri.getAuthority(), value.startsWith("\"") ? value : "\"" + value + "\"");
            }
        }
    }

    private static Answer answer(HttpResponse<String> response, String denied) {
        boolean refused = response.statusCode() == UNAUTHORIZED || response.statusCode() == 403;
        return new Answer(response.statusCode(), response.body(), refused ? denied : "");
    }

    /** Why there was no answer, in words that stay the same as long as the cause does. */
    static String reason(Throwable failure) {
        Throwable cause = cause(failure);
        if (cause instanceof java.util.concurrent.TimeoutException || cause instanceof HttpTimeoutException) {
            return "no answer in time";
        }
        if (cause instanceof ConnectException) {
            return "it refuses connections, or cannot be reached";
        }
        if (cause instanceof SSLException) {
            return "TLS: " + cause.getMessage();
        }
        return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    }

    static Throwable cause(Throwable failure) {
        boolean wrapped = failure instanceof CompletionException || failure instanceof ExecutionException;
        return wrapped && failure.getCause() != null ? cause(failure.getCause()) : failure;
    }
}
