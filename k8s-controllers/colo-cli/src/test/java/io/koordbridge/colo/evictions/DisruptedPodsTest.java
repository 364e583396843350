package io.koordbridge.colo.evictions;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.colo.evictions.Eviction.Freed;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DisruptedPodsTest {

    private static Pod pod(String status, Map<String, Quantity> requests) {
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace("shop")
                .withName("etl-1")
                .addNewOwnerReference()
                .withController(true)
                .withKind("Job")
                .withName("etl")
                .endOwnerReference()
                .endMetadata()
                .withNewSpec()
                .withNodeName("worker-1")
                .addNewContainer()
                .withName("main")
                .withNewResources()
                .withRequests(requests)
                .endResources()
                .endContainer()
                .endSpec()
                .withNewStatus()
                .withPhase("Failed")
                .addNewCondition()
                .withType("DisruptionTarget")
                .withStatus(status)
                .withReason("TerminationByKubelet")
                .withMessage("The node was low on resource: memory.")
                .withLastTransitionTime("2026-11-21T10:00:00Z")
                .endCondition()
                .endStatus()
                .build();
    }

    @Test
    void saysWhoseItWasAndWhatItFreed() {
        Map<String, Quantity> batch = Map.of(
                "kubernetes.io/batch-cpu", new Quantity("500"), "kubernetes.io/batch-memory", new Quantity("1Gi"));

        assertThat(DisruptedPods.read(pod("True", batch)))
                .containsExactly(new Eviction(
                        Instant.parse("2026-11-21T10:00:00Z"),
                        "worker-1",
                        "pod",
                        "shop/etl-1",
                        "Job/etl",
                        "TerminationByKubelet",
                        "kubelet",
                        "The node was low on resource: memory.",
                        new Freed(500L, 1L << 30)));
    }

    @Test
    void requestsOfOtherClassesCountToo() {
        assertThat(DisruptedPods.read(pod("True", Map.of("cpu", new Quantity("1500m")))))
                .extracting(Eviction::freed)
                .containsExactly(new Freed(1_500L, null));
    }

    @Test
    void aPodWithoutTheConditionIsNotOne() {
        assertThat(DisruptedPods.read(pod("False", Map.of()))).isEmpty();
        assertThat(DisruptedPods.read(new Pod())).isEmpty();
    }
}
