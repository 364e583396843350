package io.koordbridge.koordlet.conformance;

import com.codahale.metrics.MetricRegistry;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.koordlet.evict.Ending;
import io.koordbridge.koordlet.evict.EvictionMemory;
import io.koordbridge.koordlet.evict.EvictionTask;
import io.koordbridge.koordlet.evict.Evictor;
import io.koordbridge.koordlet.evict.Pool;
import io.koordbridge.koordlet.evict.Victim;
import io.koordbridge.koordlet.gate.Gate;
import io.koordbridge.koordlet.kubepods.NodeView;
import io.koordbridge.koordlet.measure.reading.Needs;
import io.koordbridge.koordlet.measure.reading.ReadingsReader;
import io.koordbridge.koordlet.qos.evict.Assessment;
import io.koordbridge.koordlet.qos.evict.EvictionStrategy;
import io.koordbridge.koordlet.snapshot.NodeSnapshot;
import io.koordbridge.koordlet.snapshot.SnapshotBuilder;
import io.koordbridge.koordlet.snapshot.Tick;
import io.koordbridge.koordlet.snapshot.TierReading;
import io.koordbridge.koordlet.store.SampleStore;
import io.koordbridge.koordlet.strategy.Step;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;

/** One round of eviction: the strategy decides, the evictor carries out against an API that refuses what the case says. */
abstract sealed class EvictionAdapter implements SuiteAdapter permits MemoryEvictAdapter, CpuEvictAdapter {

    private final Pool pool;
    private final String releaseField;
    private final List<Gate> order;
    private final Function<Set<Gate>, EvictionStrategy> strategy;

    EvictionAdapter(Pool pool, String releaseField, List<Gate> order, Function<Set<Gate>, EvictionStrategy> strategy) {
        this.pool = pool;
        this.releaseField = releaseField;
        this.order = order;
        this.strategy = strategy;
    }

    @Override
    public JsonNode run(JsonNode input) {
        KernelCase kernel = new KernelCase(input);
        Set<Gate> on = EnumSet.noneOf(Gate.class);
        for (JsonNode feature : input.path("features")) {
            order.stream()
                    .filter(gate -> gate.wireName().equals(feature.asText()))
                    .forEach(on::add);
        }
        EvictionStrategy deciding = strategy.apply(on);
        Step<Assessment> step = deciding.step(snapshot(kernel, deciding), deciding.initial());
        ObjectNode out = Json.MAPPER.createObjectNode();
        tasks(out.putArray("tasks"), step.memory());
        carryOut(kernel, step, out);
        return out;
    }

    private void tasks(ArrayNode tasks, Assessment found) {
        for (Gate gate : order) {
            if (found.refused().containsKey(gate)) {
                tasks.addObject().put("feature", gate.wireName()).put("configInvalid", true);
            }
            found.tasks().stream().filter(task -> task.feature() == gate).forEach(task -> {
                ObjectNode one = tasks.addObject().put("feature", gate.wireName());
                ArrayNode candidates = one.putArray("candidatesInOrder");
                task.candidates().forEach(victim -> candidates.add(victim.name()));
                ObjectNode release = one.putObject(releaseField);
                task.target().forEach(release::put);
            });
        }
    }

    private void carryOut(KernelCase kernel, Step<Assessment> step, ObjectNode out) {
        Set<String> refused = texts(kernel.input.path("evictionRefusedUIDs"));
        Map<String, Instant> evicted = new HashMap<>();
        texts(kernel.input.path("alreadyEvictedUIDs")).forEach(uid -> evicted.put(uid, kernel.now));
        Map<Pool, Instant> last = new HashMap<>();
        if (kernel.input.has("lastEvictAgeMs")) {
            last.put(
                    pool,
                    kernel.now.minusMillis(kernel.input.path("lastEvictAgeMs").asLong()));
        }
        ArrayNode calls = out.putArray("evictCalls");
        boolean[] coolDownStarted = {false};
        Ending api = (victim, shortOf, reason) -> {
            boolean ok = !refused.contains(victim.id());
            calls.addObject().put("pod", victim.name()).put("feature", reason).put("ok", ok);
            return new Ending.Outcome(ok ? Ending.Result.EVICTED : Ending.Result.REFUSED, "");
        };
        Evictor.Witness witness = new Evictor.Witness() {
            @Override
            public void attempted(Victim victim, EvictionTask task, Ending.Outcome outcome) {
                // The calls say it.
            }

            @Override
            public void evicted(Pool shortOf, List<Victim> victims) {
                coolDownStarted[0] = true;
            }
        };
        Duration coolDown =
                Duration.ofSeconds(kernel.input.path("evictCoolTimeSeconds").asLong());
        try (Evictor evictor = new Evictor(
                Map.of(Victim.Kind.POD, api),
                witness,
                Map.of(pool, coolDown),
                new EvictionMemory(last, evicted),
                kernel.clock,
                new MetricRegistry())) {
            step.evictions().forEach(evictor::carryOut);
        }
        out.put("coolDownStarted", coolDownStarted[0]);
    }

    private static Set<String> texts(JsonNode list) {
        Set<String> found = new HashSet<>();
        list.forEach(one -> found.add(one.asText()));
        return found;
    }

    private static NodeSnapshot snapshot(KernelCase kernel, EvictionStrategy deciding) {
        SampleStore store = Samples.store();
        Samples.fill(store, kernel.input.path("samples"), kernel.now);
        Duration fresh = Duration.ofSeconds(
                2 * kernel.input.path("metricCollectIntervalSeconds").asLong(1));
        SnapshotBuilder builder = new SnapshotBuilder(
                new SnapshotBuilder.Sources(store, kernel::processors, kernel.tree::paths, () -> true, List::of),
                new SnapshotBuilder.Settings(fresh, true, true),
                problem -> {});
        builder.taking(
                new ReadingsReader(kernel.reader, store, fresh.dividedBy(2), problem -> {}),
                bare -> Needs.of(deciding.needs(bare.slo())));
        NodeView view = new NodeView(
                kernel.node(), Samples.nodeSlo(kernel.input), Optional.empty(), kernel.topology(), kernel.pods());
        return builder.build(
                Tick.Cause.TIMER,
                kernel.now,
                view,
                new SnapshotBuilder.Observed(
                        TierReading.of(kernel.reader), List.of(), OptionalDouble.empty(), Set.of()));
    }

    @Override
    public Optional<String> difference(JsonNode expect, JsonNode actual) {
        return Json.difference(expect, actual, 0);
    }
}
