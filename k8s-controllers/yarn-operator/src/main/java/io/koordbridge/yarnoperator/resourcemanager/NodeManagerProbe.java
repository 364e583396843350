package io.koordbridge.yarnoperator.resourcemanager;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.yarnoperator.lease.NodeManagerRef;
import io.koordbridge.yarnoperator.lease.NodeManagerReport;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import javax.net.ssl.SSLException;
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

    private static final int OK = 200;
    /** After so many questions one that has never answered is thought to be out of reach. */
    private static final int TRIES = 3;

    private static final int MOST_TOLD = 100;
    private static final Duration DENIED_FOR = Duration.ofHours(24);

    private final Function<String, HadoopWeb> webs;
    private final Clock clock;
    private final MetricRegistry metrics;
    private final Map<NodeManagerRef, NodeManagerReport> answers = new ConcurrentHashMap<>();
    private final Map<NodeManagerRef, Instant> askedAt = new ConcurrentHashMap<>();
    private final Map<NodeManagerRef, Refusals> refusals = new ConcurrentHashMap<>();
    private final Map<NodeManagerRef, Denial> denials = new ConcurrentHashMap<>();
    /** Questions without an answer, one after another. */
    private final Map<NodeManagerRef, Integer> failures = new ConcurrentHashMap<>();

    private final Map<NodeManagerRef, Long> startedAt = new ConcurrentHashMap<>();
    /** What was said of some NodeManager of a cluster; thousands deny for the same reason. */
    private final Set<String> told = ConcurrentHashMap.newKeySet();

    private final Map<NodeManagerRef, List<String>> masters = new ConcurrentHashMap<>();

    private volatile Instant forgotten = Instant.EPOCH;

    /** Connections that were refused one after another. */
    private record Refusals(Instant first, Instant last) {}

    /** A question that was denied, for a reason that does not go away by itself. */
    private record Denial(String reason, Instant last) {}

    /** Asks by http, without a log-in. */
    public NodeManagerProbe(Clock clock, MetricRegistry metrics) {
        this(clock, metrics, cluster -> HadoopWeb.PLAIN);
    }

    /** Asks the NodeManagers of each cluster as its files say. */
    public NodeManagerProbe(Clock clock, MetricRegistry metrics, YarnClusters clusters) {
        this(clock, metrics, clusters::web);
    }

    NodeManagerProbe(Clock clock, MetricRegistry metrics, Function<String, HadoopWeb> webs) {
        this.clock = clock;
        this.metrics = metrics;
        this.webs = webs;
        metrics.gauge("koord_yarn_node_probe_refusing", () -> denials::size);
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
            HadoopWeb web = webs.apply(target.cluster());
            URI base = web.base(httpAddress).resolve("/ws/v1/node/");
            // The second one finds the log-in that the first one made.
            // The outcome arrives in answered(); nothing waits for it.
            CompletableFuture<?> unused = web.ask(base.resolve("info"), TIMEOUT)
                    .thenCompose(first -> web.ask(base.resolve("containers"), TIMEOUT)
                            .thenApply(second -> {
                                answered(new Asked(target, masters, now, done), first, second);
                                return target;
                            }))
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

    /** Nothing listens where a NodeManager restarts; one that only is slow lets its requests wait. */
    private void refused(NodeManagerRef target, Throwable failure, Instant askedAt) {
        Throwable cause = HadoopWeb.cause(failure);
        int failed = failures.merge(target, 1, Integer::sum);
        boolean never = failed >= TRIES && !answers.containsKey(target);
        if (never || cause instanceof SSLException || cause instanceof UncheckedIOException) {
            deny(target, HadoopWeb.reason(failure), askedAt);
        }
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

    private void deny(NodeManagerRef target, String reason, Instant askedAt) {
        denials.put(target, new Denial(reason, askedAt));
        String text = "cluster=" + ClusterDeclaration.name(target.cluster()) + " reason='" + reason + "'";
        if (told.size() < MOST_TOLD && told.add(text)) {
            LOG.warn("NodeManagers' web servers cannot be asked, shown for each node {} first={}", text, target);
        }
    }

    /** Why a NodeManager's web server cannot be asked, empty unless it has rejected a request. */
    public Optional<String> problem(NodeManagerRef target) {
        return Optional.ofNullable(denials.get(target))
                .map(denial -> "web server of NodeManager " + target.nodeId() + " cannot be asked: " + denial.reason());
    }

    /** When the process of a NodeManager started, in milliseconds as it reports; 0 when not reported. */
    public long startedAt(NodeManagerRef target) {
        return startedAt.getOrDefault(target, 0L);
    }

    private void answered(Asked asked, HadoopWeb.Answer info, HadoopWeb.Answer containers) {
        refusals.remove(asked.target());
        failures.remove(asked.target());
        if (info.status() != OK) {
            count("denied");
            deny(asked.target(), info.refusal(), asked.at());
            return;
        }
        denials.remove(asked.target());
        NodeManagerAnswers.startedAt(info.body()).ifPresent(at -> startedAt.put(asked.target(), at));
        Optional<NodeManagerReport> answer = NodeManagerAnswers.told(info.body())
                .map(capacity -> {
                    NodeManagerAnswers.@Nullable Running running = containers.status() == OK
                            ? NodeManagerAnswers.running(containers.body(), asked.masters())
                                    .orElse(null)
                            : null;
                    return running == null
                            ? new NodeManagerReport(capacity, null, null, asked.at())
                            : named(asked, capacity, running);
                });
        count(answer.isPresent() ? "succeeded" : "unreadable");
        answer.ifPresent(one -> {
            answers.put(asked.target(), one);
            asked.done().run();
        });
    }

    private NodeManagerReport named(Asked asked, YarnAmount capacity, NodeManagerAnswers.Running running) {
        masters.put(asked.target(), running.names());
        return new NodeManagerReport(capacity, running.all(), running.masters(), asked.at());
    }

    /** Containers of the application masters that a NodeManager named last; empty when it named none. */
    public List<String> masters(NodeManagerRef target) {
        return masters.getOrDefault(target, List.of());
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
        denials.values().removeIf(denial -> denial.last().plus(DENIED_FOR).isBefore(now));
        startedAt.keySet().retainAll(answers.keySet());
        masters.keySet().retainAll(answers.keySet());
        failures.keySet().retainAll(askedAt.keySet());
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
