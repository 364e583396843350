package io.koordbridge.koordlet.app;

import io.koordbridge.api.document.node.OnlineUse;
import io.koordbridge.koordlet.audit.AuditLog;
import io.koordbridge.koordlet.cgroup.CgroupReader;
import io.koordbridge.koordlet.kubepods.ClusterWatcher;
import io.koordbridge.koordlet.kubepods.NodeFacts;
import io.koordbridge.koordlet.kubepods.NodeView;
import io.koordbridge.koordlet.report.NodeMetricReporter;
import io.koordbridge.koordlet.store.Metric;
import io.koordbridge.koordlet.store.SampleStore;
import io.koordbridge.koordlet.strategy.StrategyRunner;
import io.koordbridge.koordlet.undo.Taken;
import io.koordbridge.koordlet.yarn.YarnContainer;
import io.koordbridge.koordlet.yarn.YarnPlugin;
import io.koordbridge.kube.time.SteadyClock;
import io.koordbridge.policy.suppress.NodeLoad;
import io.koordbridge.protocol.WellKnown;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The state of the process for people and tests: {@code GET /state}. Null means unknown. */
final class StateReport {

    private static final Duration FRESH = Duration.ofSeconds(5);

    private final String nodeName;
    private final Machine machine;
    private final SampleStore store;
    private final ThrottledPods throttled;
    private final Enforcement enforcement;
    private final AuditLog audit;
    private final ClusterWatcher watch;
    private final Measurement measurement;
    private final StrategyRunner runner;
    private final SuppressTrace trace;
    private final NodeMetricReporter reporter;
    private final YarnPlugin plugin;
    private final SteadyClock clock;

    /** Where the state comes from. */
    record Sources(
            SampleStore store,
            ThrottledPods throttled,
            ClusterWatcher watch,
            Measurement measurement,
            Enforcement enforcement,
            NodeMetricReporter reporter,
            YarnPlugin plugin) {}

    StateReport(String nodeName, Machine machine, Sources sources, SteadyClock clock) {
        this.nodeName = nodeName;
        this.machine = machine;
        this.store = sources.store();
        this.throttled = sources.throttled();
        this.enforcement = sources.enforcement();
        this.audit = sources.enforcement().audit();
        this.watch = sources.watch();
        this.measurement = sources.measurement();
        this.runner = sources.enforcement().runner();
        this.trace = sources.enforcement().trace();
        this.reporter = sources.reporter();
        this.plugin = sources.plugin();
        this.clock = clock;
    }

    Map<String, @Nullable Object> now() {
        Instant now = clock.instant();
        CollectLoop.Latest snapshot = measurement.loop().latest();
        Map<String, @Nullable Object> state = new LinkedHashMap<>();
        state.put("nodeName", nodeName);
        state.put("time", timeOfDay(now));
        Optional<String> groups = enforcement.podGroups().problem();
        state.put("mode", machine.observesOnly() ? "observe-only" : groups.isPresent() ? "not-enforcing" : "enforcing");
        state.put(
                "reasons",
                Stream.concat(machine.obstacles().stream(), groups.stream()).toList());
        state.put("rssBytes", OwnProcess.rssBytes());
        state.put("cgroup", cgroup());
        state.put("cluster", cluster());
        state.put("usage", usage(snapshot, now));
        state.put("collectors", measurement.optional().state());
        state.put("strategies", runner.reasons());
        state.putAll(parts());
        state.put("taken", taken());
        state.put("bestEffortTier", tier(now));
        state.put("yarn", yarn(now));
        state.put("lastReport", lastReport());
        state.put(
                "onlineUse",
                reporter.online().written().map(StateReport::online).orElse(null));
        state.put("counters", counters());
        return state;
    }

    /** Two looks at one moment differ by less than that: the machine's clock and the steady one are not read at once. */
    private String timeOfDay(Instant steady) {
        return clock.timeOfDay(steady).truncatedTo(ChronoUnit.MILLIS).toString();
    }

