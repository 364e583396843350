package io.koordbridge.yarnoperator.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.ResourceNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PodIndexTest {

    private static final String NODE = "node-1";

    private static final BatchAmount NO_BOUND = new BatchAmount(Long.MAX_VALUE, Long.MAX_VALUE);

    private final List<String> changed = new ArrayList<>();
    private final PodIndex book = new PodIndex(changed::add);

    private static Pod batch(String name, @Nullable String node, String milliCpu) {
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace("shop")
                .withName(name)
                .endMetadata()
                .withNewSpec()
                .withNodeName(node)
                .addNewContainer()
                .withNewResources()
                .addToRequests(ResourceNames.BATCH_CPU, new Quantity(milliCpu))
                .endResources()
                .endContainer()
                .endSpec()
                .build();
    }

    private static Pod nodeManager(String phase) {
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace("hadoop")
                .withName("nm-0")
                .addToLabels(Labels.COMPONENT, Labels.COMPONENT_NODE_MANAGER)
                .addToAnnotations(Annotations.YARN_NODE_ID, "nm-0:8041")
                .addToAnnotations("note", "nobody reads this")
                .endMetadata()
                .withNewSpec()
                .withNodeName(NODE)
                .withHostNetwork(true)
                .withHostname("nm-0")
                .addNewContainer()
                .withImage("nodemanager")
                .endContainer()
                .endSpec()
                .withNewStatus()
                .withPhase(phase)
                .withPodIP("10.0.0.7")
                .withHostIP("10.0.0.1")
                .endStatus()
                .build();
    }

    private static BatchAmount milliCpu(long amount) {
        return new BatchAmount(amount, 0);
    }

    @Test
    void whatAListDoesNotHoldAnyMoreIsGoneAndItsNodeIsLookedAt() {
        book.put(batch("a", NODE, "300"));
        book.put(batch("b", NODE, "500"));
        book.put(batch("waiting", null, "500"));
        changed.clear();

        book.listing();
        book.put(batch("b", NODE, "500"));
        assertThat(book.requests(NODE)).as("nothing goes before the list ends").isEqualTo(milliCpu(800));
        book.listed();

        assertThat(book.requests(NODE)).isEqualTo(milliCpu(500));
        assertThat(book.anyPending(selector -> NO_BOUND)).isFalse();
        assertThat(changed).contains(NODE);
    }

    @Test
    void aPodThatCannotBeReadKeepsWhatIsKnownOfItThroughAList() {
        book.put(batch("a", NODE, "300"));

        book.listing();
        assertThatThrownBy(() -> book.put(batch("a", NODE, "many"))).isInstanceOf(IllegalArgumentException.class);
        book.listed();

        assertThat(book.requests(NODE)).isEqualTo(milliCpu(300));
    }

    @Test
    void keepsOfANodeManagersPodWhatTellsItsHost() {
        book.put(nodeManager("Running"));

        assertThat(book.nodesWithNodeManagers()).containsExactly(NODE);
        assertThat(book.nodeManagers(NODE)).singleElement().satisfies(pod -> {
            assertThat(pod.getMetadata().getAnnotations()).containsOnlyKeys(Annotations.YARN_NODE_ID);
            assertThat(pod.getSpec().getHostNetwork()).isTrue();
            assertThat(pod.getSpec().getHostname()).isEqualTo("nm-0");
            assertThat(pod.getSpec().getContainers()).isEmpty();
            assertThat(pod.getStatus().getPodIP()).isEqualTo("10.0.0.7");
            assertThat(pod.getStatus().getHostIP()).isEqualTo("10.0.0.1");
        });
    }

    @Test
    void aPodThatMovesIsDoneOrIsRemovedCountsOnItsNodeNoMore() {
        book.put(batch("a", null, "300"));
        assertThat(book.anyPending(selector -> NO_BOUND)).isTrue();

        book.put(batch("a", NODE, "300"));
        assertThat(book.anyPending(selector -> NO_BOUND)).isFalse();
        assertThat(book.requests(NODE)).isEqualTo(milliCpu(300));
        book.remove("shop", "a");
        book.put(nodeManager("Running"));
        book.put(nodeManager("Succeeded"));

        assertThat(book.requests(NODE)).isEqualTo(BatchAmount.ZERO);
        assertThat(book.nodesWithNodeManagers()).isEmpty();
    }

    @Test
    void aPodThatNoNodeCouldHoldDoesNotWait() {
        book.put(batch("too-large", null, "9000"));
        Function<Map<String, String>, BatchAmount> eightCores = selector -> new BatchAmount(8_000, 1L << 30);

        assertThat(book.anyPending(eightCores)).isFalse();

        book.put(batch("fits", null, "8000"));
        assertThat(book.anyPending(eightCores)).isTrue();
        book.remove("shop", "fits");
        assertThat(book.anyPending(eightCores)).isFalse();
    }

    @Test
    void aPodWaitsForTheNodesOfItsSelectorOnly() {
        Pod picky = batch("picky", null, "500");
        picky.getSpec().setNodeSelector(Map.of("disk", "ssd"));
        book.put(picky);

        assertThat(book.anyPending(selector -> selector.isEmpty() ? milliCpu(8_000) : BatchAmount.ZERO))
                .isFalse();
        assertThat(book.anyPending(selector -> selector.equals(Map.of("disk", "ssd")) ? milliCpu(500) : milliCpu(0)))
                .isTrue();
    }
}
