package io.koordbridge.capacity.stages;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.capacity.batchresource.BatchAllotment.Reason;
import io.koordbridge.capacity.batchresource.BatchSplit;
import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.capacity.batchresource.ThirdPartyShare;
import io.koordbridge.capacity.midresource.MidAllotment;
import io.koordbridge.capacity.offered.BatchCapacity;
import io.koordbridge.capacity.offered.MidCapacity;
import io.koordbridge.capacity.plan.NodeInputs;
import io.koordbridge.capacity.plan.PassMemory;
import io.koordbridge.capacity.protection.NodeProtection;
import io.koordbridge.capacity.protection.NodeProtection.State;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.sloconfig.KeyState;
import io.koordbridge.sloconfig.colocation.ColocationConfigReader;
import io.koordbridge.sloconfig.colocation.EffectiveStrategy;
import io.koordbridge.sloconfig.noderatios.NodeRatioSchemas;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ShownLimitTest {

    private static final Instant NOW = Instant.parse("2026-11-23T12:00:00Z");
    private static final String BATCH_CPU = "kubernetes.io/batch-cpu";
    private static final String BATCH_MEMORY = "kubernetes.io/batch-memory";
    private static final BatchSplit FREE =
            new BatchSplit(true, 9_000, 9_000, ThirdPartyShare.NONE, 8_000_000, 8_000_000);

    @Test
    void limitsWholeAndPodsPartByWhatIsShownOfEach() {
        NodeInputs inputs = inputs(
                State.STALE,
                Map.of(BATCH_CPU, "3500m", BATCH_MEMORY, "20k"),
                "{\"resources\":{\"" + BATCH_CPU + "\":\"7k\",\"" + BATCH_MEMORY + "\":\"30k\"}}");

        assertThat(ShownLimit.batch(inputs, true, FREE))
                .isEqualTo(new BatchSplit(true, 7_000, 9_000, ThirdPartyShare.NONE, 3_500, 8_000_000));
    }

    @Test
    void withoutAnOriginThePodsPartIsTheWhole() {
        NodeInputs inputs = inputs(State.UNPROTECTED, Map.of(BATCH_CPU, "4k", BATCH_MEMORY, "-5"), "{}");

        assertThat(ShownLimit.batch(inputs, true, FREE))
                .isEqualTo(new BatchSplit(true, 4_000, 0, ThirdPartyShare.NONE, 4_000_000, 0));
    }

    @Test
    void limitsNothingWhereANodeMayGrow() {
        NodeInputs inputs = inputs(State.PROTECTED, Map.of(), "{}");

        assertThat(ShownLimit.batch(inputs, false, FREE)).isSameAs(FREE);
        assertThat(ShownLimit.removes(inputs, BatchCapacity.RESOURCES, Reason.CALCULATED))
                .isEmpty();
    }

    @Test
    void limitsMidByWhatIsShown() {
        NodeInputs inputs =
                inputs(State.STALE, Map.of("kubernetes.io/mid-cpu", "700", "kubernetes.io/mid-memory", "1500m"), "{}");
        MidAllotment mid = new MidAllotment(Reason.CALCULATED, 800, 2, false, null, NOW);

        assertThat(ShownLimit.mid(inputs, mid)).isEqualTo(mid.publishing(700, 1));
    }

    @Test
    void removesWhereNothingIsShownThatCouldStay() {
        assertThat(ShownLimit.removes(inputs(State.STALE, Map.of(), "{}"), BatchCapacity.RESOURCES, Reason.CALCULATED))
                .contains(Reason.NODE_METRIC_STALE);
        assertThat(ShownLimit.removes(
                        inputs(State.UNPROTECTED, Map.of(), "{}"), MidCapacity.RESOURCES, Reason.CALCULATED))
                .contains(Reason.UNPROTECTED);
        assertThat(ShownLimit.removes(
                        inputs(State.UNPROTECTED, Map.of(BATCH_CPU, "0"), "{}"),
                        BatchCapacity.RESOURCES,
                        Reason.CALCULATED))
                .isEmpty();
        assertThat(ShownLimit.removes(
                        inputs(State.STALE, Map.of(), "{}"), BatchCapacity.RESOURCES, Reason.NODE_METRIC_MISSING))
                .isEmpty();
    }

    private static NodeInputs inputs(State state, Map<String, String> allocatable, String origin) {
        NodeBuilder node = new NodeBuilder()
                .withNewMetadata()
                .withName("n")
                .addToAnnotations(Annotations.NODE_ORIGIN_ALLOCATABLE, origin)
                .endMetadata()
                .withNewStatus()
                .endStatus();
        allocatable.forEach((name, amount) ->
                node.editStatus().addToAllocatable(name, new Quantity(amount)).endStatus());
        return inputs(node.build(), new NodeProtection(state, "x", null, false, Optional.empty()));
    }

    private static NodeInputs inputs(Node node, NodeProtection protection) {
        return new NodeInputs(
                node,
                EffectiveStrategy.of(ColocationConfigReader.State.INITIAL.config(), Map.of(), Map.of()),
                List.of(),
                null,
                null,
                null,
                new NodeInputs.Settings(
                        KeyState.initial(NodeRatioSchemas.NORMALIZATION),
                        KeyState.initial(NodeRatioSchemas.AMPLIFICATION),
                        false),
                ThirdPartyShare.NONE,
                new NodeInputs.Before(PassMemory.at(NOW), null, CpuMemory.ZERO, protection),
                NOW);
    }
}