    private Map<String, @Nullable Object> cgroup() {
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        part.put("root", machine.tree().root().toString());
        part.put("version", machine.tree().version().name().toLowerCase(Locale.ROOT));
        part.put("driver", machine.tree().paths().driver().name().toLowerCase(Locale.ROOT));
        part.put("kubeletRoot", "/" + machine.tree().paths().names().root());
        return part;
    }

    private Map<String, @Nullable Object> cluster() {
        NodeView view = watch.view();
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        part.put("connected", watch.isConnected());
        part.put("node", view.node().isPresent());
        part.put("nodeSlo", view.nodeSlo().isPresent());
        part.put("nodeMetric", view.nodeMetric().isPresent());
        part.put("pods", view.pods().size());
        part.put(
                "capacityMilliCpu", view.node().map(NodeFacts::capacityMilliCpu).orElse(null));
        part.put("capacityBytes", view.node().map(NodeFacts::capacityBytes).orElse(null));
        return part;
    }

    private Map<String, @Nullable Object> usage(CollectLoop.Latest snapshot, Instant now) {
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        part.put("sampleAt", snapshot.at() == null ? null : timeOfDay(snapshot.at()));
        part.put("nodeMilliCpu", milli(Metric.NODE_CPU, SampleStore.NODE, now));
        part.put("nodeMemoryBytes", whole(Metric.NODE_MEMORY, SampleStore.NODE, now));
        part.put("systemMilliCpu", milli(Metric.SYSTEM_CPU, SampleStore.NODE, now));
        part.put("systemMemoryBytes", whole(Metric.SYSTEM_MEMORY, SampleStore.NODE, now));
        part.put("onlineMilliCpu", milli(Metric.ONLINE_CPU, SampleStore.NODE, now));
        part.put("onlineMemoryBytes", whole(Metric.ONLINE_MEMORY, SampleStore.NODE, now));
        NodeLoad load = snapshot.load();
        part.put("othersMilliCpu", load == null ? null : (long) (load.nonBestEffortCores() * 1000));
        part.put("throttled", throttled.most(now));
        return part;
    }

    /** How much is held by whom, also from an earlier process. */
    private Map<String, Long> taken() {
        return enforcement.taken().stream()
                .collect(Collectors.groupingBy(Taken::owner, TreeMap::new, Collectors.counting()));
    }

    /** Parts of the strategies; a write that limits best-effort work is shown with what decided it. */
    private Map<String, @Nullable Object> parts() {
        Map<String, @Nullable Object> parts = new LinkedHashMap<>(runner.state());
        trace.last().ifPresent(last -> parts.computeIfPresent(SuppressTrace.PART, (name, part) -> with(part, last)));
        return parts;
    }

    private Object with(Object part, SuppressTrace.Change last) {
        Map<Object, @Nullable Object> all = new LinkedHashMap<>((Map<?, ?>) part);
        all.put("lastChange", change(last));
        return all;
    }

    private Map<String, @Nullable Object> change(SuppressTrace.Change change) {
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        part.put("at", timeOfDay(change.at()));
        part.put("path", change.path());
        part.put("before", change.before());
        part.put("after", change.after());
        part.put("sampleAt", timeOfDay(change.sampleAt()));
        part.put("sampleToWriteMillis", change.sampleToWriteMillis());
        part.put("loadToWriteMillis", change.loadToWriteMillis());
        return part;
    }

    private Map<String, @Nullable Object> tier(Instant now) {
        String dir = machine.tree().paths().bestEffortDir();
        CgroupReader reader = new CgroupReader(machine.tree());
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        part.put("path", dir);
        part.put("quotaMicros", read(() -> reader.quotaMicros(dir)));
        part.put("cpus", read(() -> reader.cpus(dir).format()));
        part.put("usageMilliCpu", whole(Metric.BE_USAGE, SampleStore.NODE, now));
        part.put("requestMilliCpu", whole(Metric.BE_REQUEST, SampleStore.NODE, now));
        part.put("realLimitMilliCpu", whole(Metric.BE_REAL_LIMIT, SampleStore.NODE, now));
        return part;
    }

