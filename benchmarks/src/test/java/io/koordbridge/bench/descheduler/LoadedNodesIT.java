package io.koordbridge.bench.descheduler;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.testkit.prerequisite.Prerequisite;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("long")
class LoadedNodesIT {

    @Test
    void someNodesAreOverloadedAndEachPodHasAnOwner() {
        Prerequisite.require(
                RealControlPlane.available(), RealControlPlane.missing().orElse(""));

        try (LoadedNodes nodes =
                LoadedNodes.start(new DeschedulerOptions(6, 5, 2, 1, Optional.empty()), progress -> {})) {
            KubernetesClient client = nodes.controlPlane().client();
            List<Pod> pods = client.pods().inNamespace("default").list().getItems();
            Set<String> owners = client.apps().replicaSets().inNamespace("default").list().getItems().stream()
                    .map(set -> set.getMetadata().getUid())
                    .collect(Collectors.toSet());

            assertThat(pods).hasSize(30);
            assertThat(pods)
                    .allMatch(pod -> owners.contains(
                            pod.getMetadata().getOwnerReferences().get(0).getUid()));
            assertThat(client.resources(NodeMetric.class).list().getItems())
                    .hasSize(6)
                    .filteredOn(report -> usage(report).equals("280m"))
                    .extracting(report -> report.getMetadata().getName())
                    .containsExactlyInAnyOrder("node-00000", "node-00001");
        }
    }

    private static String usage(NodeMetric report) {
        return Objects.requireNonNull(Objects.requireNonNull(report.getStatus().podsMetric())
                        .get(0)
                        .podUsage())
                .resources()
                .get("cpu")
                .toString();
    }
}
