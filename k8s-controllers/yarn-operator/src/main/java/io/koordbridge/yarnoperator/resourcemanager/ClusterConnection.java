package io.koordbridge.yarnoperator.resourcemanager;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.kube.periodic.PeriodicTasks;
import io.koordbridge.kube.periodic.PeriodicTasks.Heartbeat;
import io.koordbridge.kube.thread.DaemonThreads;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.yarnoperator.lease.NodeManagerRef;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One YARN cluster: a thread that polls reports, a thread that sends updates. Of several updates of a node that wait, only the
 * last is sent; one that waited longer than {@link #LONGEST_WAIT} is dropped.
 */
public final class ClusterConnection implements AutoCloseable {

    /** What the calls of a round take at most, with their repetitions. */
    private static final Duration CALLS = Duration.ofMinutes(2);

    /** How long a decided update may wait for its turn. */
    static final Duration LONGEST_WAIT = Duration.ofSeconds(2);

    /** A refused update is decided again every few seconds; without another for this long it is no longer wanted, or not by this replica. */
    static final Duration REFUSAL_HOLDS = Duration.ofSeconds(60);

    /** A restart of the ResourceManager may change its settings. */
    private static final Duration SETTINGS_EVERY = Duration.ofSeconds(60);

    /** A pass of a node whose lease changes comes well within this. */
    private static final Duration HURRY = Duration.ofSeconds(3);

    private static final Logger LOG = LoggerFactory.getLogger(ClusterConnection.class);

    private final String cluster;
    private final String name;
    private final ClusterDeclaration declaration;
    private final YarnClusters.Rights rights;
    private final BiConsumer<Boolean, String> onTurn;
    private final Clock clock;
    private final CallMetrics calls;
    private final DemandReader demands;
    private final ApplicationHistory history;
    private final CircuitBreaker reads = new CircuitBreaker();
    private final CircuitBreaker writes = new CircuitBreaker();
    private final ScheduledExecutorService poller;
    private final ExecutorService sender;
    private final Map<NodeManagerRef, Waiting> waiting = new LinkedHashMap<>();
    private final FailureState reading = new FailureState();
    private final FailureState updating = new FailureState();

    private volatile @Nullable ResourceManager resourceManager;
    private volatile @Nullable ClusterReport report;
    private volatile @Nullable ScheduledFuture<?> polling;
    private volatile Instant lastWanted = Instant.EPOCH;
    private volatile Instant hurriedUntil = Instant.EPOCH;
    private volatile @Nullable Instant lastAsked;
    private volatile YarnAmount running = YarnAmount.ZERO;
    private volatile List<String> settings = List.of();
    private volatile SchedulerFacts facts = SchedulerFacts.UNKNOWN;
    private volatile @Nullable Instant settingsAskedAt;

    /**
     * A connection; {@link #start} begins the poll.
     *
     * @param onTurn called when the ResourceManager begins or ceases to answer: true and a sentence, or false and the problem
     * @param rights asked right before each call: whether this replica is the leader, for long enough
     */
    public ClusterConnection(
            String cluster,
            ClusterDeclaration declaration,
            YarnClusters.Rights rights,
            BiConsumer<Boolean, String> onTurn,
            Clock clock,
            MetricRegistry metrics) {
        this.cluster = cluster;
        this.name = ClusterDeclaration.name(cluster);
        this.declaration = declaration;
        this.onTurn = onTurn;
        this.rights = rights;
        this.clock = clock;
        this.calls = new CallMetrics(metrics, name);
        this.demands = new DemandReader(name, calls);
        this.history = new ApplicationHistory(name, this::client, calls, clock);
        metrics.gauge(MetricNames.of("koord_yarn_setting_problems", "cluster", name), () -> () -> settings.size());
        this.poller = Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("yarn-poll-" + name));
        this.sender = Executors.newSingleThreadExecutor(DaemonThreads.named("yarn-update-" + name));
    }

    /** Polls while this replica leads, until closed, and hands every good report on. */
    public void start(PeriodicTasks tasks, Duration atRest, Duration whileChanging, Consumer<ClusterReport> onReport) {
        Heartbeat heartbeat = tasks.watch("yarn-poll-" + name, whileChanging, CALLS);
        Runnable round = () -> {
            heartbeat.beat();
            poll(atRest, onReport);
        };
        polling = poller.scheduleWithFixedDelay(round, 0, whileChanging.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** A lease changes: reports are wanted more often for a while. */
    public void hurry() {
        hurriedUntil = clock.instant().plus(HURRY);
    }

    private boolean due(Duration atRest, Instant now) {
        Instant last = lastAsked;
        // The schedule's own jitter must not make it wait for another turn.
        boolean rested = last == null || !now.isBefore(last.plus(atRest).minusMillis(50));
        return rights.mayRead() && (rested || now.isBefore(hurriedUntil)) && reads.allows(now);
    }

    private void poll(Duration atRest, Consumer<ClusterReport> onReport) {
        Instant asked = clock.instant();
        if (!due(atRest, asked)) {
            return;
        }
        lastAsked = asked;
        try {
            ResourceManager client = client();
            long epoch = client.epoch();
            List<ReportedNode> nodes = calls.timed("nodes", client::nodes);
            if (client.epoch() != epoch) {
                // It is not known whose answer that is; the next round asks again.
                LOG.debug("another ResourceManager became active during the call cluster={}", name);
                return;
            }
            ClusterReport before = report;
            ClusterReport fresh = ClusterReport.of(cluster, asked, nodes, demands.read(client, nodes), epoch, before);
            succeeded("nodes", reads, reading);
            forgetRefusal(asked);
            askSettings(client, asked);
            report = fresh;
            compare(before, fresh);
            onReport.accept(fresh);
        } catch (RuntimeException | Error e) {
            // Also an Error: it would silently end the poll.
            failed("nodes", reads, reading, e);
        }
    }

    /** Says which nodes' reports cannot be used from now on, and which can again. */
    private void compare(@Nullable ClusterReport before, ClusterReport fresh) {
        Map<String, ClusterReport.Refusal> old = before == null ? Map.of() : before.refused();
        fresh.refused().forEach((nodeId, refusal) -> {
            if (!refusal.equals(old.get(nodeId))) {
                calls.count("nodes", "refused-node");
                LOG.warn("bad input, the last good state stays: {}", refusal.problem());
            }
        });
        old.keySet().stream()
                .filter(nodeId -> !fresh.refused().containsKey(nodeId))
                .forEach(nodeId -> LOG.info("reports of a node can be used again cluster={} node={}", name, nodeId));
    }

    private void forgetRefusal(Instant now) {
        boolean wanted = !lastWanted.plus(REFUSAL_HOLDS).isBefore(now);
        if (!wanted && updating.ends()) {
            LOG.info("no update waits any more after a refused one cluster={}", name);
            onTurn.accept(true, "no update waits any more after a refused one");
        }
    }

    private synchronized ResourceManager client() {
        ResourceManager client = resourceManager;
        if (client == null) {
            client = declaration.connector().get();
            resourceManager = client;
        }
        return client;
    }

    private void succeeded(String call, CircuitBreaker breaker, FailureState trouble) {
        breaker.succeeded();
        if (trouble.ends()) {
            LOG.info("ResourceManager answers again cluster={} call={}", name, call);
            onTurn.accept(true, call + " answered again");
        }
    }

    private void failed(String call, CircuitBreaker breaker, FailureState trouble, Throwable e) {
        if (answered(e)) {
            // About one node; others may go on.
            breaker.succeeded();
        } else {
            breaker.failed(clock.instant());
        }
        String text = e instanceof ResourceManagerException ? String.valueOf(e.getMessage()) : e.toString();
        if (trouble.begins(text)) {
            LOG.warn("ResourceManager call failed cluster={} call={} problem={}", name, call, text);
            onTurn.accept(false, text);
        } else {
            LOG.debug("ResourceManager call failed cluster={} call={} problem={}", name, call, text);
        }
    }

    private record Waiting(ResourceUpdate update, Consumer<Boolean> done) {}

    /** Sends an update soon; {@code done} is called afterwards, with whether the ResourceManager has answered, be it with a refusal. */
    public void update(
            NodeManagerRef target, YarnAmount capability, Duration overcommitTimeout, Consumer<Boolean> done) {
        ResourceUpdate update = new ResourceUpdate(target, capability, overcommitTimeout, clock.instant());
        synchronized (waiting) {
            waiting.put(target, new Waiting(update, done));
        }
        sender.execute(() -> {
            Waiting next;
            synchronized (waiting) {
                next = waiting.remove(target);
            }
            if (next != null) {
                next.done().accept(send(next.update()));
            }
        });
    }

    private boolean send(ResourceUpdate update) {
        Instant now = clock.instant();
        lastWanted = now;
        if (!writes.allows(now)) {
            calls.count("update", "held-back");
            return false;
        }
        try {
            ResourceManager client = client();
            client.ready();
            if (!mayStillBeSent(update)) {
                return false;
            }
            calls.timed("update", () -> {
                client.update(
                        update.target().host(),
                        update.target().port(),
                        update.capability(),
                        update.overcommitTimeout());
                return update;
            });
            succeeded("update", writes, updating);
            LOG.info(
                    "capability sent node={} capability={} graceMs={}",
                    update.target(),
                    update.capability(),
                    update.overcommitTimeout().toMillis());
            return true;
        } catch (RuntimeException | LinkageError e) {
            if (e instanceof ResourceManagerException refused && refused.unknownNode()) {
                // Normal for a while after a failover, and for a NodeManager that is lost: decided again, or of no use
                // any more.
                LOG.debug("node not known to the ResourceManager node={}", update.target());
                writes.succeeded();
            } else {
                failed("update", writes, updating, e);
            }
            return answered(e);
        }
    }

    private static boolean answered(Throwable e) {
        return e instanceof ResourceManagerException refused && refused.answered();
    }

    private boolean mayStillBeSent(ResourceUpdate update) {
        boolean old = update.decidedAt().plus(LONGEST_WAIT).isBefore(clock.instant());
        boolean may = !old && rights.mayWrite();
        if (!may) {
            calls.count("update", old ? "too-old" : "held-back");
        }
        return may;
    }

    /** Before the first report counts, so that no node is shrunk below it. */
    private void askSettings(ResourceManager client, Instant now) {
        Instant last = settingsAskedAt;
        if (last != null && now.isBefore(last.plus(SETTINGS_EVERY))) {
            return;
        }
        settingsAskedAt = now;
        client.minimum().filter(minimum -> !minimum.equals(running)).ifPresent(minimum -> {
            LOG.info("minimum allocation of the ResourceManager cluster={} minimum={}", name, minimum);
            running = minimum;
        });
        facts = client.scheduler().after(facts);
        List<String> known = facts.problems(cluster);
        known.stream().filter(problem -> !settings.contains(problem)).forEach(LOG::warn);
        settings.stream()
                .filter(problem -> !known.contains(problem))
                .forEach(problem -> LOG.info("no longer so: {}", problem));
        settings = known;
    }

    /** What queues hold and applications have lost, asked on the caller's thread; empty when it is not known or this replica may not ask. */
    public Optional<ClusterUse> use() {
        ResourceManager client = resourceManager;
        if (client == null || !rights.mayRead()) {
            return Optional.empty();
        }
        try {
            Optional<ClusterUse> use = client.use();
            calls.count("use", use.isPresent() ? "succeeded" : "unreadable");
            if (use.isPresent() && use.get().lost() == null) {
                calls.count("use", "lost-unreadable");
            }
            return use;
        } catch (RuntimeException e) {
            // Leases do not depend on it: no failed call that an alarm reports.
            calls.count("use", "unreadable");
            LOG.debug("use of queues is not known cluster={}", name, e);
            return Optional.empty();
        }
    }

    HadoopWeb web() {
        return declaration.web();
    }

    /** The larger of the declared value and that of the running ResourceManager said last. */
    YarnAmount minimum() {
        return declaration.minimum().max(running);
    }

    /** Whether the ResourceManager is known to end containers for their vcores. */
    boolean countsVcores() {
        return facts.endsForVcores();
    }

    /** By what its NodeManagers call the cluster, null when that is not configured. */
    @Nullable
    String ownName() {
        return declaration.ownName();
    }

    /** The applications that its ResourceManager remembers. */
    ApplicationHistory history() {
        return history;
    }

    /** The last good report. */
    public Optional<ClusterReport> report() {
        return Optional.ofNullable(report);
    }

    /** How it is doing. */
    public ClusterStatus status() {
        ClusterReport last = report;
        return new ClusterStatus(
                cluster,
                last == null ? null : last.at(),
                reading.text(),
                updating.text(),
                declaration.address(),
                declaration.auth(),
                settings);
    }

    @Override
    public void close() {
        ScheduledFuture<?> running = polling;
        if (running != null) {
            running.cancel(false);
        }
        poller.shutdownNow();
        sender.shutdownNow();
        ResourceManager client = resourceManager;
        if (client != null) {
            client.close();
        }
    }
}
