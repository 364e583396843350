package io.koordbridge.koordlet.app;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.koordlet.audit.AuditLog;
import io.koordbridge.koordlet.cgroup.CgroupExecutor;
import io.koordbridge.koordlet.cgroup.CgroupReader;
import io.koordbridge.koordlet.cgroup.FileWords;
import io.koordbridge.koordlet.collect.HostProc;
import io.koordbridge.koordlet.collect.SurgeSensor;
import io.koordbridge.koordlet.collect.UsageCollector;
import io.koordbridge.koordlet.kubepods.ClusterWatch;
import io.koordbridge.koordlet.kubepods.NodeView;
import io.koordbridge.koordlet.qos.batchresource.BatchLimitKeeper;
import io.koordbridge.koordlet.qos.suppress.Suppressor;
import io.koordbridge.koordlet.report.NodeMetricReporter;
import io.koordbridge.koordlet.report.ReportSource;
import io.koordbridge.koordlet.store.SampleStore;
import io.koordbridge.koordlet.tier.TierKeeper;
import io.koordbridge.koordlet.topology.Processors;
import io.koordbridge.koordlet.yarn.LeaseFile;
import io.koordbridge.koordlet.yarn.YarnPlugin;
import io.koordbridge.kube.event.EventRecorder;
import io.koordbridge.kube.feed.FeedSource;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All parts of the process, wired. Nothing runs before {@link #start}; {@link #close} gives back what was taken from others. */
final class Koordlet implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Koordlet.class);
    private static final Duration ALIVE = Duration.ofSeconds(15);
    private static final Duration NODE_SLO_PATIENCE = Duration.ofSeconds(10);

    private final KoordletConfig config;
    private final Machine machine;
    private final Clock machineClock;
    private final SteadyClock clock;
    private final MetricRegistry metrics = new MetricRegistry();
    private final KubernetesClient client;
    private final EventRecorder events;
    private final Problems problems;
    private final AuditLog audit;
    private final SampleStore store;
    private final ClusterWatch watch;
    private final TierKeeper tier;
    private final SuppressInputs inputs;
    private final MissingObjects missing;
    private final CollectLoop loop;
    private final NodeMetricReporter reporter;
    private final BatchLimitKeeper batch;
    private final YarnPlugin plugin;
    private final LeaseFile lease;
    private final StateReport state;
    private final Loops loops;
    private @Nullable AdminServer admin;
    private volatile @Nullable Instant startedAt;

    Koordlet(String nodeName, KoordletConfig config, Machine machine, KubernetesClient client, Clock machineClock) {
        this.config = config;
        this.machine = machine;
        this.client = client;
        this.machineClock = machineClock;
        this.clock = new SteadyClock(machineClock, System::nanoTime);
        this.events = new EventRecorder(client, "koordlet", machineClock, metrics);
        AtomicReference<@Nullable ClusterWatch> watching = new AtomicReference<>();
        this.problems = new Problems(
                clock,
                metrics,
                events,
                nodeName,
                () -> Optional.ofNullable(watching.get())
                        .flatMap(found -> found.view().node()));
        this.watch = new ClusterWatch(new FeedSource(client, metrics), nodeName, problems);
        watching.set(watch);
        this.audit =
                new AuditLog(Path.of(config.audit().directory()), config.audit().maxBytes(), machineClock);
        this.store = new SampleStore(config.collect().limits());
        SuppressTrace trace = new SuppressTrace(audit, clock);
        CgroupReader reader = new CgroupReader(machine.tree());
        CgroupExecutor executor = new CgroupExecutor(machine.tree(), trace, clock, machine.observesOnly());
        this.tier = new TierKeeper(machine.tree(), machine.hierarchies(), audit);
        Duration interval = config.collect().interval();
        this.inputs = inputs(config, machine, store, watch, problems);
        this.missing = new MissingObjects(nodeName);
        CollectLoop.Parts parts = new CollectLoop.Parts(
                new UsageCollector(reader, proc(machine, config), store, interval, problems),
                new SurgeSensor(proc(machine, config), reader),
                inputs,
                new Suppressor(reader, executor, Map.of(), problems),
                trace,
                watch::view);
        boolean suppresses = config.suppress().enabled();
        this.loop = new CollectLoop(parts, new CollectLoop.Settings(interval, suppresses), clock, metrics, problems);
        this.reporter = new NodeMetricReporter(
                client,
                new ReportSource(store, clock::timeOfDay),
                config.report().surge().settings(),
                config.report().floors(),
                metrics,
                problems);
        this.batch = new BatchLimitKeeper(executor, problems);
        this.plugin = new YarnPlugin(Path.of(config.yarn().socketDirectory()), problems);
        this.lease = new LeaseFile(Path.of(config.yarn().leaseDirectoryOrDefault()), problems);
        var sources = new StateReport.Sources(store, audit, watch, loop, inputs, trace, reporter, plugin);
        this.state = new StateReport(nodeName, machine, sources, clock);
        this.loops = new Loops(metrics);
    }

    private static HostProc proc(Machine machine, KoordletConfig config) {
        return new HostProc(machine.files(), Path.of(config.roots().proc()));
    }

    private static SuppressInputs inputs(
            KoordletConfig config, Machine machine, SampleStore store, ClusterWatch watch, Problems problems) {
        Processors processors =
                new Processors(machine.files(), Path.of(config.roots().sys()));
        return new SuppressInputs(
                store, processors, config.suppress(), config.collect().interval(), watch::hasListedNodeSlos, problems);
    }

    /** Takes the port, so that an agent beside another one ends before it touches anything. */
    void listen() throws IOException {
        AdminServer.Content content = new AdminServer.Content(state::now, this::health, audit, metrics);
        admin = new AdminServer(config.admin().bind(), config.admin().port(), content);
    }

    void start() {
        startedAt = clock.instant();
        registerGauges();
        if (machine.observesOnly()) {
            LOG.warn("observe only: measures and reports, writes no control group: {}", machine.obstacles());
        }
        watch.start();
        ensureTier();
        loops.every("collect", config.collect().surgeLook(), loop::look);
        if (config.report().enabled()) {
            loops.every("report", Duration.ofSeconds(1), this::report);
        }
        loops.every("yarn", config.yarn().pollInterval(), () -> plugin.round(machineClock.instant()));
        loops.every("housekeeping", Duration.ofSeconds(1), new Housekeeping()::round);
        if (!machine.observesOnly() && config.batchResource().enabled()) {
            loops.onBirths(machine.tree(), this::limitBatch);
        }
    }

    int adminPort() {
        return admin == null ? 0 : admin.port();
    }

    private void registerGauges() {
        metrics.register("koord_koordlet_rss_bytes", (Gauge<Long>) OwnProcess::rssBytes);
        metrics.register(
                "koord_koordlet_store_bytes", (Gauge<Long>) () -> store.size().bytes());
        metrics.register("koord_koordlet_store_refused_samples", (Gauge<Long>)
                () -> store.size().refusedSamples());
        metrics.register("koord_koordlet_cgroup_writes", (Gauge<Long>) audit::writes);
        metrics.register("koord_koordlet_cgroup_write_failures", (Gauge<Long>) audit::failures);
    }

    private void report() {
        if (watch.hasListedPods()) {
            reporter.round(watch.view(), loop.snapshot().applications(), clock.instant());
        }
    }

    /** Whether the tier has the quota, and so pods have none, is known with the NodeSLO alone; a cluster without that kind has none. */
    private void limitBatch(boolean recheck) {
        boolean waited = startedAt != null && startedAt.plus(NODE_SLO_PATIENCE).isBefore(clock.instant());
        if (watch.hasListedNodeSlos() || waited) {
            NodeView view = watch.view();
            batch.pass(view, inputs.settings(view), recheck);
        }
    }

    private void ensureTier() {
        if (machine.observesOnly() || !config.tier().create()) {
            return;
        }
        try {
            tier.ensure();
        } catch (IOException e) {
            problems.accept("best-effort tier: " + FileWords.of(e));
        }
    }

    /** Slow work: the lease file, the tier that somebody removed, series of what has ended. */
    private final class Housekeeping {
        private long rounds;

        void round() {
            Instant now = clock.instant();
            missing.round(watch.missing(), now);
            watch.view().node().ifPresent(node -> lease.update(node, watch.isConnected(), machineClock.instant()));
            if (rounds % 10 == 0 && rounds > 0) {
                ensureTier();
            }
            if (rounds % 30 == 0) {
                store.dropIdle(now.minusSeconds(60));
            }
            rounds++;
        }
    }

    private Map<String, @Nullable Object> health() {
        Instant at = loop.snapshot().at();
        boolean measures = at != null && at.plus(ALIVE).isAfter(clock.instant());
        Map<String, @Nullable Object> health = new LinkedHashMap<>();
        health.put("healthy", measures);
        health.put("measures", measures);
        health.put("connected", watch.isConnected());
        health.put("caches", caches(watch.notWatched()));
        return health;
    }

    /** In the form and the words of the other processes. The agent does its work all the same, and is healthy. */
    private static Map<String, @Nullable Object> caches(List<String> notWatched) {
        Map<String, @Nullable Object> caches = new LinkedHashMap<>();
        caches.put("healthy", notWatched.isEmpty());
        if (!notWatched.isEmpty()) {
            caches.put("message", String.join(", ", notWatched) + " are not watched now");
        }
        return caches;
    }

    @Override
    public void close() {
        loops.close();
        loop.recover();
        if (config.tier().removeOnExit()) {
            tier.removeMade();
        }
        if (admin != null) {
            admin.close();
        }
        watch.close();
        events.close();
        client.close();
        LOG.info("ended");
    }
}
