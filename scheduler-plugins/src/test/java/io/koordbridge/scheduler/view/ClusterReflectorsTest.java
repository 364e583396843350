package io.koordbridge.scheduler.view;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.koordbridge.kube.cache.StrippedStore;
import io.koordbridge.kube.event.EventRecorder;
import io.koordbridge.kube.event.ObjectWarnings;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.scheduler.Samples;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ClusterReflectorsTest {

    private final ClusterLedger ledger = new ClusterLedger();
    private final KubernetesClient client = new KubernetesClientBuilder()
            .withConfig(new ConfigBuilder()
                    .withMasterUrl("http://127.0.0.1:1")
                    .withRequestRetryBackoffLimit(0)
                    .build())
            .build();
    private final EventRecorder events =
            new EventRecorder(client, "koord-scheduler", Clock.systemUTC(), new MetricRegistry());
    private final StrippedStore<Pod> pods = ClusterReflectors.pods(ledger, new ObjectWarnings(events), List.of());

    @BeforeEach
    void twoNodes() {
        ledger.nodeSeen(Samples.nodeFacts("n1", 4_000, "8Gi"));
        ledger.nodeSeen(Samples.nodeFacts("n2", 4_000, "8Gi"));
    }

    @AfterEach
    void close() {
        events.close();
        client.close();
    }

    private void put(Pod pod) {
        pods.put(pods.getKey(pod), pod);
    }

    private long requested(String node) {
        return ledger.view().node(node).orElseThrow().requested().get(ResourceNames.BATCH_CPU);
    }

    private static Pod bound(String uid, String node) {
        return new PodBuilder(Samples.bound(Samples.batchPod("web-0", 1_000, "1Gi"), node))
                .editMetadata()
                .withUid(uid)
                .endMetadata()
                .build();
    }

    @Test
    void aPodThatTookThePlaceOfAnotherOfItsNameCountsAlone() {
        put(bound("first", "n1"));
        put(bound("second", "n2"));

        assertThat(requested("n1")).isZero();
        assertThat(requested("n2")).isEqualTo(1_000);

        pods.remove("jobs/web-0");
        assertThat(requested("n2")).isZero();
    }

    @Test
    void aPodThatCannotBeReadLeavesWhatIsKnownOfIt() {
        put(bound("first", "n1"));

        put(Samples.bound(
                new PodBuilder(Samples.pod("web-0", Map.of(ResourceNames.BATCH_CPU, "many")))
                        .editMetadata()
                        .withUid("first")
                        .endMetadata()
                        .build(),
                "n1"));

        assertThat(requested("n1")).isEqualTo(1_000);
    }

    @Test
    void aWaitingPodThatIsGoneWaitsNoMore() {
        put(Samples.batchPod("web-0", 1_000, "1Gi"));
        assertThat(ledger.pendingPods()).isEqualTo(1);

        pods.remove("jobs/web-0");

        assertThat(ledger.pendingPods()).isZero();
    }

    private static Pod resized(String spec, String allocated, String actual) {
        return new PodBuilder(Samples.bound(Samples.pod("web-0", Map.of(ResourceNames.CPU, spec)), "n1"))
                .withNewStatus()
                .addNewContainerStatus()
                .withName("main")
                .addToAllocatedResources(ResourceNames.CPU, new Quantity(allocated))
                .withNewResources()
                .addToRequests(ResourceNames.CPU, new Quantity(actual))
                .endResources()
                .endContainerStatus()
                .endStatus()
                .build();
    }

    /** Only the status changes once the kubelet has acted. */
    @Test
    void aResizedPodCountsAsTheKubeletSaysAndItsNodeChanges() {
        List<String> changed = new ArrayList<>();
        ledger.onChange((node, before) -> changed.add(node));
        put(resized("4", "4", "4"));
        put(resized("1", "4", "4"));
        assertThat(ledger.view().node("n1").orElseThrow().requested().get(ResourceNames.CPU))
                .isEqualTo(4_000);
        changed.clear();

        put(resized("1", "1", "1"));

        assertThat(changed).containsExactly("n1");
        assertThat(ledger.view().node("n1").orElseThrow().requested().get(ResourceNames.CPU))
                .isEqualTo(1_000);
    }
}
