package io.koordbridge.capacity.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.capacity.batchresource.DemandFixtures;
import io.koordbridge.capacity.batchresource.TopologyZones;
import io.koordbridge.capacity.batchresource.ZonePlanner;
import io.koordbridge.capacity.offered.BatchCapacity;
import io.koordbridge.capacity.offered.MidCapacity;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.ResourceNames;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever happened to a node: once nothing changes any more, it shows what a node without a past shows. */
class HistoryProperties {

    private static final long PERIOD_SECONDS = 301;
    private static final double THRESHOLD = 0.1;
    private static final List<String> AMOUNTS = Stream.of(
                    BatchCapacity.RESOURCES, MidCapacity.RESOURCES, List.of(ResourceNames.RDMA, ResourceNames.GPU_CORE))
            .flatMap(List::stream)
            .toList();

    /** Something that happens, in words, and how long after it the next pass comes. */
    record Happening(String what, Consumer<SimulatedPasses> change, int secondsLater) {

        @Override
        public String toString() {
            return what + ", " + secondsLater + " s";
        }
    }

    @Property(tries = 400)
    void theEndDependsOnTheInputsAlone(@ForAll("histories") List<Happening> history) {
        SimulatedPasses lived = started();
        for (Happening one : history) {
            one.change().accept(lived);
            noZoneOffersMoreThanItHas(lived.pass(one.secondsLater()), lived);
        }
        SimulatedPasses fresh = lived.untouched();
        NodePlan end = settled(lived);
        NodePlan start = settled(fresh);

        boolean off = !end.terms().strategy().nodeEnabled();
        for (String name : AMOUNTS) {
            boolean leftAlone = off && !BatchCapacity.RESOURCES.contains(name) && !MidCapacity.RESOURCES.contains(name);
            if (!leftAlone) {
                assertThat(end.shown().allocatable().get(name))
                        .as(name)
                        .isEqualTo(start.shown().allocatable().get(name));
                assertThat(end.shown().capacity().get(name))
                        .as(name)
                        .isEqualTo(end.shown().allocatable().get(name));
            }
        }
        assertThat(batch(end.shown().origin())).isEqualTo(batch(start.shown().origin()));
        if (start.shown().annotations().containsKey(Annotations.NODE_CPU_NORMALIZATION_RATIO)) {
            assertThat(end.shown().annotations()).isEqualTo(start.shown().annotations());
        }
        sameZones(lived, fresh);
        assertThat(end.writesNode()).isFalse();
        assertThat(end.writesZones()).isFalse();
    }

    private static void noZoneOffersMoreThanItHas(NodePlan plan, SimulatedPasses passes) {
        Map<String, CpuMemory> shown = TopologyZones.shownBatch(passes.zones());
        BatchCapacity.of(plan.terms()).zones().forEach(zone -> {
            BigDecimal has = ZonePlanner.normalizedCpu(
                            zone.allotment(), BatchCapacity.of(plan.terms()).ratio())
                    .amount();
            assertThat(BigDecimal.valueOf(shown.get(zone.allotment().zone()).milliCpu()))
                    .isLessThanOrEqualTo(has.setScale(0, RoundingMode.UP));
        });
    }

    private static SimulatedPasses started() {
        SimulatedPasses passes = new SimulatedPasses();
        passes.configure(Map.of("colocation-config", "{\"enable\":true}"));
        return passes;
    }

    /** The fourth pass of a time without news has nothing to do; the first may follow a ratio that the second amplifies by. */
    private static NodePlan settled(SimulatedPasses passes) {
        NodePlan plan = passes.pass(PERIOD_SECONDS);
        for (int more = 0; more < 3; more++) {
            plan = passes.pass(PERIOD_SECONDS);
        }
        return plan;
    }

    private static Map<String, Long> batch(Map<String, Quantity> origin) {
        Map<String, Long> amounts = new TreeMap<>();
        BatchCapacity.RESOURCES.forEach(name -> amounts.put(name, Quantities.milli(origin, name)));
        return amounts;
    }

    private static void sameZones(SimulatedPasses lived, SimulatedPasses fresh) {
        Map<String, CpuMemory> expected = TopologyZones.shownBatch(fresh.zones());
        TopologyZones.shownBatch(lived.zones()).forEach((zone, amount) -> {
            CpuMemory wanted = expected.getOrDefault(zone, CpuMemory.ZERO);
            near(amount.milliCpu(), wanted.milliCpu());
            near(amount.bytes(), wanted.bytes());
        });
    }

    /** What differs by no more than the threshold may stay in zones. */
    private static void near(long shown, long wanted) {
        assertThat((double) Math.abs(shown - wanted)).isLessThanOrEqualTo(shown * THRESHOLD + 1);
    }

