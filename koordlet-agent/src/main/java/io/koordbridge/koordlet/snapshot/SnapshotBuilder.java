package io.koordbridge.koordlet.snapshot;

import io.koordbridge.api.slo.HostApplication;
import io.koordbridge.koordlet.cgroup.CgroupPaths;
import io.koordbridge.koordlet.cgroup.Intent;
import io.koordbridge.koordlet.kubepods.NodeView;
import io.koordbridge.koordlet.load.LoadReader;
import io.koordbridge.koordlet.measure.reading.Needs;
import io.koordbridge.koordlet.measure.reading.Readings;
import io.koordbridge.koordlet.measure.reading.ReadingsReader;
import io.koordbridge.koordlet.store.Metric;
import io.koordbridge.koordlet.store.SampleStore;
import io.koordbridge.koordlet.topology.Processor;
import io.koordbridge.koordlet.yarn.YarnContainer;
import io.koordbridge.policy.suppress.NodeLoad;
import io.koordbridge.protocol.WellKnown;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Builds the snapshot of a tick. One thread. */
public final class SnapshotBuilder {

    private static final double MILLI = 1000;
    private static final Duration PROCESSORS_REFRESH = Duration.ofSeconds(4);
    /** A cluster without that kind never lists one. */
    private static final Duration NODE_SLO_PATIENCE = Duration.ofSeconds(10);

    private final Sources sources;
    private final Settings settings;
    private final Consumer<String> problems;
    private final EvictionFactsReader evictionFacts;
    private List<Processor> processors = List.of();
    private @Nullable Instant processorsAt;
    private SloInForce slo = SloInForce.UNKNOWN;
    private @Nullable Instant firstAt;
    private long ticks;
    private @Nullable ReadingsReader readings;
    private Function<NodeSnapshot, Needs> needs = bare -> Needs.NONE;

    /**
     * Where facts come from.
     *
     * @param nodeSlosListed whether it is known if there is a NodeSLO
     * @param yarn containers of the NodeManager as it last said
     */
    public record Sources(
            SampleStore store,
            Supplier<List<Processor>> processors,
            Supplier<CgroupPaths> paths,
            BooleanSupplier nodeSlosListed,
            Supplier<List<YarnContainer>> yarn) {}

    /**
     * How they are taken.
     *
     * @param freshness age up to which a sample is the newest value
     * @param endsWithoutNodeSlo whether what a NodeSLO asked for ends when it stays away
     * @param evicts whether any strategy evicts
     */
    public record Settings(Duration freshness, boolean endsWithoutNodeSlo, boolean evicts) {}

    /**
     * What was seen since the tick before.
     *
     * @param applications outside of pods, those that count now
     * @param otherCores what work outside of the tier uses by a look that is newer than the samples; empty without one
     * @param refused files whose last write failed
     */
    public record Observed(
            TierReading tier,
            List<HostApplication> applications,
            OptionalDouble otherCores,
            Set<Intent.Target> refused) {}

    /** The clock of the ticks is the machine's. */
    public SnapshotBuilder(Sources sources, Settings settings, Consumer<String> problems) {
        this(sources, settings, problems, UnaryOperator.identity());
    }

    /**
     * Takes no readings yet.
     *
     * @param timeOfDay what the machine's clock, as it is set now, says of a moment of the ticks
     */
    public SnapshotBuilder(
            Sources sources, Settings settings, Consumer<String> problems, UnaryOperator<Instant> timeOfDay) {
        this.sources = sources;
        this.settings = settings;
        this.problems = problems;
        this.evictionFacts =
                new EvictionFactsReader(sources.store(), settings.freshness().dividedBy(2), problems, timeOfDay);
    }

    /**
     * From now on takes the readings that strategies need.
     *
     * @param needed by what the snapshot has without readings
     */
    public SnapshotBuilder taking(ReadingsReader reader, Function<NodeSnapshot, Needs> needed) {
        readings = reader;
        needs = needed;
        return this;
    }

    /** What is known now. */
    public NodeSnapshot build(Tick.Cause cause, Instant now, NodeView view, Observed observed) {
        ticks++;
        firstAt = firstAt == null ? now : firstAt;
        slo = slo.next(
                view.nodeSlo(),
                sources.nodeSlosListed().getAsBoolean(),
                firstAt.plus(NODE_SLO_PATIENCE).isBefore(now),
                settings.endsWithoutNodeSlo(),
                now);
        refreshProcessors(now);
        NodeSnapshot bare = new NodeSnapshot(
                new Tick(ticks, now, cause),
                view,
                slo,
                processors,
                observed.tier(),
                load(view, observed, now),
                sources.paths().get(),
                observed.refused(),
                settings.evicts() && cause == Tick.Cause.TIMER ? evictionFacts(now) : EvictionFacts.NONE,
                Readings.NONE);
        Needs needed = readings == null ? Needs.NONE : needs.apply(bare);
        return readings == null || needed.isEmpty() ? bare : bare.with(readings.read(needed, view.pods(), now));
    }

    private EvictionFacts evictionFacts(Instant now) {
        return slo.present()
                .flatMap(one -> Optional.ofNullable(one.effective().resourceUsedThresholdWithBE()))
                .filter(thresholds -> Boolean.TRUE.equals(thresholds.enable()))
                .map(thresholds -> evictionFacts.read(thresholds, sources.yarn().get(), now))
                .orElse(EvictionFacts.NONE);
    }

    private void refreshProcessors(Instant now) {
        if (processorsAt == null || processorsAt.plus(PROCESSORS_REFRESH).isBefore(now)) {
            List<Processor> found = sources.processors().get();
            processors = found.isEmpty() ? processors : found;
            if (processors.isEmpty()) {
                problems.accept("no processor can be read below roots.sys: nothing is suppressed");
            }
            processorsAt = now;
        }
    }

    private OptionalDouble nodeCores(Observed observed, Instant now) {
        SampleStore store = sources.store();
        OptionalDouble sampled = store.latest(Metric.NODE_CPU, SampleStore.NODE, now, settings.freshness());
        OptionalDouble tier = store.latest(Metric.BE_USAGE, SampleStore.NODE, now, settings.freshness());
        if (observed.otherCores().isEmpty() || sampled.isEmpty()) {
            return sampled;
        }
        double newer = observed.otherCores().getAsDouble() + tier.orElse(0) / MILLI;
        return OptionalDouble.of(Math.max(sampled.getAsDouble(), newer));
    }

    /** Unknown without the size of the node, without a fresh sample, and without anything that could run here: a pod, or YARN. */
    private Optional<NodeLoad> load(NodeView view, Observed observed, Instant now) {
        List<HostApplication> applications = observed.applications();
        SampleStore store = sources.store();
        OptionalDouble cores = nodeCores(observed, now);
        boolean yarn = applications.stream().anyMatch(one -> WellKnown.YARN_ALLOCATION_NAME.equals(one.name()));
        boolean somethingRuns = !view.pods().isEmpty() || yarn;
        boolean sized = view.node().filter(node -> node.capacityMilliCpu() > 0).isPresent();
        if (!sized || cores.isEmpty() || !somethingRuns) {
            return Optional.empty();
        }
        return Optional.of(LoadReader.load(
                        view.node().get(),
                        cores.getAsDouble(),
                        view.pods(),
                        store.latestBySubject(Metric.POD_CPU, now, settings.freshness()),
                        applications,
                        store.latestBySubject(Metric.HOST_APPLICATION_CPU, now, settings.freshness()))
                .withOwn(store.latest(Metric.OWN_CPU, SampleStore.NODE, now, settings.freshness())
                        .orElse(0)));
    }
}
