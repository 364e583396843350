package io.koordbridge.koordlet.kubepods;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.utils.Serialization;
import org.junit.jupiter.api.Test;

class EndedContainersTest {

    /** Each of them would be looked for in the tree in every tick. */
    @Test
    void haveNoControlGroupsAnyMore() {
        Pod pod = Serialization.unmarshal("""
            metadata: {name: p, namespace: shop, uid: u}
            status:
              initContainerStatuses:
              - {name: istio-init, containerID: "containerd://c1", state: {terminated: {exitCode: 0}}}
              - {name: mesh, containerID: "containerd://c2", state: {running: {}}}
              containerStatuses:
              - {name: main, containerID: "containerd://c3", state: {running: {}}}
              - {name: crashed, containerID: "containerd://c4", state: {waiting: {reason: CrashLoopBackOff}}}
              - {name: unknown, containerID: "containerd://c5"}
            """, Pod.class);

        assertThat(PodInfos.of(pod, problem -> {}).containers())
                .extracting(ContainerInfo::name)
                .containsExactly("main", "unknown", "mesh");
    }
}
