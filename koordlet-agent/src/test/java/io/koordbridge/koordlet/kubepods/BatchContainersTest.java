package io.koordbridge.koordlet.kubepods;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.koordbridge.koordlet.kubepods.BatchContainer.PlainLimits;
import io.koordbridge.koordlet.kubepods.BatchContainer.Role;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BatchContainersTest {

    private static final Map<String, Quantity> BATCH =
            Map.of("kubernetes.io/batch-cpu", new Quantity("1000"), "kubernetes.io/batch-memory", new Quantity("1Gi"));

    private static Container container(String name, String restartPolicy, Map<String, Quantity> limits) {
        return new ContainerBuilder()
                .withName(name)
                .withRestartPolicy(restartPolicy)
                .withNewResources()
                .withLimits(limits)
                .endResources()
                .build();
    }

    private static Pod pod(List<Container> init, Container... main) {
        return new PodBuilder()
                .withNewMetadata()
                .withName("p")
                .endMetadata()
                .withNewSpec()
                .withInitContainers(init)
                .withContainers(main)
                .withOverhead(Map.of("cpu", new Quantity("250m"), "memory", new Quantity("1Mi")))
                .endSpec()
                .build();
    }

    @Test
    void allContainersOfABatchPodAreThereWithTheirRoles() {
        Pod pod = pod(
                List.of(container("setup", null, BATCH), container("mesh", "Always", BATCH)),
                container("main", null, BATCH),
                container("proxy", null, Map.of("cpu", new Quantity("500m"))));

        assertThat(BatchContainers.of(pod))
                .extracting(one -> one.name() + " " + one.role() + " " + one.asks())
                .containsExactly("setup INIT true", "mesh SIDECAR true", "main MAIN true", "proxy MAIN false");
        assertThat(BatchContainers.of(pod).get(3).plain()).isEqualTo(new PlainLimits(500, 0));
        assertThat(BatchContainers.of(pod).get(0).role()).isEqualTo(Role.INIT);
        assertThat(BatchContainers.overhead(pod)).isEqualTo(new PlainLimits(250, 1 << 20));
    }

    @Test
    void aPlainPodHasItsContainersUnlessItIsLimitedAsAWhole() {
        Pod plain = pod(List.of(), container("main", null, Map.of("cpu", new Quantity("1"))));

        assertThat(BatchContainers.of(plain))
                .extracting(one -> one.asks() + " " + one.plain().milliCpu())
                .containsExactly("false 1000");
        plain.getSpec().setResources(new ResourceRequirements());
        assertThat(BatchContainers.of(plain)).isEmpty();
    }

    @Test
    void absurdAmountsStayWithinWhatSumsCanHold() {
        Map<String, Quantity> absurd = Map.of(
                "kubernetes.io/batch-cpu", new Quantity("9223372036854775807"),
                "kubernetes.io/batch-memory", new Quantity("-5"));

        BatchContainer container = BatchContainers.of(pod(List.of(), container("main", null, absurd)))
                .get(0);

        assertThat(container.batch().limitMilliCpu()).isEqualTo(1_000_000_000L);
        assertThat(container.batch().limitBytes()).isZero();
    }
}
