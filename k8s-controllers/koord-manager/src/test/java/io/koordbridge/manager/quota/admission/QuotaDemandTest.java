package io.koordbridge.manager.quota.admission;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class QuotaDemandTest {

    private static final Instant NOW = Instant.parse("2026-07-01T12:00:00Z");

    @Test
    void countsRenamedResourcesAndSkipsErasedOnes() {
        Pod pod = pod("cpu:kubernetes.io/batch-cpu,memory:taken,nvidia.com/gpu:");

        assertThat(QuotaDemand.of(pod, true, false, NOW).text())
                .isEqualTo("kubernetes.io/batch-cpu=1500,memory=1Gi,taken=7");
        assertThat(QuotaDemand.of(pod, false, false, NOW).text())
                .isEqualTo("cpu=1500m,memory=1Gi,nvidia.com/gpu=1,taken=7");
    }

    @Test
    void rulesWithoutColonMeanNothing() {
        assertThat(QuotaDemand.of(pod("cpu,:x,"), true, false, NOW).names()).contains("cpu", "memory");
    }

    @Test
    void aPodPastItsGracePeriodTakesNothing() {
        Pod pod = new PodBuilder(pod(""))
                .editMetadata()
                .withDeletionTimestamp("2026-07-01T11:59:00Z")
                .withDeletionGracePeriodSeconds(59L)
                .endMetadata()
                .build();

        assertThat(QuotaDemand.of(pod, false, false, NOW).isEmpty()).isTrue();
        assertThat(QuotaDemand.of(pod, false, false, NOW.minusSeconds(1)).isEmpty())
                .isFalse();
    }

    @Test
    void countsTheOverheadUnlessItIsToBeIgnored() {
        Pod pod = new PodBuilder(pod(""))
                .editSpec()
                .addToOverhead("cpu", new Quantity("250m"))
                .endSpec()
                .build();

        assertThat(QuotaDemand.of(pod, false, false, NOW).text()).startsWith("cpu=1750m,");
        assertThat(QuotaDemand.of(pod, false, true, NOW).text()).startsWith("cpu=1500m,");
    }

    /** Whoever creates a pod may write its status as well. */
    @Test
    void aForgedStatusMakesAPodNoSmaller() {
        Pod pod = new PodBuilder(pod(""))
                .editSpec()
                .withNodeName("n")
                .endSpec()
                .withNewStatus()
                .addNewCondition()
                .withType("PodResizePending")
                .withReason("Infeasible")
                .endCondition()
                .addNewContainerStatus()
                .withName("c")
                .withNewResources()
                .endResources()
                .endContainerStatus()
                .endStatus()
                .build();

        assertThat(QuotaDemand.of(pod, false, false, NOW).text()).startsWith("cpu=1500m,memory=1Gi");
        assertThat(QuotaDemand.of(pod, false, true, NOW).text()).startsWith("cpu=1500m,memory=1Gi");
    }

    private static Pod pod(String replacements) {
        return new PodBuilder()
                .withNewMetadata()
                .addToAnnotations("pod.koordinator.sh/replace-resources", replacements)
                .endMetadata()
                .withNewSpec()
                .addNewContainer()
                .withName("c")
                .withNewResources()
                .withRequests(Map.of(
                        "cpu", new Quantity("1500m"),
                        "memory", new Quantity("1Gi"),
                        "taken", new Quantity("7"),
                        "nvidia.com/gpu", new Quantity("1")))
                .endResources()
                .endContainer()
                .endSpec()
                .build();
    }
}
