package io.koordbridge.scheduler.extender;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.koordbridge.scheduler.Samples;
import io.koordbridge.scheduler.view.AnswerBoards;
import io.koordbridge.scheduler.view.Assumption;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.Hold;
import io.koordbridge.scheduler.view.NodeFactsReader;
import io.koordbridge.scheduler.view.PodFacts;
import io.koordbridge.scheduler.view.PodFactsReader;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OneNodeTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final ClusterLedger ledger = new ClusterLedger();
    private final OneNode oneNode = new OneNode(ledger, Samples.plugins(), Clock.fixed(NOW, ZoneOffset.UTC));

    @Test
    void theBestNodeIsChosenAndItsRoomIsKept() {
        node("small", 4_000);
        node("large", 16_000);
        PodFacts pod = waits(Samples.batchPod("p", 2_000, "1Gi"));

        assertThat(choose(pod, "small", "large")).contains("large");

        assertThat(ledger.assumptions()).singleElement().satisfies(kept -> {
            assertThat(kept.node()).isEqualTo("large");
            assertThat(kept.hold().owner()).isEqualTo(Hold.Owner.FILTER);
            assertThat(kept.checkAt()).isEqualTo(NOW.plusSeconds(30));
        });
    }

    @Test
    void twoPodsAreNeverOfferedTheSameRoom() {
        node("a", 2_000);
        node("b", 2_000);

        Optional<String> first = choose(waits(Samples.batchPod("p", 2_000, "1Gi")), "a", "b");
        Optional<String> second = choose(waits(Samples.batchPod("q", 2_000, "1Gi")), "a", "b");

        assertThat(List.of(first.orElseThrow(), second.orElseThrow())).containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void theNextBestIsChosenWhenTheBestHasFilledUp() {
        node("a", 4_000);
        node("b", 2_000);
        PodFacts pod = waits(Samples.batchPod("p", 2_000, "1Gi"));
        BestNodes passed = passed(pod, "a", "b");
        ledger.podSeen(Samples.boundFacts(Samples.batchPod("quick", 4_000, "1Gi"), "a"));

        assertThat(oneNode.choose(pod, passed)).contains("b");
    }

    @Test
    void aBindTakesThePlaceOfTheHold() {
        node("a", 2_000);
        PodFacts pod = waits(Samples.batchPod("p", 2_000, "1Gi"));
        choose(pod, "a");

        ledger.assume(pod, "a", NOW.plusSeconds(60), view -> Samples.plugins().place(pod, view));

        assertThat(ledger.assumptions())
                .extracting(Assumption::hold)
                .extracting(Hold::owner)
                .containsExactly(Hold.Owner.BIND);
    }

    @Test
    void theNextFilterOfThePodGivesTheHoldUpAndNoBind() {
        node("a", 2_000);
        PodFacts pod = waits(Samples.batchPod("p", 2_000, "1Gi"));
        choose(pod, "a");

        oneNode.release(pod);
        assertThat(ledger.assumptions()).isEmpty();

        Samples.assume(ledger, pod, "a", NOW.plusSeconds(60));
        oneNode.release(pod);
        assertThat(ledger.assumptions()).hasSize(1);
    }

    @Test
    void aPodThatNoEventHasShownKeepsNoRoom() {
        node("a", 2_000);

        assertThat(choose(Samples.batchPodFacts("p", 1_000, "1Gi"), "a")).isEmpty();
        assertThat(ledger.assumptions()).isEmpty();
    }

    @Test
    void nodesThatScoreTheSameAreChosenByTheirRoomForCpuAndMemory() {
        node("a", 0);
        node("b", 0);
        ledger.podSeen(Samples.boundFacts(Samples.pod("running", Map.of("cpu", "4")), "a"));

        assertThat(choose(waits(Samples.pod("p", Map.of("cpu", "1"))), "a", "b"))
                .contains("b");
        assertThat(choose(waits(Samples.pod("q", Map.of("memory", "1Gi"))), "a", "b"))
                .contains("b");
    }

    @Test
    void aNodeWithATaintThatMakesItLessWelcomeComesLast() {
        node("a", 2_000);
        Node soft = new NodeBuilder(Samples.node("soft", 16_000, "32Gi", Map.of()))
                .withNewSpec()
                .addNewTaint("PreferNoSchedule", "old", null, "yes")
                .endSpec()
                .build();
        ledger.nodeSeen(NodeFactsReader.read(soft, null));

        assertThat(choose(waits(Samples.batchPod("p", 1_000, "1Gi")), "a", "soft"))
                .contains("a");
        Pod tolerant = new PodBuilder(Samples.batchPod("q", 1_000, "1Gi"))
                .editSpec()
                .addNewToleration()
                .withKey("old")
                .withOperator("Exists")
                .endToleration()
                .endSpec()
                .build();
        assertThat(choose(waits(tolerant), "a", "soft")).contains("soft");
    }

    @ParameterizedTest
    @ValueSource(strings = {"affinity", "spread", "port", "claim", "replica", "resource claim"})
    void whereKubeSchedulerKnowsMoreItChooses(String why) {
        node("a", 2_000);

        assertThat(choose(waits(podWith(why)), "a")).isEmpty();
    }

    private static Pod podWith(String why) {
        PodBuilder pod = new PodBuilder(Samples.batchPod("p", 1_000, "1Gi"));
        return switch (why) {
            case "affinity" ->
                pod.editSpec().withAffinity(new Affinity()).endSpec().build();
            case "spread" ->
                pod.editSpec()
                        .addNewTopologySpreadConstraint()
                        .withMaxSkew(1)
                        .withTopologyKey("zone")
                        .withWhenUnsatisfiable("ScheduleAnyway")
                        .endTopologySpreadConstraint()
                        .endSpec()
                        .build();
            case "port" ->
                pod.editSpec()
                        .editFirstContainer()
                        .addNewPort()
                        .withContainerPort(80)
                        .withHostPort(80)
                        .endPort()
                        .endContainer()
                        .endSpec()
                        .build();
            case "claim" ->
                pod.editSpec()
                        .addNewVolume()
                        .withName("v")
                        .withNewPersistentVolumeClaim("c", false)
                        .endVolume()
                        .endSpec()
                        .build();
            case "replica" ->
                pod.editMetadata()
                        .addNewOwnerReference()
                        .withKind("ReplicaSet")
                        .withName("r")
                        .endOwnerReference()
                        .endMetadata()
                        .build();
            default ->
                pod.editSpec()
                        .addNewResourceClaim()
                        .withName("r")
                        .endResourceClaim()
                        .endSpec()
                        .build();
        };
    }

    private Optional<String> choose(PodFacts pod, String... names) {
        return oneNode.choose(pod, passed(pod, names));
    }

    private BestNodes passed(PodFacts pod, String... names) {
        return FilterVerb.verdict(
                        new ExtenderArguments(pod, List.of(names)),
                        new AnswerBoards(ledger.answerBudget(), Samples.plugins()::answer)
                                .of(pod.shape(), ledger.view()),
                        FilterVerb.Refusals.NEVER_PREEMPT,
                        new Patience(Duration.ofSeconds(5), () -> 0))
                .passed();
    }

    private void node(String name, long batchCpuMilli) {
        ledger.nodeSeen(Samples.nodeFacts(name, batchCpuMilli, "32Gi"));
    }

    private PodFacts waits(Pod pod) {
        ledger.podSeen(PodFactsReader.read(pod));
        return ledger.pendingPod("jobs", pod.getMetadata().getName()).orElseThrow();
    }
}
