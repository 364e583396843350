package io.koordbridge.scheduler.place.fit;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ContainerPortBuilder;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.scheduler.Samples;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.FitCode;
import io.koordbridge.scheduler.view.FitResult;
import io.koordbridge.scheduler.view.Hold;
import io.koordbridge.scheduler.view.NodeFactsReader;
import io.koordbridge.scheduler.view.PodFactsReader;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NodeFitTest {

    private final ClusterLedger ledger = new ClusterLedger();

    @Test
    void passesWhatFitsExactly() {
        node(Map.of());

        assertThat(check(Samples.batchPod("p", 4_000, "8Gi"))).isEqualTo(FitResult.FITS);
    }

    @Test
    void refusesWhatOnlyFitsOnceOthersLeave() {
        node(Map.of());
        ledger.podSeen(Samples.boundFacts(Samples.batchPod("running", 3_000, "1Gi"), "n1"));

        FitResult verdict = check(Samples.batchPod("p", 1_001, "1Gi"));

        assertThat(verdict.code()).isEqualTo(FitCode.UNSCHEDULABLE);
        assertThat(verdict.reasons()).containsExactly("Insufficient kubernetes.io/batch-cpu");
    }

    @Test
    void refusesForGoodWhatTheEmptyNodeCannotHold() {
        node(Map.of());

        FitResult verdict = check(Samples.batchPod("p", 5_000, "9Gi"));

        assertThat(verdict.code()).isEqualTo(FitCode.UNRESOLVABLE);
        assertThat(verdict.reasons())
                .containsExactly("Insufficient kubernetes.io/batch-cpu", "Insufficient kubernetes.io/batch-memory");
    }

    @Test
    void countsPlacementsUnderWay() {
        node(Map.of());
        Samples.assume(ledger, Samples.batchPodFacts("underway", 4_000, "1Gi"), "n1", Instant.EPOCH);

        assertThat(check(Samples.batchPod("p", 1, "1")).fits()).isFalse();
    }

    @Test
    void understandsTheDeprecatedNames() {
        node(Map.of());

        FitResult verdict = check(Samples.pod("p", Map.of("koordinator.sh/batch-cpu", "4001")));

        assertThat(verdict.reasons()).containsExactly("Insufficient kubernetes.io/batch-cpu");
    }

    @Test
    void keepsNativePodsAwayFromReservedCapacity() {
        node(Map.of(Annotations.NODE_RESERVATION, "{\"resources\":{\"cpu\":\"4\"}}"));

        assertThat(check(Samples.pod("fits", Map.of("cpu", "12"))).fits()).isTrue();
        FitResult verdict = check(Samples.pod("p", Map.of("cpu", "12001m")));

        assertThat(verdict.reasons()).containsExactly("Insufficient cpu beside the node's reservation");
    }

    @Test
    void leavesResourcesOfOthersToTheStockScheduler() {
        node(Map.of());

        assertThat(check(Samples.pod("p", Map.of("cpu", "500", "example.com/device", "3")))
                        .fits())
                .isTrue();
    }

    @Test
    void plainResourcesCountWhereRoomIsKept() {
        node(Map.of());
        hold(Samples.pod("gang", Map.of("cpu", "10", "memory", "60Gi", "example.com/device", "1")));

        assertThat(check(Samples.pod("fits", Map.of("cpu", "6", "memory", "4Gi"))))
                .isEqualTo(FitResult.FITS);
        assertThat(check(Samples.pod("p", Map.of("cpu", "6001m", "memory", "5Gi")))
                        .reasons())
                .containsExactly(
                        "Insufficient cpu beside room that is kept for other pods",
                        "Insufficient memory beside room that is kept for other pods");
        assertThat(check(Samples.pod("claims", Map.of("example.com/device", "3")))
                        .fits())
                .isTrue();
    }

    @Test
    void placesForPodsCountWhereRoomIsKept() {
        ledger.nodeSeen(NodeFactsReader.read(withPlaces(Samples.node("n1", 4_000, "8Gi", Map.of()), 2), null));
        hold(Samples.pod("gang", Map.of("cpu", "1")));
        assertThat(check(Samples.pod("p", Map.of("cpu", "1"))).fits()).isTrue();

        ledger.podSeen(Samples.boundFacts(Samples.pod("running", Map.of("cpu", "1")), "n1"));
        assertThat(check(Samples.pod("p", Map.of("cpu", "1"))).reasons())
                .containsExactly("Too many pods beside room that is kept for other pods");
    }

    @Test
    void everythingThatTheNodeOffersCountsAtTheMomentOfBinding() {
        ledger.nodeSeen(NodeFactsReader.read(withPlaces(Samples.node("n1", 4_000, "8Gi", Map.of()), 2), null));
        Pod web = Samples.pod("web", Map.of("cpu", "10"));
        web.getSpec()
                .getContainers()
                .get(0)
                .setPorts(List.of(new ContainerPortBuilder()
                        .withContainerPort(80)
                        .withHostPort(80)
                        .build()));
        assertThat(last(web)).isEqualTo(FitResult.FITS);

        ledger.podSeen(Samples.boundFacts(web, "n1"));
        assertThat(last(Samples.pod("p", Map.of("cpu", "6", "example.com/device", "1"))))
                .isEqualTo(FitResult.FITS);
        assertThat(last(Samples.pod("p", Map.of("cpu", "6001m"))).reasons()).containsExactly("Insufficient cpu");
        assertThat(last(web).reasons())
                .containsExactly("Insufficient cpu", "node(s) didn't have free ports for the requested pod ports");

        ledger.podSeen(Samples.boundFacts(Samples.pod("other", Map.of()), "n1"));
        assertThat(last(Samples.pod("p", Map.of())).reasons()).containsExactly("Too many pods");
    }

    @Test
    void countsExclusiveCpusOnAnAmplifiedNode() {
        node(Map.of(Annotations.NODE_AMPLIFICATION_RATIO, "{\"cpu\":2}"));
        Pod exclusive = Samples.bound(Samples.pod("exclusive", Map.of("cpu", "4")), "n1");
        exclusive.getMetadata().setLabels(Map.of("koordinator.sh/qosClass", "LSR"));
        exclusive.getMetadata().setAnnotations(Map.of(Annotations.POD_RESOURCE_STATUS, "{\"cpuset\":\"0-3\"}"));
        ledger.podSeen(PodFactsReader.read(exclusive));
        ledger.topologySeen("n1", Samples.topology(8));

        assertThat(check(Samples.pod("fits", Map.of("cpu", "8"))).fits()).isTrue();
        assertThat(check(Samples.pod("p", Map.of("cpu", "8001m"))).reasons())
                .containsExactly("Insufficient amplified cpu");
    }

    @Test
    void placesNoCpuWhereTheRatioIsUnreadable() {
        node(Map.of(Annotations.NODE_AMPLIFICATION_RATIO, "{"));

        assertThat(check(Samples.pod("p", Map.of("cpu", "1"))).code()).isEqualTo(FitCode.UNRESOLVABLE);
        assertThat(check(Samples.batchPod("batch", 1_000, "1Gi")).fits()).isTrue();
    }

    private void node(Map<String, String> annotations) {
        ledger.nodeSeen(NodeFactsReader.read(Samples.node("n1", 4_000, "8Gi", annotations), null));
    }

    private static Node withPlaces(Node node, int places) {
        node.getStatus().getAllocatable().put("pods", new Quantity(Integer.toString(places)));
        return node;
    }

    private void hold(Pod pod) {
        ledger.hold(
                PodFactsReader.read(pod),
                "n1",
                Instant.MAX,
                new Hold(Hold.Owner.GANG, "its gang"),
                view -> Samples.placed(PodFactsReader.read(pod)));
    }

    private FitResult last(Pod pod) {
        return NodeFit.last(PodFactsReader.read(pod), ledger.view().node("n1").orElseThrow());
    }

    private FitResult check(Pod pod) {
        return Samples.plugins()
                .answer(
                        PodFactsReader.read(pod).shape(),
                        ledger.view().node("n1").orElseThrow())
                .fit();
    }
}