    @Provide
    Arbitrary<List<Happening>> histories() {
        return Combinators.combine(changes(), Arbitraries.integers().between(1, 400))
                .as((change, later) -> new Happening(change.getKey(), change.getValue(), later))
                .list()
                .ofMinSize(1)
                .ofMaxSize(12);
    }

    private static Arbitrary<Map.Entry<String, Consumer<SimulatedPasses>>> changes() {
        Map<String, Consumer<SimulatedPasses>> all = new TreeMap<>();
        for (String pool : List.of("a", "b", "off")) {
            all.put("pool " + pool, passes -> passes.labels.put("pool", pool));
        }
        all.put("no pool", passes -> passes.labels.remove("pool"));
        for (String text : List.of("true", "false", "perhaps")) {
            all.put(
                    "normalization " + text,
                    passes -> passes.labels.put("node.koordinator.sh/cpu-normalization-enabled", text));
        }
        all.put(
                "normalization as configured",
                passes -> passes.labels.remove("node.koordinator.sh/cpu-normalization-enabled"));
        annotation(all, Annotations.NODE_COLOCATION_STRATEGY, "{\"enable\":false}");
        annotation(all, Annotations.NODE_COLOCATION_STRATEGY, "{\"cpuReclaimThresholdPercent\":40}");
        annotation(all, Annotations.NODE_RESERVATION, "{\"reservedCPUs\":\"0-5\"}");
        annotation(all, Annotations.NODE_RESERVATION, "{\"resources\":{\"memory\":\"20Gi\"}}");
        annotation(
                all,
                Annotations.NODE_THIRD_PARTY_ALLOCATIONS,
                "{\"allocations\":[{\"name\":\"y\",\"priority\":\"koord-batch\",\"resources\":"
                        + "{\"kubernetes.io/batch-cpu\":\"700\",\"kubernetes.io/batch-memory\":\"1Gi\"}}]}");
        configurations(all);
        all.put("reports", passes -> passes.reports(true));
        all.put("no report", passes -> passes.reports(false));
        for (long milli : List.of(900L, 1000L, 1100L, 9000L)) {
            all.put("system " + milli, passes -> passes.system(milli));
        }
        for (int count : List.of(0, 1, 2)) {
            all.put(count + " cards", passes -> passes.cards(count));
            all.put(count + " zones", passes -> passes.topology(count, "{}"));
        }
        all.put("fast zones", passes -> passes.topology(2, "{\"cpuModel\":\"M\",\"turboEnabled\":true}"));
        all.put("pod", passes -> passes.pods.add(SimulatedPasses.prodPod(passes.pods.size())));
        all.put(
                "batch pod",
                passes -> passes.pods.add(
                        DemandFixtures.batch("b" + passes.pods.size(), CpuMemory.ofMilliAndBytes(4000, 8L << 30))));
        all.put("no pods", passes -> passes.pods.clear());
        all.put("another leader", SimulatedPasses::anotherLeads);
        return Arbitraries.of(all.entrySet().stream()
                .map(one -> Map.entry(one.getKey(), one.getValue()))
                .toList());
    }

    private static void annotation(Map<String, Consumer<SimulatedPasses>> all, String key, String text) {
        all.put(key + " " + text, passes -> passes.annotations.put(key, text));
        all.put("no " + key, passes -> passes.annotations.remove(key));
    }

    private static void configurations(Map<String, Consumer<SimulatedPasses>> all) {
        String pools = "{\"enable\":true,\"midUnallocatedPercent\":30,\"nodeConfigs\":["
                + "{\"name\":\"a\",\"nodeSelector\":{\"matchLabels\":{\"pool\":\"a\"}},\"cpuReclaimThresholdPercent\":50},"
                + "{\"name\":\"off\",\"nodeSelector\":{\"matchLabels\":{\"pool\":\"off\"}},\"enable\":false}]}";
        List<Map<String, String>> texts = List.of(
                Map.of("colocation-config", "{\"enable\":true}"),
                Map.of("colocation-config", pools),
                Map.of("colocation-config", "{\"enable\":false}"),
                Map.of("colocation-config", "{"),
                Map.of(),
                Map.of(
                        "colocation-config",
                        pools,
                        "cpu-normalization-config",
                        "{\"enable\":true,\"defaultRatio\":1.2,\"ratioModel\":{\"M\":{\"turboEnabledRatio\":1.5}}}",
                        "resource-amplification-config",
                        "{\"enable\":true,\"resourceAmplificationRatio\":{\"cpu\":1.1,\"memory\":1.3}}"),
                Map.of(
                        "colocation-config",
                        "{\"enable\":true}",
                        "cpu-normalization-config",
                        "{\"enable\":true,\"defaultRatio\":7}",
                        "resource-amplification-config",
                        "{"));
        texts.forEach(data -> all.put("config " + data, passes -> passes.configure(data)));
    }
}
