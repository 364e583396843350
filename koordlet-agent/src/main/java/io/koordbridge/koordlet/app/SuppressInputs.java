package io.koordbridge.koordlet.app;

import io.koordbridge.api.slo.HostApplication;
import io.koordbridge.api.slo.NodeSloSpec;
import io.koordbridge.koordlet.collect.Processors;
import io.koordbridge.koordlet.kubepods.NodeView;
import io.koordbridge.koordlet.qos.suppress.LoadReader;
import io.koordbridge.koordlet.qos.suppress.NodeLoad;
import io.koordbridge.koordlet.qos.suppress.Processor;
import io.koordbridge.koordlet.qos.suppress.SuppressPolicy;
import io.koordbridge.koordlet.qos.suppress.SuppressRound;
import io.koordbridge.koordlet.qos.suppress.SuppressSettings;
import io.koordbridge.koordlet.store.Metric;
import io.koordbridge.koordlet.store.SampleStore;
import io.koordbridge.protocol.WellKnown;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Store, node view and /sys to the input of one round of suppression. One thread. */
final class SuppressInputs {

    private static final Duration PROCESSORS_REFRESH = Duration.ofMinutes(1);

    private final SampleStore store;
    private final Processors processorReader;
    private final KoordletConfig.Suppress config;
    private final Duration freshness;
    private final Consumer<String> problems;
    private List<Processor> processors = List.of();
    private @Nullable Instant processorsAt;
    private @Nullable NodeSloSpec parsed;
    private volatile Optional<SuppressSettings> settings = Optional.empty();

    SuppressInputs(
            SampleStore store,
            Processors processorReader,
            KoordletConfig.Suppress config,
            Duration interval,
            Consumer<String> problems) {
        this.store = store;
        this.processorReader = processorReader;
        this.config = config;
        this.freshness = interval.multipliedBy(2);
        this.problems = problems;
    }

    /** Settings now in force: of the last NodeSLO that could be used. */
    Optional<SuppressSettings> settings() {
        return settings;
    }

    SuppressRound round(NodeView view, List<HostApplication> applications, Instant now) {
        refreshSettings(view);
        refreshProcessors(now);
        Optional<Map<String, String>> topology = config.requireNodeTopology()
                ? view.topology()
                : Optional.of(view.topology().orElse(Map.of()));
        SuppressPolicy.Input input = new SuppressPolicy.Input(
                settings, config.beCpuManager(), load(view, applications, now), !processors.isEmpty());
        return new SuppressRound(input, processors, topology, view.pods());
    }

    private void refreshSettings(NodeView view) {
        NodeSloSpec spec = view.nodeSlo().orElse(null);
        if (spec == null) {
            parsed = null;
            settings = Optional.empty();
        } else if (!spec.equals(parsed)) {
            parsed = spec;
            try {
                settings = Optional.of(SuppressSettings.of(spec));
            } catch (IllegalArgumentException e) {
                problems.accept("NodeSLO: " + e.getMessage());
            }
        }
    }

    private void refreshProcessors(Instant now) {
        if (processorsAt == null || processorsAt.plus(PROCESSORS_REFRESH).isBefore(now)) {
            List<Processor> found = processorReader.read();
            processors = found.isEmpty() ? processors : found;
            processorsAt = now;
        }
    }

    /** Unknown without node, without a fresh sample, and without anything that could run here: a pod, or YARN. */
    Optional<NodeLoad> load(NodeView view, List<HostApplication> applications, Instant now) {
        OptionalDouble cores = store.latest(Metric.NODE_CPU, SampleStore.NODE, now, freshness);
        boolean yarn = applications.stream().anyMatch(one -> WellKnown.YARN_ALLOCATION_NAME.equals(one.name()));
        boolean somethingRuns = !view.pods().isEmpty() || yarn;
        if (view.node().isEmpty() || cores.isEmpty() || !somethingRuns) {
            return Optional.empty();
        }
        return Optional.of(LoadReader.load(
                view.node().get(),
                cores.getAsDouble(),
                view.pods(),
                store.latestBySubject(Metric.POD_CPU, now, freshness),
                applications,
                store.latestBySubject(Metric.HOST_APPLICATION_CPU, now, freshness)));
    }
}
