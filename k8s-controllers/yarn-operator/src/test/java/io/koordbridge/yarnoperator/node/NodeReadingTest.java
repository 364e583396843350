package io.koordbridge.yarnoperator.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.ResourceNames;
import org.junit.jupiter.api.Test;

class NodeReadingTest {

    private static NodeBuilder node() {
        return new NodeBuilder()
                .withNewMetadata()
                .withName("n1")
                .endMetadata()
                .withNewStatus()
                .addToAllocatable(ResourceNames.BATCH_CPU, new Quantity("3k"))
                .addToAllocatable(ResourceNames.BATCH_MEMORY, new Quantity("2Gi"))
                .endStatus();
    }

    private static Node withOrigin(String text) {
        return node().editMetadata()
                .addToAnnotations(Annotations.NODE_ORIGIN_ALLOCATABLE, text)
                .endMetadata()
                .build();
    }

    @Test
    void prefersTheOriginAnnotation() {
        NodeReading reading = NodeReading.of(
                withOrigin(
                        "{\"resources\":{\"kubernetes.io/batch-cpu\":\"20k\",\"kubernetes.io/batch-memory\":\"1Gi\"}}"),
                null,
                null);

        assertThat(reading.origin()).isEqualTo(new BatchAmount(20_000, 1L << 30));
        assertThat(reading.published()).isEqualTo(new BatchAmount(3_000, 2L << 30));
    }

    @Test
    void saysWhichAmountsOfTheOriginNobodyCanHave() {
        NodeReading reading = NodeReading.of(
                withOrigin(
                        "{\"resources\":{\"kubernetes.io/batch-cpu\":\"-5\",\"kubernetes.io/batch-memory\":\"1e30\"}}"),
                null,
                null);

        assertThat(reading.origin()).isEqualTo(new BatchAmount(0, BatchAmount.LIMIT));
        assertThat(reading.problems())
                .containsExactly(
                        "Node/n1: invalid node.koordinator.sh/originExtendedAllocatable, field"
                                + " resources.kubernetes.io/batch-cpu: '-5'; allowed: 0 to 9007199254740992",
                        "Node/n1: invalid node.koordinator.sh/originExtendedAllocatable, field"
                                + " resources.kubernetes.io/batch-memory: '1e30'; allowed: 0 to 9007199254740992");
    }

    @Test
    void theLastGoodOriginStandsInForAmountsThatNoNodeHas() {
        BatchAmount last = new BatchAmount(7_000, 5);

        NodeReading reading =
                NodeReading.of(withOrigin("{\"resources\":{\"kubernetes.io/batch-cpu\":\"-5\"}}"), last, null);

        assertThat(reading.origin()).isEqualTo(last);
    }

    @Test
    void fallsBackToTheStatus() {
        assertThat(NodeReading.of(node().build(), null, null).origin()).isEqualTo(new BatchAmount(3_000, 2L << 30));
        assertThat(NodeReading.of(withOrigin("{}"), null, null).originSource()).isEqualTo("status.allocatable");
    }

    @Test
    void offersNothingWithoutBatchResources() {
        Node plain =
                new NodeBuilder().withNewMetadata().withName("n1").endMetadata().build();

        assertThat(NodeReading.of(plain, null, null).origin()).isNull();
    }

    @Test
    void tellsAComputedZeroFromARemovedResource() {
        String zero = "{\"resources\":{\"kubernetes.io/batch-cpu\":\"0\",\"kubernetes.io/batch-memory\":\"0\"}}";
        Node removed = new NodeBuilder(withOrigin(zero))
                .editStatus()
                .withAllocatable(java.util.Map.of("cpu", new Quantity("4")))
                .endStatus()
                .build();

        assertThat(NodeReading.of(withOrigin(zero), null, null).origin()).isEqualTo(BatchAmount.ZERO);
        assertThat(NodeReading.of(removed, null, null).origin()).isNull();
    }

    @Test
    void keepsTheLastGoodOriginAndNamesWhatIsWrong() {
        BatchAmount last = new BatchAmount(7_000, 5);

        NodeReading reading = NodeReading.of(withOrigin("{bad"), last, null);

        assertThat(reading.origin()).isEqualTo(last);
        assertThat(reading.problems()).singleElement().asString().contains("Node/n1", "originExtended", "{bad");
    }

    @Test
    void keepsTheLastGoodOriginWhenAnAmountIsNoQuantity() {
        BatchAmount last = new BatchAmount(7_000, 5);

        NodeReading reading =
                NodeReading.of(withOrigin("{\"resources\":{\"kubernetes.io/batch-cpu\":\"lots\"}}"), last, null);

        assertThat(reading.origin()).isEqualTo(last);
        assertThat(reading.problems())
                .singleElement()
                .asString()
                .startsWith("Node/n1: invalid node.koordinator.sh/originExtendedAllocatable: ")
                .endsWith("resources.kubernetes.io/batch-cpu = \"lots\", allowed: a quantity");
    }

    @Test
    void readsTheShareOfTheLabelAndRefusesOneOutOfRange() {
        Node good = node().editMetadata()
                .addToLabels(Labels.NODE_YARN_SHARE, "0.25")
                .endMetadata()
                .build();
        Node bad = node().editMetadata()
                .addToLabels(Labels.NODE_YARN_SHARE, "1.5")
                .endMetadata()
                .build();

        assertThat(NodeReading.of(good, null, null).shareThousandths()).isEqualTo(250);
        assertThat(NodeReading.of(bad, null, null).shareThousandths()).isNull();
        assertThat(NodeReading.of(bad, null, null).problems())
                .singleElement()
                .asString()
                .contains("'1.5'", "from 0 to 1");
    }

    @Test
    void anOriginThatCannotBeReadIsUnknownUnlessOneWasReadBefore() {
        assertThat(NodeReading.of(withOrigin("{bad"), null, null)).satisfies(reading -> {
            assertThat(reading.originUnreadable()).isTrue();
            assertThat(reading.origin()).isNull();
            assertThat(reading.originSource()).isEqualTo("unknown: cannot be read");
        });
        assertThat(NodeReading.of(withOrigin("{bad"), BatchAmount.ZERO, null).originUnreadable())
                .isFalse();
    }

    @Test
    void anAbsentOriginIsKnown() {
        Node plain =
                new NodeBuilder().withNewMetadata().withName("n1").endMetadata().build();

        assertThat(NodeReading.of(plain, null, null).originUnreadable()).isFalse();
        assertThat(NodeReading.of(node().build(), null, null).originUnreadable())
                .isFalse();
    }
}
