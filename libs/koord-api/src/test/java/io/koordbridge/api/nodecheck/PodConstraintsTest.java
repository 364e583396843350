package io.koordbridge.api.nodecheck;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PodConstraintsTest {

    @Test
    void portsOfSidecarsCountAndThoseOfInitContainersDoNot() {
        Pod pod = new PodBuilder()
                .withNewSpec()
                .addNewInitContainer()
                .addNewPort()
                .withHostPort(1)
                .endPort()
                .endInitContainer()
                .addNewInitContainer()
                .withRestartPolicy("Always")
                .addNewPort()
                .withHostPort(2)
                .endPort()
                .endInitContainer()
                .addNewContainer()
                .addNewPort()
                .withHostPort(3)
                .withHostIP("10.0.0.1")
                .withProtocol("UDP")
                .endPort()
                .endContainer()
                .endSpec()
                .build();

        assertThat(HostPort.of(pod))
                .containsExactlyInAnyOrder(
                        new HostPort(HostPort.ALL_ADDRESSES, "TCP", 2), new HostPort("10.0.0.1", "UDP", 3));
    }

    @Test
    void ofAPodOnItsNodeOnlyThePortsMatter() {
        Pod pod = new PodBuilder()
                .withNewSpec()
                .withNodeSelector(Map.of("zone", "a"))
                .addNewContainer()
                .addNewPort()
                .withHostPort(80)
                .endPort()
                .endContainer()
                .endSpec()
                .build();

        assertThat(PodConstraints.onNode(pod).hostPorts()).containsExactly(new HostPort("0.0.0.0", "TCP", 80));
        assertThat(PodConstraints.onNode(pod).nodeSelector()).isEmpty();
        assertThat(PodConstraints.of(pod).nodeSelector()).containsEntry("zone", "a");
    }
}
