package io.koordbridge.yarnoperator.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.koordbridge.yarnoperator.lease.NodeManagerRef;
import io.koordbridge.yarnoperator.matching.NodeManagersOfNode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NodeManagerPodsTest {

    private static final NodeManagerRef REF = new NodeManagerRef("", "nm-0", 8041);

    private static Pod pod(String name) {
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace("a")
                .withName(name)
                .endMetadata()
                .build();
    }

    private static NodeManagerPods pods(Set<NodeManagerRef> inUse) {
        NodeManagersOfNode found =
                new NodeManagersOfNode(List.of(), List.of(), Map.of("a/nm", REF), Set.of("a/starting"));
        return NodeManagerPods.of(List.of(pod("nm"), pod("starting"), pod("foreign")), found, inUse);
    }

    @Test
    void onlyPodsOfNodeManagersInUseAreTheirs() {
        NodeManagerPods pods = pods(Set.of(REF));

        assertThat(pods.matched()).containsExactly(pod("nm"));
        assertThat(pods.unmatched()).containsExactly(pod("starting"));
        assertThat(pods.all()).isTrue();
    }

    @Test
    void aPodWhoseNodeManagerIsNotInUseHasNone() {
        NodeManagerPods pods = pods(Set.of(new NodeManagerRef("", "host", 8041)));

        assertThat(pods.matched()).isEmpty();
        assertThat(pods.unmatched()).containsExactly(pod("nm"), pod("starting"));
        assertThat(pods.all()).isFalse();
    }
}
