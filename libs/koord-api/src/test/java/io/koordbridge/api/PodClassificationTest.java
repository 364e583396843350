package io.koordbridge.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.koordbridge.api.pod.PodClassification;
import io.koordbridge.protocol.KubeQos;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PodClassificationTest {

    @Test
    void guaranteesNothingWhereRequestAndLimitDifferSlightly() {
        assertThat(PodClassification.kubeQos(pod("100100u", "100200u"))).isEqualTo(KubeQos.BURSTABLE);
        assertThat(PodClassification.kubeQos(pod("100200u", "0.1002"))).isEqualTo(KubeQos.GUARANTEED);
    }

    private static Pod pod(String request, String limit) {
        return new PodBuilder()
                .withNewSpec()
                .addNewContainer()
                .withNewResources()
                .withRequests(Map.of("cpu", new Quantity(request), "memory", new Quantity("1Gi")))
                .withLimits(Map.of("cpu", new Quantity(limit), "memory", new Quantity("1024Mi")))
                .endResources()
                .endContainer()
                .endSpec()
                .build();
    }

    @Test
    void resourcesOfThePodAsAWholeDecideOnlyWhereThereAreAny() {
        Pod pod = pod("100m", "200m");
        pod.getSpec().setResources(new ResourceRequirements());
        assertThat(PodClassification.kubeQos(pod)).isEqualTo(KubeQos.BURSTABLE);

        pod.getSpec().getResources().setLimits(Map.of("hugepages-2Mi", new Quantity("2Mi")));
        assertThat(PodClassification.kubeQos(pod)).isEqualTo(KubeQos.BEST_EFFORT);

        Map<String, Quantity> all = Map.of("cpu", new Quantity("1"), "memory", new Quantity("1Gi"));
        pod.getSpec().getResources().setLimits(all);
        pod.getSpec().getResources().setRequests(all);
        assertThat(PodClassification.kubeQos(pod)).isEqualTo(KubeQos.GUARANTEED);
    }
}
