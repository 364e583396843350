package io.koordbridge.koordlet.app;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.koordlet.cgroup.CgroupReader;
import io.koordbridge.koordlet.cgroup.UsageReader;
import io.koordbridge.koordlet.collect.ColdMemorySampler;
import io.koordbridge.koordlet.collect.HostProc;
import io.koordbridge.koordlet.collect.NumaCollector;
import io.koordbridge.koordlet.collect.NumaSampler;
import io.koordbridge.koordlet.collect.PeriodicSampler;
import io.koordbridge.koordlet.collect.PodNumaMemory;
import io.koordbridge.koordlet.collect.ReadErrors;
import io.koordbridge.koordlet.collect.SurgeSensor;
import io.koordbridge.koordlet.collect.TierUsage;
import io.koordbridge.koordlet.collect.UsageCollector;
import io.koordbridge.koordlet.kubepods.ClusterWatcher;
import io.koordbridge.koordlet.measure.reading.ReadingsReader;
import io.koordbridge.koordlet.snapshot.SnapshotBuilder;
import io.koordbridge.koordlet.snapshot.TierGroups;
import io.koordbridge.koordlet.store.SampleStore;
import io.koordbridge.koordlet.topology.Processors;
import io.koordbridge.koordlet.yarn.YarnContainer;
import io.koordbridge.koordlet.yarn.YarnPlugin;
import io.koordbridge.kube.time.SteadyClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Everything that reads the machine, and the loop that measures and lets strategies decide. */
final class Measurement implements AutoCloseable {

    private final UsageReader usage;
    private final HostProc proc;
    private final TierGroups groups;
    private final ColdMemorySampler coldMemory;
    private final OptionalCollectors optional;
    private final CollectLoop loop;

    /** What is needed of others. */
    record Needs(SampleStore store, ClusterWatcher watch, Enforcement enforcement, YarnPlugin plugin) {

        private OptionalCollectors.Needs optional(ColdMemorySampler coldMemory, HostProc proc) {
            return new OptionalCollectors.Needs(store, () -> watch.view().node().isPresent(), coldMemory, proc);
        }

        private List<YarnContainer> containers() {
            return plugin.said().map(YarnPlugin.Said::containers).orElse(List.of());
        }
    }

    /** Reads nothing yet. */
    Measurement(
            KoordletConfig config,
            Machine machine,
            Needs needs,
            SteadyClock clock,
            MetricRegistry metrics,
            Consumer<String> problems) {
        ReadErrors errors = new ReadErrors(metrics, problems);
        Duration interval = config.collect().interval();
        usage = new UsageReader(machine.tree());
        proc = new HostProc(machine.files(), Path.of(config.roots().proc()));
        groups = new TierGroups(machine.tree());
        TierUsage tier = new TierUsage(usage, errors);
        Path sys = Path.of(config.roots().sys());
        Processors processors = new Processors(machine.files(), sys);
        SampleStore store = needs.store();
        coldMemory = new ColdMemorySampler(
                usage, proc, sys, now -> (metric, key, value) -> store.append(metric, key, now, value), errors);
        optional = new OptionalCollectors(config, machine, needs.optional(coldMemory, proc), metrics, errors);
        CgroupReader held = new CgroupReader(machine.tree(), usage::text);
        SnapshotBuilder snapshots = new SnapshotBuilder(
                new SnapshotBuilder.Sources(
                        needs.store(),
                        processors::read,
                        machine.tree()::paths,
                        needs.watch()::hasListedNodeSlos,
                        needs::containers),
                new SnapshotBuilder.Settings(
                        interval.multipliedBy(2), config.suppress().recoverWithoutNodeSlo(), Strategies.evicts(config)),
                problems,
                clock::timeOfDay);
        CollectLoop.Parts parts = new CollectLoop.Parts(
                new UsageCollector(
                        new UsageCollector.Sources(usage, proc, tier, needs::containers),
                        needs.store(),
                        interval,
                        errors,
                        problems),
                new SurgeSensor(proc, tier),
                groups,
                held,
                snapshots,
                needs.enforcement().runner(),
                needs.enforcement().trace(),
                needs.watch()::view,
                samplers(new NumaSampler(
                        new NumaCollector(proc, machine.files(), sys),
                        new PodNumaMemory(usage, errors),
                        processors::read,
                        needs.store(),
                        errors)));
        plug(needs, snapshots, new ReadingsReader(held, store, interval, problems));
        loop = new CollectLoop(parts, interval, clock, metrics, problems);
        registerSize(store, metrics);
    }

    /** What strategies ask for: annotations of pods, and readings. */
    private static void plug(Needs needs, SnapshotBuilder snapshots, ReadingsReader reader) {
        needs.watch().read(needs.enforcement().strategies().overrides());
        snapshots.taking(reader, needs.enforcement().runner()::needs);
    }

    private static void registerSize(SampleStore store, MetricRegistry metrics) {
        metrics.gauge("koord_koordlet_store_bytes", () -> () -> store.size().bytes());
        metrics.gauge(
                "koord_koordlet_store_refused_samples", () -> () -> store.size().refusedSamples());
    }

    private List<PeriodicSampler> samplers(NumaSampler numa) {
        List<PeriodicSampler> all = new ArrayList<>(List.of(numa));
        all.addAll(optional.samplers());
        return all;
    }

    OptionalCollectors optional() {
        return optional;
    }

    /** Whether usage with hot page cache is measured. */
    boolean knowsHotPages() {
        return coldMemory.hasStarted();
    }

    CollectLoop loop() {
        return loop;
    }

    @Override
    public void close() {
        groups.close();
        optional.close();
        usage.close();
        proc.close();
    }
}
