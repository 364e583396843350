package io.koordbridge.api.nodecheck;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import org.junit.jupiter.api.Test;

class UnknownConstraintTest {

    @Test
    void saysWhatItLeavesToKubeScheduler() {
        Pod pod = new PodBuilder()
                .withNewSpec()
                .addNewVolume()
                .withNewPersistentVolumeClaim("data", false)
                .endVolume()
                .addNewTopologySpreadConstraint()
                .withWhenUnsatisfiable("DoNotSchedule")
                .endTopologySpreadConstraint()
                .addNewResourceClaim()
                .endResourceClaim()
                .withNewAffinity()
                .withNewPodAntiAffinity()
                .addNewRequiredDuringSchedulingIgnoredDuringExecution()
                .endRequiredDuringSchedulingIgnoredDuringExecution()
                .endPodAntiAffinity()
                .endAffinity()
                .endSpec()
                .build();
        Pod simple = new PodBuilder()
                .withNewSpec()
                .addNewVolume()
                .withNewEmptyDir()
                .endEmptyDir()
                .endVolume()
                .endSpec()
                .build();

        assertThat(PodConstraints.of(pod).unknown()).containsExactlyInAnyOrder(UnknownConstraint.values());
        assertThat(PodConstraints.of(simple).unknown()).isEmpty();
    }
}
