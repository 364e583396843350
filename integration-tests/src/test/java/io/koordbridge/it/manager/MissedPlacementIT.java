package io.koordbridge.it.manager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.lab.manager.ManagerOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pods that a profile of nothing but a patch should have placed: what the API server makes of such a patch is recognized. */
@Tag("long")
class MissedPlacementIT {

    private static final Duration WITHIN_A_MINUTE = Duration.ofSeconds(60);
    private static final String PROFILE = """
            apiVersion: config.koordinator.sh/v1alpha1
            kind: ClusterColocationProfile
            metadata: {name: placing}
            spec:
              selector: {matchLabels: {job: batch}}
              patch:
                spec:
                  nodeSelector: {pool: batch, node.kubernetes.io/instance-type: "8"}
                  tolerations: [{key: batch, operator: Exists}]
                  hostNetwork: false
                  terminationGracePeriodSeconds: 5
                  dnsConfig: {options: [{name: ndots, value: "1"}]}
                  automountServiceAccountToken: false
                  volumes: [{name: scratch, emptyDir: {sizeLimit: 1024Mi}}]
                  containers:
                  - name: main
                    image: example.invalid/other
                    env: [{name: MODE, value: batch}, {name: EMPTY, value: ""}]
                    volumeMounts: [{name: scratch, mountPath: /scratch, readOnly: false}]
                    resources: {requests: {cpu: 2000m}}
            """;

    @TempDir
    private Path directory;

    @Test
    void aPodIsReportedWithTheFieldThatThePatchWouldHaveSetAndOneThatWasPlacedIsNot() throws Exception {
        RealControlPlane controlPlane = ControlPlaneGate.share();
        KubernetesClient client = controlPlane.client();
        ManagerCluster cluster = new ManagerCluster(controlPlane);
        controlPlane.createNamespace("team");
        cluster.load(PROFILE);
        ChartEntries entries = new ChartEntries(client);
        entries.register(List.of());
        try (ManagerUnderTest manager =
                ManagerUnderTest.start(ManagerOptions.of("koord-manager", controlPlane.kubeconfig(), directory))) {
            entries.awaitInForce();
            ManagerCluster.awaitAnswer(() -> isPlaced(dryRun(client)));
            assertThat(isPlaced(client.resource(pod("placed")).create())).isTrue();
            entries.removeMutating();
            ManagerCluster.awaitAnswer(() -> !isPlaced(dryRun(client)));

            // The younger one: when it is reported, the other one was looked at.
            client.resource(pod("missed")).create();

            await().atMost(WITHIN_A_MINUTE)
                    .untilAsserted(() -> assertThat(cluster.misses("missed"))
                            .singleElement()
                            .satisfies(event -> assertThat(event.getMessage())
                                    .contains("[placing] match this pod but spec.containers is not")));
            assertThat(cluster.misses("placed")).isEmpty();
            assertThat(manager.metric("koord_manager_missed_pods")).isEqualTo(1);
            client.pods()
                    .inNamespace("team")
                    .withName("missed")
                    .withGracePeriod(0)
                    .delete();
            await().until(() -> manager.metric("koord_manager_missed_pods") == 0);
        }
    }

    private static Pod pod(String name) {
        return ManagerCluster.pod("team", name);
    }

    private static Pod dryRun(KubernetesClient client) {
        return client.resource(pod("probe")).dryRun().create();
    }

    private static boolean isPlaced(Pod pod) {
        return pod.getSpec().getNodeSelector().containsKey("pool");
    }
}
