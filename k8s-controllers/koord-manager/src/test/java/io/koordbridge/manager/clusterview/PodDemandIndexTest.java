package io.koordbridge.manager.clusterview;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.capacity.batchresource.PodDemand;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PodDemandIndexTest {

    private final PodDemandIndex index = new PodDemandIndex();

    @Test
    void namesTheNodesWhoseDemandChanged() {
        assertThat(index.put(pod("a", "n1", "1"))).containsExactly("n1");
        assertThat(index.put(pod("a", "n1", "1"))).isEmpty();
        assertThat(index.put(pod("a", "n1", "2"))).containsExactly("n1");
        assertThat(index.put(pod("a", "n2", "2"))).containsExactlyInAnyOrder("n1", "n2");
        assertThat(index.put(pod("a", "", "2"))).containsExactly("n2");
        assertThat(index.remove("team", "a")).isEmpty();
    }

    @Test
    void holdsThePodsOfEachNode() {
        index.put(pod("a", "n1", "1"));
        index.put(pod("b", "n1", "1"));
        index.put(pod("c", "n2", "1"));

        assertThat(index.pods("n1")).extracting(PodDemand::name).containsExactlyInAnyOrder("a", "b");
        index.remove("team", "a");
        assertThat(index.pods("n1")).extracting(PodDemand::name).containsExactly("b");
        assertThat(index.pods("n3")).isEmpty();
    }

    @Test
    void whatAListDoesNotHoldAnyMoreIsGone() {
        index.beginListing();
        index.put(pod("a", "n1", "1"));
        index.put(pod("b", "n2", "1"));
        assertThat(index.endListing()).isEmpty();

        index.beginListing();
        index.put(pod("a", "n1", "1"));

        assertThat(index.endListing()).containsExactly("n2");
        assertThat(index.pods("n2")).isEmpty();
        assertThat(index.pods("n1")).hasSize(1);
    }

    @Test
    void countsPodsOfQuotasAndNamespacesWhetherBoundOrNot() {
        Pod waiting = pod("a", "", "1");
        waiting.getMetadata().setLabels(Map.of("quota.scheduling.koordinator.sh/name", "gold"));

        assertThat(index.put(waiting)).isEmpty();
        assertThat(index.anyOfQuota("gold")).isTrue();
        assertThat(index.anyInNamespace("team")).isTrue();
        index.put(waiting);
        waiting.getMetadata().setLabels(Map.of());
        index.put(waiting);
        assertThat(index.anyOfQuota("gold")).isFalse();
        index.remove("team", "a");
        assertThat(index.anyInNamespace("team")).isFalse();
    }

    @Test
    void aResizeThatTheKubeletHasActedOnChangesTheNode() {
        assertThat(index.put(resized("4", "4"))).containsExactly("n1");
        assertThat(index.put(resized("1", "4"))).isEmpty();

        assertThat(index.put(resized("1", "1"))).containsExactly("n1");

        assertThat(index.pods("n1"))
                .singleElement()
                .satisfies(demand -> assertThat(demand.requests()).isEqualTo(CpuMemory.ofMilliAndBytes(1_000, 0)));
    }

    private static Pod resized(String spec, String actual) {
        return new PodBuilder(pod("a", "n1", spec))
                .editSpec()
                .editFirstContainer()
                .withName("main")
                .endContainer()
                .endSpec()
                .editStatus()
                .addNewContainerStatus()
                .withName("main")
                .withNewResources()
                .addToRequests("cpu", new Quantity(actual))
                .endResources()
                .endContainerStatus()
                .endStatus()
                .build();
    }

    private static Pod pod(String name, String node, String cpu) {
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace("team")
                .withName(name)
                .endMetadata()
                .withNewSpec()
                .withNodeName(node)
                .addNewContainer()
                .withNewResources()
                .addToRequests("cpu", new Quantity(cpu))
                .endResources()
                .endContainer()
                .endSpec()
                .withNewStatus()
                .withPhase("Running")
                .endStatus()
                .build();
    }
}
