package io.koordbridge.koordlet.qos.batchresource;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.koordlet.kubepods.PodInfos;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BatchLimitRulesTest {

    private static BatchLimits limits(Map<String, String> limits, BatchLimitRules.NodeRule rule) {
        Map<String, Quantity> quantities = new HashMap<>();
        limits.forEach((name, amount) -> quantities.put(name, new Quantity(amount)));
        Pod pod = new PodBuilder()
                .withNewMetadata()
                .withName("p")
                .withUid("u1")
                .addToLabels("koordinator.sh/qosClass", "BE")
                .endMetadata()
                .withNewSpec()
                .addNewContainer()
                .withName("main")
                .withNewResources()
                .withLimits(quantities)
                .endResources()
                .endContainer()
                .endSpec()
                .build();
        return BatchLimitRules.limits(PodInfos.of(pod, problem -> {}), rule).orElseThrow();
    }

    @Test
    void batchCpuLeavesTheMemoryLimitOfTheKubeletInForce() {
        BatchLimits limits =
                limits(Map.of("kubernetes.io/batch-cpu", "1000", "memory", "256Mi"), BatchLimitRules.NodeRule.PLAIN);

        assertThat(limits.pod().memoryLimitBytes()).isEqualTo(256L << 20);
        assertThat(limits.containers().get("main").memoryLimitBytes()).isEqualTo(256L << 20);
        assertThat(limits.pod().quotaMicros()).isEqualTo(100_000);
    }

    @Test
    void batchMemoryLeavesTheQuotaOfTheKubeletInForce() {
        BatchLimits limits =
                limits(Map.of("kubernetes.io/batch-memory", "1Gi", "cpu", "500m"), BatchLimitRules.NodeRule.PLAIN);

        assertThat(limits.pod().quotaMicros()).isEqualTo(50_000);
        assertThat(limits.containers().get("main").quotaMicros()).isEqualTo(50_000);
    }

    @Test
    void theSmallerOfTwoLimitsHolds() {
        BatchLimits limits = limits(
                Map.of(
                        "kubernetes.io/batch-cpu", "2000",
                        "kubernetes.io/batch-memory", "128Mi",
                        "cpu", "1",
                        "memory", "1Gi"),
                BatchLimitRules.NodeRule.PLAIN);

        assertThat(limits.pod().quotaMicros()).isEqualTo(100_000);
        assertThat(limits.pod().memoryLimitBytes()).isEqualTo(128L << 20);
    }

    @Test
    void aQuotaOnTheTierLiftsOnlyTheQuotaOfBatchCpu() {
        BatchLimitRules.NodeRule tier = new BatchLimitRules.NodeRule(true, BatchLimitRules.NO_RATIO);

        assertThat(limits(Map.of("kubernetes.io/batch-cpu", "2000"), tier).pod().quotaMicros())
                .isEqualTo(-1);
        assertThat(limits(Map.of("kubernetes.io/batch-cpu", "2000", "cpu", "1"), tier)
                        .pod()
                        .quotaMicros())
                .isEqualTo(100_000);
    }
}
