package io.koordbridge.scheduler.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.koordbridge.kube.cache.StrippedStore;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.scheduler.Samples;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ClusterReflectorsTest {

    private final ClusterLedger ledger = new ClusterLedger();
    private final StrippedStore<Pod> pods = ClusterReflectors.pods(ledger, ClusterListener.NONE);

    @BeforeEach
    void twoNodes() {
        ledger.nodeSeen(Samples.nodeFacts("n1", 4_000, "8Gi"));
        ledger.nodeSeen(Samples.nodeFacts("n2", 4_000, "8Gi"));
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
}
