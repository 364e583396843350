package io.koordbridge.koordlet.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.koordbridge.koordlet.kubepods.NodeView;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.kubepods.PodInfos;
import io.koordbridge.koordlet.lastknown.LastKnownFile;
import io.koordbridge.kube.event.EventRecorder;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SystemPodsTest {

    private static final String ADVICE =
            "kube-system/kube-proxy: no requests, so they run in the best-effort tier and are"
                    + " suppressed with it; give them CPU requests, or leave the tier a floor by cpuSuppressMinPercent";

    @TempDir
    private Path temp;

    private static PodInfo pod(String namespace, String name, String labels, String kubeQos, String phase) {
        return PodInfos.of(
                Serialization.unmarshal("""
                metadata: {namespace: %s, name: %s, uid: u, labels: {%s}}
                spec: {containers: [{name: m}]}
                status: {qosClass: %s, phase: %s}
                """.formatted(namespace, name, labels, kubeQos, phase), Pod.class),
                problem -> {});
    }

    private static List<PodInfo> pods() {
        return List.of(
                pod("kube-system", "kube-proxy", "", "BestEffort", "Running"),
                pod("kube-system", "coredns", "", "Burstable", "Running"),
                pod("kube-system", "ended", "", "BestEffort", "Succeeded"),
                pod("kube-system", "batch", "koordinator.sh/qosClass: BE", "BestEffort", "Running"),
                pod("shop", "plain", "", "BestEffort", "Running"));
    }

    @Test
    void namesPodsOfTheSystemThatSitInTheTierUnlabelled() {
        assertThat(SystemPods.inTier(pods())).containsExactly("kube-system/kube-proxy");
        assertThat(SystemPods.advice(SystemPods.inTier(pods()))).isEqualTo(ADVICE);
    }

    @Test
    void preflightNamesThoseThatWereKnownLast() throws IOException {
        new LastKnownFile(temp.resolve("audit"), problem -> {})
                .save(
                        new NodeView(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), pods()),
                        Instant.EPOCH);
        Path config = Files.writeString(temp.resolve("c.yaml"), "audit: {directory: %s/audit}".formatted(temp));
        StringWriter out = new StringWriter();
        PrintWriter printed = new PrintWriter(out);

        int code = new KoordletMain(printed, printed, Map.of())
                .execute("--preflight", "--config=" + config, "--cgroup-root=" + temp.resolve("none"));

        assertThat(out.toString()).contains("system pods      " + ADVICE);
        assertThat(code).isEqualTo(KoordletMain.FAILED);
    }

    @Test
    void anEventOfTheNodeSaysItOnce() {
        try (FakeCluster cluster = new FakeCluster();
                EventRecorder events =
                        new EventRecorder(cluster.client(), "koordlet", Clock.systemUTC(), new MetricRegistry())) {
            SystemPods system = new SystemPods(
                    events,
                    () -> new NodeBuilder()
                            .withNewMetadata()
                            .withName(FakeCluster.NODE)
                            .endMetadata()
                            .build());
            system.round(List.of());
            system.round(pods());
            system.round(pods());

            await().untilAsserted(() -> assertThat(cluster.client()
                            .v1()
                            .events()
                            .inAnyNamespace()
                            .list()
                            .getItems())
                    .singleElement()
                    .satisfies((Event event) -> {
                        assertThat(event.getReason()).isEqualTo("KoordletSuppressesSystemPods");
                        assertThat(event.getMessage()).isEqualTo(ADVICE);
                    }));
        }
    }
}
