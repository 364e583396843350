package io.koordbridge.koordlet.kubepods;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.CpuSet;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NodeFactsTest {

    private static final String GOOD = "{\"resources\":{\"cpu\":\"4\",\"memory\":\"8Gi\"},\"reservedCPUs\":\"0-1\"}";

    private final List<String> problems = new ArrayList<>();

    private NodeFacts read(String uid, String annotation, String text, @Nullable NodeFacts before) {
        Node node = new NodeBuilder()
                .withNewMetadata()
                .withName("node-a")
                .withUid(uid)
                .addToAnnotations(annotation, text)
                .endMetadata()
                .withNewStatus()
                .addToCapacity("cpu", new Quantity("16"))
                .addToAllocatable("cpu", new Quantity("16"))
                .endStatus()
                .build();
        return NodeFacts.of(node, before, problems::add);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"resources\":{\"cpu\":\"4\",\"memory\":\"8GiB\"},\"reservedCPUs\":\"0-1\"}",
                "{\"reservedCPUs\":\"0..1\"}",
                "{\"resources\":{\"cpu\":\"-4\"}}",
                "{oops"
            })
    void aTypingErrorKeepsTheReservation(String broken) {
        NodeFacts good = read("u1", Annotations.NODE_RESERVATION, GOOD, null);

        NodeFacts after = read("u1", Annotations.NODE_RESERVATION, broken, good);

        assertThat(after.reservedMilliCpu()).isEqualTo(2_000);
        assertThat(after.layout().reservation()).isEqualTo(good.layout().reservation());
        assertThat(after.layout().reservation().orElseThrow().cpus()).isEqualTo(CpuSet.parse("0-1"));
        assertThat(problems)
                .singleElement()
                .asString()
                .startsWith("Node/node-a: invalid " + Annotations.NODE_RESERVATION)
                .endsWith("; what was read before stays");
    }

    @Test
    void aReservationThatGoesIsGone() {
        NodeFacts good = read("u1", Annotations.NODE_RESERVATION, GOOD, null);

        assertThat(read("u1", "example.com/other", "", good).reservedMilliCpu()).isZero();
        assertThat(problems).isEmpty();
    }

    @Test
    void aNodeThatWasMadeAgainHasNoEarlierReservation() {
        NodeFacts good = read("u1", Annotations.NODE_RESERVATION, GOOD, null);

        assertThat(read("u2", Annotations.NODE_RESERVATION, "{", good).reservedMilliCpu())
                .isZero();
        assertThat(problems).singleElement().asString().endsWith(PodInfos.COUNTS_AS_ABSENT);
    }

    @Test
    void theLastAllocatableStaysWhileItsAnnotationIsWrong() {
        NodeFacts good = read("u1", Annotations.NODE_RAW_ALLOCATABLE, "{\"cpu\":\"8\"}", null);

        NodeFacts after = read("u1", Annotations.NODE_RAW_ALLOCATABLE, "{\"cpu\":\"8 cores\"}", good);

        assertThat(after.allocatable()).isEqualTo(good.allocatable());
        assertThat(after.allocatable().milliCpu()).isEqualTo(8_000);
        assertThat(problems).singleElement().asString().endsWith("; what was read before stays");
        assertThat(read("u1", Annotations.NODE_RAW_ALLOCATABLE, "{", null)
                        .allocatable()
                        .milliCpu())
                .isEqualTo(16_000);
    }
}
