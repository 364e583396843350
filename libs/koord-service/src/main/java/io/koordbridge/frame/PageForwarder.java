package io.koordbridge.frame;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.kube.access.RequestAccess.Refusal;
import io.koordbridge.kube.leader.LeaderGate;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.kube.thread.DaemonThreads;
import io.koordbridge.protocol.PageHeaders;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Hands requests on to the leader, each on a thread of its own, since a stream of events lasts for minutes. It ends answers of a replica that no longer leads. */
final class PageForwarder implements AutoCloseable {

    static final String HTTPS = "https://";

    private static final Duration CONNECT = Duration.ofSeconds(2);
    private static final Duration ANSWER = Duration.ofSeconds(10);
    /** Longer than the stream of a page. */
    private static final Duration LIFETIME = Duration.ofMinutes(6);

    private static final Duration LOOK = Duration.ofSeconds(1);
    private static final int MOST = 64;
    private static final int IDLE_SECONDS = 10;
    private static final int BUFFER = 8_192;
    private static final int BAD_REQUEST = 400;
    private static final int UNAVAILABLE = 503;

    private final LeaderGate gate;
    private final MetricRegistry metrics;
    private final HttpClient http;
    /** Whether the leader is asked by HTTPS only: a Lease that says otherwise gets no token. */
    private final boolean secure;

    private final ThreadPoolExecutor threads = new ThreadPoolExecutor(
            0, MOST, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), DaemonThreads.named("leader-page"));
    private final ScheduledExecutorService watch =
            Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("leader-page-watch"));
    private final Set<Answer> open = ConcurrentHashMap.newKeySet();

    /**
     * A forwarder.
     *
     * @param trust by which the leader is checked; empty where replicas speak plain HTTP
     */
    PageForwarder(LeaderGate gate, MetricRegistry metrics, Optional<SSLContext> trust) {
        this.gate = gate;
        this.metrics = metrics;
        this.secure = trust.isPresent();
        HttpClient.Builder client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(CONNECT);
        trust.ifPresent(client::sslContext);
        this.http = client.build();
        ScheduledFuture<?> unused = watch.scheduleWithFixedDelay(
                this::endThoseOfOthers, LOOK.toMillis(), LOOK.toMillis(), TimeUnit.MILLISECONDS);
    }

    /**
     * What a request is sent with.
     *
     * @param header empty for nothing
     */
    record Credentials(String header, String value) {
        static final Credentials NONE = new Credentials("", "");

        @Override
        public String toString() {
            return header;
        }
    }

    /** An answer that is being passed on. */
    private record Answer(String leader, InputStream body, long sinceNanos) {

        boolean lasts(String leaderNow) {
            return leader.equals(leaderNow) && System.nanoTime() - sinceNanos < LIFETIME.toNanos();
        }

        void end() {
            try {
                body.close();
            } catch (IOException e) {
                // It has ended.
            }
        }
    }

    private void endThoseOfOthers() {
        String leader = gate.leaderPages();
        open.stream().filter(answer -> !answer.lasts(leader)).forEach(Answer::end);
    }

    /** Empty when the leader's answer follows, on another thread. */
    Optional<Refusal> forward(HttpServletRequest request, String leader, Credentials credentials) {
        if (secure != leader.startsWith(HTTPS)) {
            count("failed");
            return Optional.of(new Refusal(
                    UNAVAILABLE,
                    "the leader, %s, is at %s: some replicas have pageCertificates, others do not; try again when all have restarted"
                            .formatted(gate.holderPod(), leader)));
        }
        HttpRequest asked;
        try {
            asked = request(request, leader, credentials);
        } catch (IllegalArgumentException e) {
            return Optional.of(new Refusal(BAD_REQUEST, "invalid request path"));
        }
        AsyncContext async = request.startAsync();
        async.setTimeout(0);
        try {
            threads.execute(() -> answer(async, asked, leader));
        } catch (RejectedExecutionException e) {
            count("busy");
            refuse(
                    (HttpServletResponse) async.getResponse(),
                    new Refusal(
                            UNAVAILABLE,
                            "too many requests are forwarded to the leader (limit " + MOST + "); try again"));
            async.complete();
        }
        return Optional.empty();
    }

    private HttpRequest request(HttpServletRequest request, String leader, Credentials credentials) {
        String query = request.getQueryString() == null ? "" : "?" + request.getQueryString();
        String before = request.getHeader("X-Forwarded-For");
        HttpRequest.Builder asked = HttpRequest.newBuilder(URI.create(leader + request.getRequestURI() + query))
                .method(request.getMethod(), HttpRequest.BodyPublishers.noBody())
                .header(LeaderPages.HOP, gate.settings().identity())
                .header("X-Forwarded-For", (before == null ? "" : before + ", ") + request.getRemoteAddr());
        for (String name : PageHeaders.OF_REQUESTS) {
            String value = request.getHeader(name);
            if (value != null) {
                asked.header(name, value);
            }
        }
        if (!credentials.header().isEmpty()) {
            asked.header(credentials.header(), credentials.value());
        }
        return asked.build();
    }

    private void answer(AsyncContext async, HttpRequest asked, String leader) {
        HttpServletResponse response = (HttpServletResponse) async.getResponse();
        CompletableFuture<HttpResponse<InputStream>> sent =
                http.sendAsync(asked, HttpResponse.BodyHandlers.ofInputStream());
        try {
            HttpResponse<InputStream> answer = sent.get(ANSWER.toMillis(), TimeUnit.MILLISECONDS);
            count("answered");
            pass(answer, leader, response);
        } catch (ExecutionException e) {
            failed(response, e.getCause());
        } catch (TimeoutException e) {
            sent.cancel(true);
            failed(response, null);
        } catch (InterruptedException e) {
            sent.cancel(true);
            Thread.currentThread().interrupt();
        } finally {
            async.complete();
        }
    }

    private void failed(HttpServletResponse response, @Nullable Throwable cause) {
        count("failed");
        String why = why(cause);
        refuse(
                response,
                new Refusal(
                        UNAVAILABLE, "the leader, " + gate.holderPod() + ", does not answer (" + why + "); try again"));
    }

    private static String why(@Nullable Throwable cause) {
        if (cause == null) {
            return "no answer within " + ANSWER.toSeconds() + " s";
        }
        String kind = cause.getClass().getSimpleName();
        return cause instanceof SSLException ? kind + ": " + cause.getMessage() : kind;
    }

    private void pass(HttpResponse<InputStream> answer, String leader, HttpServletResponse response) {
        Answer passed = new Answer(leader, answer.body(), System.nanoTime());
        open.add(passed);
        try (InputStream in = answer.body()) {
            response.setStatus(answer.statusCode());
            answer.headers().map().forEach((name, values) -> {
                if (PageHeaders.isPassedBack(name)) {
                    values.forEach(value -> response.addHeader(name, value));
                }
            });
            OutputStream out = response.getOutputStream();
            byte[] buffer = new byte[BUFFER];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                out.write(buffer, 0, read);
                out.flush();
            }
        } catch (IOException e) {
            // The reader or the leader has gone: that is how streams usually end.
        } finally {
            open.remove(passed);
        }
    }

    private static void refuse(HttpServletResponse response, Refusal refusal) {
        try {
            AccessFilter.refuse(refusal, response);
        } catch (IOException e) {
            // The reader has gone.
        }
    }

    private void count(String result) {
        metrics.counter(MetricNames.of("koord_leader_pages_total", "result", result))
                .inc();
    }

    @Override
    public void close() {
        watch.shutdownNow();
        open.forEach(Answer::end);
        threads.shutdownNow();
    }
}
