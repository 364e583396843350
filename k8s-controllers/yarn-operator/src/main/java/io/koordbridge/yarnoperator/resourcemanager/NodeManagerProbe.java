package io.koordbridge.yarnoperator.resourcemanager;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.yarnoperator.lease.NodeManagerRef;
import io.koordbridge.yarnoperator.lease.NodeManagerReport;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks NodeManagers for their capacity and containers, by {@code /ws/v1/node/info} and {@code /ws/v1/node/containers}. A
 * NodeManager that does not answer, or only to someone else, is no fault: the lease then waits for other proof.
 */
public final class NodeManagerProbe {

    private static final Logger LOG = LoggerFactory.getLogger(NodeManagerProbe.class);
    private static final Duration TIMEOUT = Duration.ofSeconds(2);
    private static final Duration USABLE = Duration.ofSeconds(4);
    private static final Duration FORGET_AFTER = Duration.ofMinutes(15);
    private static final Duration FORGET_EVERY = Duration.ofMinutes(1);
    private static final Duration PAUSE = Duration.ofMillis(250);
    /** A NodeManager is up again within this, or it does not restart. */
    private static final Duration RESTART = Duration.ofSeconds(60);

    private final HttpClient http;
    private final Clock clock;
    private final MetricRegistry metrics;
    private final Map<NodeManagerRef, NodeManagerReport> answers = new ConcurrentHashMap<>();
    private final Map<NodeManagerRef, Instant> askedAt = new ConcurrentHashMap<>();
    private final Map<NodeManagerRef, Refusals> refusals = new ConcurrentHashMap<>();

    private volatile Instant forgotten = Instant.EPOCH;

    /** Connections that were refused one after another. */
    private record Refusals(Instant first, Instant last) {}

    public NodeManagerProbe(Clock clock, MetricRegistry metrics) {
        this.clock = clock;
        this.metrics = metrics;
        this.http = HttpClient.newBuilder()
                .connectTimeout(TIMEOUT)
                .followRedirects(HttpClient.Redirect.NEVER)
                .build();
    }

    /**
     * Asks in the background, at most four times a second; {@code done} is called when there is a new answer.
     *
     * @return whether it is asked now
     */
    public boolean ask(NodeManagerRef target, String httpAddress, KnownMasters masters, Runnable done) {
        Instant now = clock.instant();
        Instant last = askedAt.get(target);
        boolean justAsked = last != null && last.plus(PAUSE).isAfter(now);
        if (httpAddress.isEmpty() || justAsked) {
            return false;
        }
        forgetOld(now);
        askedAt.put(target, now);
        try {
            CompletableFuture<@Nullable String> info = get(httpAddress, "info");
            CompletableFuture<@Nullable String> containers = get(httpAddress, "containers");
            // The outcome arrives in answered(); nothing waits for it.
            CompletableFuture<?> unused = info.thenCombine(containers, (first, second) -> {
                        answered(new Asked(target, masters, now, done), first, second);
                        return target;
                    })
                    .exceptionally(failure -> {
                        // Refused, or too late: as good as no answer.
                        count("failed");
                        refused(target, failure, now);
                        LOG.debug("NodeManager does not report its capacity node={}", target, failure);
                        return target;
                    });
        } catch (IllegalArgumentException e) {
            LOG.debug("NodeManager has no usable web address node={} address={}", target, httpAddress, e);
            count("failed");
        }
        return true;
    }

    private record Asked(NodeManagerRef target, KnownMasters masters, Instant at, Runnable done) {}

    private CompletableFuture<@Nullable String> get(String httpAddress, String what) {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + httpAddress + "/ws/v1/node/" + what))
                .timeout(TIMEOUT)
                .header("Accept", "application/json")
                .build();
        return http.sendAsync(request, HttpResponse.BodyHandlers.ofString())
                .thenApply(response -> response.statusCode() == 200 ? response.body() : null);
    }

    /** Nothing listens where a NodeManager restarts; one that only is slow lets its requests wait. */
    private void refused(NodeManagerRef target, Throwable failure, Instant askedAt) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof ConnectException) {
            refusals.merge(
                    target,
                    new Refusals(askedAt, askedAt),
                    (before, one) ->
                            before.last().plus(USABLE).isBefore(askedAt) ? one : new Refusals(before.first(), askedAt));
        } else {
            refusals.remove(target);
        }
    }

    private void answered(Asked asked, @Nullable String info, @Nullable String containers) {
        refusals.remove(asked.target());
        if (info == null) {
            count("failed");
            return;
        }
        Optional<NodeManagerReport> answer = NodeManagerAnswers.told(info).map(capacity -> {
            NodeManagerAnswers.@Nullable Running running = containers == null
                    ? null
                    : NodeManagerAnswers.running(containers, asked.masters()).orElse(null);
            return running == null
                    ? new NodeManagerReport(capacity, null, null, asked.at())
                    : new NodeManagerReport(capacity, running.all(), running.masters(), asked.at());
        });
        count(answer.isPresent() ? "succeeded" : "unreadable");
        answer.ifPresent(one -> {
            answers.put(asked.target(), one);
            asked.done().run();
        });
    }

    /** What a NodeManager said within the last seconds. */
    public Optional<NodeManagerReport> word(NodeManagerRef target) {
        return last(target).filter(word -> word.askedAt().plus(USABLE).isAfter(clock.instant()));
    }

    /** What a NodeManager said last, within a quarter of an hour; one without has not answered. */
    public Optional<NodeManagerReport> last(NodeManagerRef target) {
        return Optional.ofNullable(answers.get(target));
    }

    /** Whether a NodeManager that has answered before refuses connections, and not for longer than a restart takes. */
    public boolean down(NodeManagerRef target) {
        Refusals refused = refusals.get(target);
        Instant now = clock.instant();
        return refused != null
                && answers.containsKey(target)
                && refused.last().plus(USABLE).isAfter(now)
                && refused.first().plus(RESTART).isAfter(now);
    }

    /** NodeManagers come back under other ports, and their earlier answers are useless. */
    private void forgetOld(Instant now) {
        if (now.isBefore(forgotten.plus(FORGET_EVERY))) {
            return;
        }
        forgotten = now;
        askedAt.values().removeIf(at -> at.plus(USABLE).isBefore(now));
        refusals.values().removeIf(one -> one.last().plus(USABLE).isBefore(now));
        answers.values().removeIf(answer -> answer.askedAt().plus(FORGET_AFTER).isBefore(now));
    }

    /** How many NodeManagers it remembers. */
    int remembered() {
        return askedAt.size();
    }

    private void count(String status) {
        metrics.counter(MetricNames.of("koord_yarn_node_probe_total", "status", status))
                .inc();
    }
}
