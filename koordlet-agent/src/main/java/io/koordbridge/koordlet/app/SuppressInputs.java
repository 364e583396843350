package io.koordbridge.koordlet.app;

import io.koordbridge.api.slo.HostApplication;
import io.koordbridge.koordlet.kubepods.NodeView;
import io.koordbridge.koordlet.load.LoadReader;
import io.koordbridge.koordlet.load.NodeLoad;
import io.koordbridge.koordlet.nodeslo.NodeSlo;
import io.koordbridge.koordlet.nodeslo.SuppressSettings;
import io.koordbridge.koordlet.qos.suppress.SuppressConfig;
import io.koordbridge.koordlet.qos.suppress.SuppressPolicy;
import io.koordbridge.koordlet.qos.suppress.SuppressRound;
import io.koordbridge.koordlet.store.Metric;
import io.koordbridge.koordlet.store.SampleStore;
import io.koordbridge.koordlet.topology.Processor;
import io.koordbridge.koordlet.topology.Processors;
import io.koordbridge.protocol.WellKnown;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Store, node view and /sys to the input of one round of suppression. The settings are for other threads, too. */
final class SuppressInputs {

    private static final Duration PROCESSORS_REFRESH = Duration.ofMinutes(1);
    private static final Duration NODE_SLO_GONE_AFTER = Duration.ofMinutes(5);

    private final SampleStore store;
    private final Processors processorReader;
    private final SuppressConfig config;
    private final Duration freshness;
    private final Consumer<String> problems;
    private List<Processor> processors = List.of();
    private @Nullable Instant processorsAt;
    private final BooleanSupplier nodeSlosListed;
    private Optional<SuppressSettings> settings = Optional.empty();
    private @Nullable Instant nodeSloMissingSince;

    SuppressInputs(
            SampleStore store,
            Processors processorReader,
            SuppressConfig config,
            Duration interval,
            BooleanSupplier nodeSlosListed,
            Consumer<String> problems) {
        this.nodeSlosListed = nodeSlosListed;
        this.store = store;
        this.processorReader = processorReader;
        this.config = config;
        this.freshness = interval.multipliedBy(2);
        this.problems = problems;
    }

    /** Those of the last NodeSLO that could be used; they hold for what was taken until it is given back. */
    synchronized Optional<SuppressSettings> settings() {
        return settings;
    }

    /** The same, once what is known now was looked at. */
    synchronized Optional<SuppressSettings> settings(NodeView view) {
        refreshSettings(view);
        return settings;
    }

    SuppressRound round(NodeView view, List<HostApplication> applications, Instant now) {
        boolean gone = nodeSloGone(view, now);
        Optional<SuppressSettings> inForce =
                settings(view).filter(found -> view.nodeSlo().isPresent());
        refreshProcessors(now);
        Optional<Map<String, String>> topology = config.requireNodeTopology()
                ? view.topology()
                : Optional.of(view.topology().orElse(Map.of()));
        SuppressPolicy.Input input = new SuppressPolicy.Input(
                inForce, gone, config.beCpuManager(), load(view, applications, now), !processors.isEmpty());
        return new SuppressRound(input, processors, topology, view.pods());
    }

    private void refreshSettings(NodeView view) {
        view.nodeSlo().flatMap(NodeSlo::suppress).ifPresent(found -> settings = Optional.of(found));
    }

    /** The manager makes a NodeSLO that is deleted anew; one that stays away suppresses nothing. */
    private synchronized boolean nodeSloGone(NodeView view, Instant now) {
        if (view.nodeSlo().isPresent() || !nodeSlosListed.getAsBoolean()) {
            nodeSloMissingSince = null;
            return false;
        }
        nodeSloMissingSince = Objects.requireNonNullElse(nodeSloMissingSince, now);
        boolean gone = config.recoverWithoutNodeSlo()
                && !nodeSloMissingSince.plus(NODE_SLO_GONE_AFTER).isAfter(now);
        if (gone) {
            settings = Optional.empty();
        }
        return gone;
    }

    private void refreshProcessors(Instant now) {
        if (processorsAt == null || processorsAt.plus(PROCESSORS_REFRESH).isBefore(now)) {
            List<Processor> found = processorReader.read();
            processors = found.isEmpty() ? processors : found;
            if (processors.isEmpty()) {
                problems.accept("no processor can be read in " + processorReader.root() + ": nothing is suppressed");
            }
            processorsAt = now;
        }
    }

    /** Unknown without the size of the node, without a fresh sample, and without anything that could run here: a pod, or YARN. */
    Optional<NodeLoad> load(NodeView view, List<HostApplication> applications, Instant now) {
        OptionalDouble cores = store.latest(Metric.NODE_CPU, SampleStore.NODE, now, freshness);
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
                store.latestBySubject(Metric.POD_CPU, now, freshness),
                applications,
                store.latestBySubject(Metric.HOST_APPLICATION_CPU, now, freshness)));
    }
}
