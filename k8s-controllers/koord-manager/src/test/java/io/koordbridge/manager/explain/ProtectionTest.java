package io.koordbridge.manager.explain;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.binding.PlainJson;
import io.koordbridge.api.slo.MetricCollectPolicy;
import io.koordbridge.api.slo.NodeMetricSpec;
import io.koordbridge.api.slo.NodeSloSpec;
import io.koordbridge.capacity.protection.ProtectionFacts;
import io.koordbridge.capacity.protection.ProtectionFacts.Reported;
import io.koordbridge.manager.explain.Protection.Guarded;
import io.koordbridge.manager.explain.Protection.State;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProtectionTest {

    private static final Instant NOW = Instant.parse("2026-11-23T12:00:00Z");
    private static final String ON = "{\"enable\": true}";
    private static final String MEMORY = "node.koordinator.sh/memory-protection";
    private static final Optional<Reported> FRESH = report(60, NOW);

    @Test
    void isOnWhereEveryNodeThatOffersCapacityIsSuppressed() {
        Protection protection =
                of(guarded("a", "4000", ON), guarded(node("b", "0"), Optional.empty(), Optional.empty()));

        assertThat(protection)
                .isEqualTo(new Protection(
                        State.ON,
                        0,
                        "suppression is on wherever capacity is offered",
                        new Protection.Memory(State.ON, 0, "eviction is on wherever capacity is offered")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"enable\": false}", "{}", "null"})
    void isOffWhereANodeOffersCapacityAndItsAgentDoesNotSuppress(String threshold) {
        Protection protection = of(guarded("a", "4000", ON), guarded("b", "1", threshold));

        assertThat(protection.state()).isEqualTo(State.OFF);
        assertThat(protection.detail()).isEqualTo("batch capacity without protection on b (suppression is off)");
    }

    @Test
    void isOffWithoutANodeSloAndNamesSomeOfManyNodes() {
        Protection protection = Protection.of(
                IntStream.range(0, 5).mapToObj(index -> guarded(node("n" + index, "1"), Optional.empty(), FRESH)), NOW);

        String named = "n0 (no NodeSLO), n1 (no NodeSLO), n2 (no NodeSLO) and 2 more";
        assertThat(protection)
                .isEqualTo(new Protection(
                        State.OFF,
                        5,
                        "batch capacity without protection on " + named,
                        new Protection.Memory(State.OFF, 5, "batch capacity without eviction on " + named)));
    }

    @Test
    void isOffWhereTheAgentOnlyObserves() {
        Node node = node("a", "1");
        node.getMetadata().setAnnotations(Map.of("node.koordinator.sh/unprotected", "observeOnly is set"));

        assertThat(of(guarded(node, slo(ON), FRESH)).detail()).endsWith("on a (agent: observeOnly is set)");
    }

    @Test
    void memoryIsOffWhereTheGateOfAnAgentIsAndCpuIsNotTouchedByIt() {
        Node node = node("b", "1");
        node.getMetadata().setAnnotations(Map.of(MEMORY, "off: feature gate BEMemoryEvict is off"));

        Protection protection = of(guarded("a", "1", ON), guarded(node, slo(ON), FRESH));

        assertThat(protection.state()).isEqualTo(State.ON);
        assertThat(protection.memory())
                .isEqualTo(new Protection.Memory(
                        State.OFF,
                        1,
                        "batch capacity without eviction on b (agent: feature gate BEMemoryEvict is off)"));
    }

    @Test
    void ofMemoryThereIsNoDataWhereAnAgentDoesNotSay() {
        Node silent = node("b", "1");
        silent.getMetadata().setAnnotations(Map.of());

        Protection protection = of(guarded("a", "1", ON), guarded(silent, slo(ON), FRESH));

        assertThat(protection.memory())
                .isEqualTo(new Protection.Memory(
                        State.NO_DATA, 0, "not known of b (the agent does not say whether it evicts)"));
    }

    @ParameterizedTest
    @CsvSource({"60, 120, ON", "60, 121, OFF", "120, 240, ON", "120, 241, OFF"})
    void isOffWhereTheAgentHasMissedTwoReports(long interval, long age, State expected) {
        Protection protection = of(guarded(node("a", "1"), slo(ON), report(interval, NOW.minusSeconds(age))));

        assertThat(protection.state()).isEqualTo(expected);
        if (expected == State.OFF) {
            assertThat(protection.detail())
                    .endsWith("on a (no report of the agent since " + NOW.minusSeconds(age) + ")");
        }
    }

    @Test
    void isOffWhereNoAgentHasReported() {
        assertThat(of(guarded(node("a", "1"), slo(ON), Optional.empty())).detail())
                .endsWith("on a (no report of an agent)");
        assertThat(of(guarded(node("a", "1"), slo(ON), report(60, null))).state())
                .isEqualTo(State.OFF);
    }

    @Test
    void isNotNeededWhereNoNodeOffersCapacity() {
        assertThat(of(
                                guarded(node("a", "0"), Optional.empty(), Optional.empty()),
                                guarded(node("b", null), Optional.empty(), Optional.empty()))
                        .state())
                .isEqualTo(State.NOT_NEEDED);
    }

    private static Protection of(Guarded... nodes) {
        return Protection.of(Stream.of(nodes), NOW);
    }

    private static Guarded guarded(String name, String batchCpu, String threshold) {
        return guarded(node(name, batchCpu), slo(threshold), FRESH);
    }

    private static Guarded guarded(Node node, Optional<NodeSloSpec> slo, Optional<Reported> report) {
        return new Guarded(node, ProtectionFacts.of(node, slo.orElse(null), report.orElse(null)));
    }

    private static Optional<Reported> report(long intervalSeconds, @Nullable Instant at) {
        NodeMetricSpec spec = new NodeMetricSpec(new MetricCollectPolicy(null, intervalSeconds, null, null));
        return Optional.of(new Reported(spec, at, NOW));
    }

    private static Node node(String name, @Nullable String batchCpu) {
        NodeBuilder node = new NodeBuilder()
                .withNewMetadata()
                .withName(name)
                .withAnnotations(Map.of(MEMORY, "on"))
                .endMetadata();
        if (batchCpu != null) {
            node.withNewStatus()
                    .addToAllocatable("kubernetes.io/batch-cpu", new Quantity(batchCpu))
                    .endStatus();
        }
        return node.build();
    }

    private static Optional<NodeSloSpec> slo(String threshold) {
        try {
            String spec = "{\"resourceUsedThresholdWithBE\": " + threshold + "}";
            return Optional.of(PlainJson.MAPPER.readValue(spec, NodeSloSpec.class));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(threshold, e);
        }
    }
}
