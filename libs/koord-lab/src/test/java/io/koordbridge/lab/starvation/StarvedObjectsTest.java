package io.koordbridge.lab.starvation;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.YarnLease;
import io.koordbridge.api.annotation.YarnResource;
import io.koordbridge.api.pod.PodClassification;
import io.koordbridge.api.slo.NodeSLO;
import io.koordbridge.lab.embedded.EmbeddedApiServer;
import io.koordbridge.protocol.KubeQos;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

class StarvedObjectsTest {

    @Test
    void theObjectsAreWhatTheAgentReads() {
        try (EmbeddedApiServer server = new EmbeddedApiServer();
                KubernetesClient client = server.newClient()) {
            StarvedObjects objects = new StarvedObjects(client, 8);
            objects.create(2, 1792);
            String group = objects.createPod("localhost:1");
            objects.suppress();

            Node node = client.nodes().withName(StarvedObjects.NODE).get();
            Pod pod = client.pods().inNamespace("hadoop").withName("nm-0").get();
            NodeSLO slo = client.resources(NodeSLO.class)
                    .withName(StarvedObjects.NODE)
                    .get();
            assertThat(AnnotationCodec.read(node, "node.koordinator.sh/yarn-lease", YarnLease.class)
                            .map(YarnLease::lease))
                    .contains(new YarnResource(16L, 1792L, new BigDecimal("8")));
            assertThat(node.getStatus().getCapacity()).containsKey("cpu");
            assertThat(PodClassification.kubeQos(pod)).isEqualTo(KubeQos.BEST_EFFORT);
            assertThat(group)
                    .contains("kubepods/besteffort/pod" + pod.getMetadata().getUid());
            assertThat(slo.getSpec().resourceUsedThresholdWithBE().enable()).isTrue();
        }
    }
}