    private static @Nullable Object read(Callable<Object> value) {
        try {
            return value.call();
        } catch (IOException e) {
            return null;
        } catch (Exception e) {
            throw new IllegalStateException("a reader threw what it does not declare", e);
        }
    }

    private Map<String, @Nullable Object> yarn(Instant now) {
        String name = WellKnown.YARN_ALLOCATION_NAME;
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        part.put("usageMilliCpu", milli(Metric.HOST_APPLICATION_CPU, name, now));
        part.put("usageBytes", whole(Metric.HOST_APPLICATION_MEMORY, name, now));
        Optional<YarnPlugin.Said> said = plugin.said();
        part.put("socket", said.map(YarnPlugin.Said::socket).map(Path::toString).orElse(null));
        part.put("node", said.map(YarnPlugin.Said::node).orElse(null));
        part.put("containers", said.map(one -> one.containers().size()).orElse(null));
        part.put(
                "usageByContainer",
                said.map(YarnPlugin.Said::containers).stream()
                        .flatMap(List::stream)
                        .map(one -> container(one, now))
                        .toList());
        part.put("saidAt", said.map(one -> timeOfDay(one.at())).orElse(null));
        part.put("trouble", plugin.trouble().orElse(null));
        return part;
    }

    /** As the agent measures it; null where it has no group of its own. */
    private Map<String, @Nullable Object> container(YarnContainer container, Instant now) {
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        part.put("id", container.id());
        part.put("usageMilliCpu", milli(Metric.YARN_CONTAINER_CPU, container.id(), now));
        part.put("usageBytes", whole(Metric.YARN_CONTAINER_MEMORY, container.id(), now));
        return part;
    }

    private @Nullable Object lastReport() {
        return reporter.lastSent()
                .map(sent -> {
                    Map<String, @Nullable Object> part = new LinkedHashMap<>();
                    part.put("at", timeOfDay(sent.at()));
                    part.put("why", sent.why().name().toLowerCase(Locale.ROOT));
                    part.put(
                            "pods",
                            Optional.ofNullable(sent.status().podsMetric())
                                    .map(List::size)
                                    .orElse(0));
                    return part;
                })
                .orElse(null);
    }

    /** As the annotation says it. */
    private static Map<String, @Nullable Object> online(OnlineUse use) {
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        part.put("at", use.at().truncatedTo(ChronoUnit.SECONDS).toString());
        use.windows().forEach(window -> {
            Map<String, @Nullable Object> figures = new LinkedHashMap<>();
            figures.put("cpuMilli", window.cpuMilli());
            figures.put("memoryBytes", window.memoryBytes());
            part.put(window.length().toSeconds() + "s", figures);
        });
        part.put("forecast", use.forecast());
        return part;
    }

    private Map<String, @Nullable Object> counters() {
        SampleStore.Size size = store.size();
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        part.put("cgroupWrites", audit.writes());
        part.put("cgroupWriteFailures", audit.failures());
        part.put("series", size.series());
        part.put("storeBytes", size.bytes());
        part.put("storeMaxBytes", size.maxBytes());
        return part;
    }

    private @Nullable Long milli(Metric metric, String subject, Instant now) {
        OptionalDouble value = store.latest(metric, subject, now, FRESH);
        return value.isPresent() ? (Long) (long) (value.getAsDouble() * 1000) : null;
    }

    private @Nullable Long whole(Metric metric, String subject, Instant now) {
        OptionalDouble value = store.latest(metric, subject, now, FRESH);
        return value.isPresent() ? (Long) (long) value.getAsDouble() : null;
    }
}
