package io.koordbridge.api.pod;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PodRequestsTest {

    private static Container container(String cpu, String memory) {
        return new ContainerBuilder()
                .withNewResources()
                .addToRequests("cpu", new Quantity(cpu))
                .addToRequests("memory", new Quantity(memory))
                .endResources()
                .build();
    }

    private static Container sidecar(String cpu, String memory) {
        return new ContainerBuilder(container(cpu, memory))
                .withRestartPolicy("Always")
                .build();
    }

    private static Pod pod(List<Container> initContainers, Container... containers) {
        return new PodBuilder()
                .withNewSpec()
                .withInitContainers(initContainers)
                .withContainers(containers)
                .endSpec()
                .build();
    }

    @Test
    void sumsTheContainers() {
        Pod pod = pod(List.of(), container("250m", "1Gi"), container("1", "512Mi"), new Container());

        assertThat(PodRequests.milliCpu(pod)).isEqualTo(1_250);
        assertThat(PodRequests.memoryBytes(pod)).isEqualTo(1_536L << 20);
        assertThat(PodRequests.value(pod, "nvidia.com/gpu")).isZero();
    }

    @Test
    void takesTheLargestInitContainerWhenItNeedsMore() {
        Pod pod = pod(List.of(container("2", "128Mi"), container("3", "64Mi")), container("1", "1Gi"));

        assertThat(PodRequests.milliCpu(pod)).isEqualTo(3_000);
        assertThat(PodRequests.memoryBytes(pod)).isEqualTo(1L << 30);
    }

    @Test
    void addsSidecarsToTheSumAndToLaterInitContainers() {
        Pod pod = pod(
                List.of(container("3", "1Mi"), sidecar("500m", "1Mi"), container("3", "1Mi")), container("1", "1Mi"));

        // Containers and sidecar need 1.5 cores, the second init container runs beside the sidecar: 3.5 cores.
        assertThat(PodRequests.milliCpu(pod)).isEqualTo(3_500);
        assertThat(PodRequests.memoryBytes(pod)).isEqualTo(2L << 20);
    }

    @Test
    void replacesSumsByPodLevelRequestsAndAddsTheOverhead() {
        Pod pod = pod(List.of(), container("1", "1Gi"));
        pod.getSpec()
                .setResources(new ContainerBuilder()
                        .withNewResources()
                        .addToRequests("cpu", new Quantity("5"))
                        .endResources()
                        .build()
                        .getResources());
        pod.getSpec().setOverhead(Map.of("cpu", new Quantity("100m"), "memory", new Quantity("1Mi")));

        assertThat(PodRequests.of(pod).get("cpu")).isEqualByComparingTo(new BigDecimal("5.1"));
        assertThat(PodRequests.withoutOverhead(pod, ContainerRequests.counted(pod))
                        .get("cpu"))
                .isEqualByComparingTo(new BigDecimal("5"));
        assertThat(PodRequests.memoryBytes(pod)).isEqualTo((1L << 30) + (1L << 20));
    }

    @Test
    void requestsNothingWithoutASpecification() {
        assertThat(PodRequests.of(new Pod())).isEmpty();
        assertThat(PodRequests.milliCpu(new Pod())).isZero();
    }
}
