package io.koordbridge.yarnoperator.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.koordbridge.api.annotation.YarnLease;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.policy.amount.YarnConversion;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.yarnoperator.conversion.ShownEntries;
import io.koordbridge.yarnoperator.lease.NodeManagerRef;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NodeAnnotationsTest {

    private static final YarnAmount LEASE = new YarnAmount(16, 6_144);

    private static Node node(String lease) {
        NodeBuilder node = new NodeBuilder().withNewMetadata().withName("n").endMetadata();
        return lease.isEmpty()
                ? node.build()
                : node.editMetadata()
                        .addToAnnotations(Annotations.NODE_YARN_LEASE, lease)
                        .endMetadata()
                        .build();
    }

    private static Map<String, String> changes(Node node, long vcoreThousandths) {
        return changes(node, vcoreThousandths, null, LEASE);
    }

    private static Map<String, String> changes(Node node, long vcoreThousandths, String question, YarnAmount lease) {
        return NodeAnnotations.changes(
                node,
                ShownEntries.of(null),
                null,
                new NodeAnnotations.Wanted(
                        lease.equals(YarnAmount.ZERO) ? null : new NodeManagerRef("c", "nm-0", 8041),
                        LeaseStateName.STEADY,
                        lease,
                        lease,
                        YarnConversion.safe(vcoreThousandths, 1000).vcoresPerCore(),
                        YarnAmount.ZERO,
                        YarnAmount.ZERO,
                        1,
                        "because",
                        new NodeAnnotations.ForAgent(question, null)),
                Instant.EPOCH);
    }

    private static String written(Node node, long vcoreThousandths) {
        return String.valueOf(changes(node, vcoreThousandths).get(Annotations.NODE_YARN_LEASE));
    }

    @Test
    void theLeaseSaysHowManyVcoresStandForACore() {
        assertThat(written(node(""), 8_000)).contains("\"vcoreRatio\":8}");
        assertThat(written(node(""), 10_000)).contains("\"vcoreRatio\":10}");
        assertThat(written(node(""), 1_500)).contains("\"vcoreRatio\":1.5}");
    }

    @Test
    void whatIsWrittenIsNotWrittenAgain() {
        Node node = node(written(node(""), 1_500));

        assertThat(changes(node, 1_500)).isEmpty();
        assertThat(NodeAnnotations.record(node).map(YarnLease::state)).contains("STEADY");
    }

    @Test
    void anotherRatioIsWritten() {
        Node node = node(written(node(""), 8_000));

        assertThat(written(node, 4_000)).contains("\"vcoreRatio\":4}");
    }

    @Test
    void theLeaseOfAnOperatorWithoutItIsWrittenOnce() {
        Node node = node(written(node(""), 8_000).replace(",\"vcoreRatio\":8", ""));

        assertThat(written(node, 8_000)).contains("\"vcoreRatio\":8}");
    }

    @Test
    void aLeaseWithAWrongPartIsWrittenAgain() {
        String good = written(node(""), 8_000);

        for (String bad :
                List.of("null", good.replace("\"vcores\":16", "\"vcores\":-16"), good.replace("8041", "99999"))) {
            assertThat(written(node(bad), 8_000)).contains("\"vcores\":16", "nm-0:8041");
        }
    }

    @Test
    void aQuestionIsWrittenOnceAndGoesWithTheLease() {
        Node node = node(written(node(""), 8_000));

        assertThat(changes(node, 8_000, "3.1.a", LEASE))
                .containsExactly(entry(Annotations.NODE_YARN_QUESTION, "3.1.a"));

        node.getMetadata().getAnnotations().put(Annotations.NODE_YARN_QUESTION, "3.1.a");
        assertThat(changes(node, 8_000, "3.1.a", LEASE)).isEmpty();
        assertThat(changes(node, 8_000, null, LEASE)).isEmpty();
        Map<String, String> gone = changes(node, 8_000, null, YarnAmount.ZERO);
        assertThat(gone)
                .containsEntry(Annotations.NODE_YARN_QUESTION, null)
                .containsEntry(Annotations.NODE_YARN_LEASE, null);
    }
}
