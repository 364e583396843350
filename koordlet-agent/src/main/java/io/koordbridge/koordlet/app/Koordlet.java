package io.koordbridge.koordlet.app;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.koordlet.disk.DiskThread;
import io.koordbridge.koordlet.kubepods.ClusterWatcher;
import io.koordbridge.koordlet.lastknown.LastKnownFile;
import io.koordbridge.koordlet.prediction.PredictionConfig;
import io.koordbridge.koordlet.prediction.Predictor;
import io.koordbridge.koordlet.report.NodeMetricReporter;
import io.koordbridge.koordlet.report.ReportSource;
import io.koordbridge.koordlet.report.online.DayForecast;
import io.koordbridge.koordlet.report.online.OnlineUseReporter;
import io.koordbridge.koordlet.store.SampleStore;
import io.koordbridge.koordlet.yarn.YarnPlugin;
import io.koordbridge.kube.access.RequestAccess;
import io.koordbridge.kube.access.TokenReviews;
import io.koordbridge.kube.event.EventRecorder;
import io.koordbridge.kube.listwatch.ListWatchSource;
import io.koordbridge.kube.metrics.SummingRegistry;
import io.koordbridge.kube.periodic.PeriodicTasks;
import io.koordbridge.kube.thread.DaemonThreads;
import io.koordbridge.kube.time.SteadyClock;
import io.koordbridge.kube.write.ObjectPatcher;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All parts of the process, wired. Nothing runs before {@link #start}; {@link #close} gives back what was taken from others. */
final class Koordlet implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Koordlet.class);
    private static final String COLLECT = "collect";
    private static final Duration LAST_ROUND = Duration.ofSeconds(2);
    private static final Duration RELEASE = Duration.ofSeconds(3);
    private static final int MOST_NAMED = 20;
    private static final Duration HANGS = Duration.ofSeconds(60);
    /** Of loops that call an API server or a NodeManager. */
    private static final Duration CALLS_HANG = Duration.ofMinutes(5);

    /** A NodeManager that starts a second after its lease has ended must not find a file. */
    private static final Duration LEASE = Duration.ofMillis(250);

    private static final Path PRESSURE = Path.of("/proc/pressure/memory");
    private static final Duration KUBELET = Duration.ofSeconds(3);
    private static final Duration ALIVE = Duration.ofSeconds(15);

    private final KoordletConfig config;
    private final Machine machine;
    private final Departure departure;
    private final DiskThread disk;
    private final Clock machineClock;
    private final SteadyClock clock;
    private final MetricRegistry metrics = new SummingRegistry();
    private final KubernetesClient client;
    private final EventRecorder events;
    private final Problems problems;
    private final SampleStore store;
    private final ClusterWatcher watch;
    private final Enforcement enforcement;
    private final TierUpkeep upkeep;
    private final Measurement measurement;
    private final CollectLoop loop;
    private final Optional<Predictor> predictor;
    private final Optional<DayForecast> days;
    private final KubeletLoop kubeletLoop;
    private final LastKnownFile lastKnown;
    private final NodeMetricReporter reporter;
    private final YarnPlugin plugin;
    private final YarnRounds yarn;
    private final Evictions evictions;
    private final ThrottledPods throttledPods;
    private final StateReport state;
    private final ReferenceMetrics reference;
    private final ReferenceSeries series;
    /** Loops and feeds, as far as probes ask for them. */
    private final PeriodicTasks alive = new PeriodicTasks(metrics);

    private final Loops loops;
    private final Housekeeping housekeeping;
    private @Nullable AdminServer admin;

    Koordlet(
            String nodeName,
            KoordletConfig config,
            Machine machine,
            KubernetesClient client,
            Departure departure,
            DiskThread disk,
            Clock machineClock) {
        this.departure = departure;
        this.disk = disk;
        this.config = config;
        this.machine = machine;
        this.client = client;
        this.machineClock = machineClock;
        this.clock = new SteadyClock(machineClock, System::nanoTime);
        this.events = new EventRecorder(client, "koordlet", machineClock, metrics);
        AtomicReference<@Nullable ClusterWatcher> watching = new AtomicReference<>();
        this.problems = problems(nodeName, watching);
        this.watch = new ClusterWatcher(
                new ListWatchSource(client, metrics, ListWatchSource.Waits.DEFAULTS, alive), nodeName, problems);
        watching.set(watch);
        this.store = new SampleStore(config.collect().limits());
        this.plugin = new YarnPlugin(
                Path.of(config.yarn().socketDirectory()), config.yarn().trust(), problems);
        var evicting = new Evictions.Parts(client, events, problems::node, plugin, metrics, problems);
        this.evictions =
                new Evictions(evicting, config.evict().coolDowns(), machine.observesOnly(), machineClock, clock);
        this.enforcement = new Enforcement(config, machine, machineClock, clock, metrics, problems, evictions);
        enforcement.announces();
        evictions.recordIn(enforcement.audit(), config.gates());
        this.measurement = new Measurement(
                config, machine, new Measurement.Needs(store, watch, enforcement, plugin), clock, metrics, problems);
        this.loop = measurement.loop();
        this.predictor = predictor(config, store, clock, problems);
        this.lastKnown = new LastKnownFile(Path.of(config.audit().directory()), problems);
        this.kubeletLoop = new KubeletLoop(config, machine, client, watch, clock, metrics, problems);
        this.upkeep = new TierUpkeep(config, machine, enforcement, kubeletLoop::said, problems);
        ReportSource source = new ReportSource(store, clock::timeOfDay, measurement::knowsHotPages);
        this.days = days(config, store, clock, problems);
        var online = new OnlineUseReporter(
                config.report().online(), days, client, store, clock::timeOfDay, metrics, problems);
        var beside = new NodeMetricReporter.Beside(predictor, online);
        this.reporter = reporter(config, client, source, beside, metrics, problems);
        Path leases = Path.of(config.yarn().leaseDirectoryOrDefault());
        var places = new YarnRounds.Places(leases, nodeName, new ObjectPatcher(client, metrics), problems);
        this.yarn = new YarnRounds(places, watch, plugin, clock, metrics);
        this.throttledPods = new ThrottledPods(store, watch::view);
        var shown = new StateReport.Sources(store, throttledPods, watch, measurement, enforcement, reporter, plugin);
        this.state = new StateReport(nodeName, machine, shown, clock);
        var measured = ReferenceMetrics.Sources.of(store, watch, enforcement.runner());
        this.reference = new ReferenceMetrics(metrics, nodeName, measured, clock);
        this.series = new ReferenceSeries(metrics, nodeName, store, config.gates());
        this.loops = new Loops(metrics, alive);
        this.housekeeping = housekeeping(nodeName);
    }

    private Problems problems(String nodeName, AtomicReference<@Nullable ClusterWatcher> watching) {
        return new Problems(
                clock,
                metrics,
                events,
                nodeName,
                () -> Optional.ofNullable(watching.get())
                        .flatMap(found -> found.view().node()));
    }

    private Housekeeping housekeeping(String nodeName) {
        return new Housekeeping(
                new Housekeeping.Parts(
                        watch,
                        enforcement,
                        store,
                        lastKnown,
                        predictor,
                        days,
                        disk,
                        new MissingObjects(nodeName),
                        Optional.of(new SystemPods(events, problems::node))
                                .filter(unused -> config.suppress().enabled()),
                        problems),
                Path.of(config.audit().directory()),
                this::everySecond,
                this::keepTier);
    }

    private static NodeMetricReporter reporter(
            KoordletConfig config,
            KubernetesClient client,
            ReportSource source,
            NodeMetricReporter.Beside beside,
            MetricRegistry metrics,
            Problems problems) {
        return new NodeMetricReporter(
                client,
                source,
                beside,
                config.report().surge().settings(),
                config.report().bounds(config.collect()),
                metrics,
                problems);
    }

    private static Optional<Predictor> predictor(
            KoordletConfig config, SampleStore store, SteadyClock clock, Problems problems) {
        PredictionConfig prediction = config.report().prediction();
        return prediction.enabled()
                ? Optional.of(new Predictor(
                        store,
                        prediction,
                        prediction.directory(config.audit().directory()),
                        clock::timeOfDay,
                        problems))
                : Optional.empty();
    }

    private static Optional<DayForecast> days(
            KoordletConfig config, SampleStore store, SteadyClock clock, Problems problems) {
        Path directory = Path.of(config.audit().directory());
        return Optional.of(config.report().online())
                .filter(online -> config.report().enabled() && online.learnsDays())
                .map(online -> new DayForecast(online, store, directory, clock::timeOfDay, problems));
    }

    /** Takes the port, so that an agent beside another one ends before it touches anything. */
    void listen() throws IOException {
        PlanReport plan = new PlanReport(config, machine, enforcement.runner());
        AdminServer.Content content = new AdminServer.Content(
                state::now, plan::now, this::health, alive::silent, enforcement.events(), metrics);
        TokenReviews reviews = new TokenReviews(client, "koordlet", metrics, System::nanoTime);
        RequestAccess access = new RequestAccess(reviews, config.admin().anonymous(), metrics);
        admin = new AdminServer(config.admin().bind(), config.admin().port(), content, access::refusal);
    }

    void start() {
        registerGauges();
        if (machine.observesOnly()) {
            LOG.warn("observe only: measures and reports, writes no control group: {}", machine.obstacles());
        }
        boolean read = housekeeping.readFiles();
        watch.start();
        enforcement.releaseUnknown();
        upkeep.ensure();
        Executor collecting = loops.every(COLLECT, config.collect().surgeLook(), HANGS, loop::look);
        measurement.optional().start(loops, clock, problems);
        Executor asking = loops.every("kubelet", KUBELET, CALLS_HANG, kubeletLoop::round);
        if (!read) {
            disk.run("late", () -> collecting.execute(enforcement::releaseUnknown));
        }
        if (!machine.observesOnly()) {
            loops.onBirths(machine.tree(), HANGS, () -> {
                collecting.execute(loop::birth);
                asking.execute(kubeletLoop::birth);
            });
        }
        if (!machine.observesOnly() && Strategies.evictsForMemory(config)) {
            loops.onStalls(PRESSURE, HANGS, () -> collecting.execute(loop::stall));
        }
        if (config.report().enabled()) {
            loops.every("report", Duration.ofSeconds(1), CALLS_HANG, this::report);
        }
        loops.every("yarn", config.yarn().pollInterval(), CALLS_HANG, () -> plugin.round(clock.instant()));
        String evicts = ProtectionWords.memory(config.gates(), machine.obstacle());
        // In another loop: the API server may hang while what the plugin says is needed.
        loops.every("notes", config.yarn().pollInterval(), CALLS_HANG, () -> yarn.note(unprotected(), evicts));
        loops.every("lease", LEASE, CALLS_HANG, yarn::follow);
        yarn.answerIn(loops.every("node-manager", LEASE, CALLS_HANG, yarn::say));
        loops.every("shrink", Duration.ofSeconds(1), CALLS_HANG, yarn::tellShrink);
        loops.every("housekeeping", Duration.ofSeconds(1), CALLS_HANG, () -> housekeeping.round(clock.instant()));
    }

    int adminPort() {
        return admin == null ? 0 : admin.port();
    }

    private void registerGauges() {
        reference.register(machineClock.instant());
        metrics.register("koord_koordlet_rss_bytes", (Gauge<Long>) OwnProcess::rssBytes);
        metrics.register("koord_koordlet_enforcing", (Gauge<Integer>)
                () -> upkeep.unprotected().isEmpty() ? 1 : 0);
        metrics.register("koord_koordlet_pods_throttled", (Gauge<Long>) () -> throttledPods.count(clock.instant()));
    }

    private @Nullable String unprotected() {
        return ProtectionWords.unsuppressed(config.gates(), config.suppress().enabled())
                .or(upkeep::unprotected)
                .orElse(null);
    }

    private void report() {
        if (watch.hasListedPods()) {
            reporter.round(watch.view(), loop.latest().applications(), clock.instant());
        }
    }

    private void keepTier() {
        upkeep.ensure();
        upkeep.look(watch.view(), clock.instant());
    }

    private void everySecond() {
        upkeep.followKubelet();
        reference.follow(loop.latest().applications());
        series.follow(watch.view(), reporter.lastSent().map(NodeMetricReporter.Sent::status), clock.instant());
        evictions.forgetOld();
        enforcement.closeIdleReaders();
    }

    private Map<String, @Nullable Object> health() {
        Instant at = loop.latest().at();
        boolean measures = at != null && at.plus(ALIVE).isAfter(clock.instant());
        Map<String, @Nullable Object> health = new LinkedHashMap<>();
        health.put("healthy", measures);
        health.put("measures", measures);
        health.put("connected", watch.isConnected());
        health.put("caches", caches(watch.notWatched()));
        health.put("enforces", enforces());
        health.put("loopAgeSeconds", loops.agesSeconds());
        return health;
    }

    /** An agent that cannot write measures and reports all the same. */
    private Map<String, @Nullable Object> enforces() {
        List<String> failing = enforcement.runner().refused().stream()
                .map(target -> target.knob() + " of " + target.group())
                .sorted()
                .limit(MOST_NAMED)
                .toList();
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        Optional<String> groups = enforcement.podGroups().problem();
        part.put("healthy", !machine.observesOnly() && failing.isEmpty() && groups.isEmpty());
        part.put("observesOnly", machine.observesOnly());
        groups.ifPresent(problem -> part.put("podGroups", problem));
        part.put("failing", failing);
        part.put(
                "lastWrite",
                enforcement
                        .audit()
                        .lastWrite()
                        .map(event -> event.createdAt() + " " + event.path() + " = " + event.after())
                        .orElse(null));
        return part;
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

    /** In a thread of its own: the kernel may be busy with a write that does not end. */
    private void giveBack() {
        Thread thread = DaemonThreads.create("koordlet-release", () -> {
            loop.recover();
            enforcement.releaseAll();
        });
        thread.start();
        try {
            thread.join(RELEASE.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        enforcement.endSlowWrites();
        boolean ended = loops.end(COLLECT, LAST_ROUND);
        if (!ended) {
            LOG.warn("measuring does not end, limits are kept or given back all the same");
        }
        if (departure.anotherFollows()) {
            loop.keep();
        } else {
            giveBack();
        }
        housekeeping.end();
        loops.close();
        evictions.close();
        if (config.tier().removeOnExit()) {
            enforcement.tier().removeMade();
        }
        if (admin != null) {
            admin.close();
        }
        watch.close();
        events.close();
        client.close();
        measurement.close();
        enforcement.close();
        LOG.info("ended");
    }
}
