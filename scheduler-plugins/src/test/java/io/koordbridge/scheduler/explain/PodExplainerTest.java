package io.koordbridge.scheduler.explain;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.protocol.CpuSet;
import io.koordbridge.scheduler.Samples;
import io.koordbridge.scheduler.facts.numa.NumaHolding;
import io.koordbridge.scheduler.facts.numa.NumaQuantities;
import io.koordbridge.scheduler.plugin.Capabilities;
import io.koordbridge.scheduler.plugin.PodGate;
import io.koordbridge.scheduler.plugin.PodPlan;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.PodFacts;
import io.koordbridge.testkit.conformance.Json;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PodExplainerTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final ClusterLedger ledger = new ClusterLedger();
    private final Decisions decisions = new Decisions();
    private final PodExplainer explainer = new PodExplainer(
            ledger,
            decisions,
            new Capabilities(PodGate.OPEN, PodPlan.NONE, Samples.plugins(), pod -> List.of("scheduling gate: closed")),
            (namespace, name) -> "0/3 nodes are available");

    @Test
    void saysHowManyNodesRefusedAPodWhyAndWithWhichNumbers() {
        ledger.nodeSeen(Samples.nodeFacts("n1", 4_000, "8Gi"));
        ledger.podSeen(Samples.boundFacts(Samples.batchPod("running", 3_000, "1Gi"), "n1"));
        PodFacts pod = waiting("p");
        decisions.filtered(
                pod,
                FilterDecision.of(
                        NOW,
                        3,
                        1,
                        List.of(
                                Map.of(),
                                Map.of(
                                        "n1",
                                        "Insufficient kubernetes.io/batch-cpu",
                                        "n2",
                                        "Insufficient kubernetes.io/batch-cpu"))));

        JsonNode report = report("p");

        assertThat(report.path("state").textValue()).isEqualTo("waiting");
        assertThat(report.path("scheduler").textValue()).isEqualTo("0/3 nodes are available");
        assertThat(report.at("/gate/0").textValue()).isEqualTo("scheduling gate: closed");
        assertThat(report.at("/filter/candidates").intValue()).isEqualTo(3);
        assertThat(report.at("/filter/fitting").intValue()).isEqualTo(1);
        assertThat(report.at("/filter/refused/0/nodes").intValue()).isEqualTo(2);
        assertThat(report.at("/filter/refused/0/wokenBy").textValue()).contains("a pod that leaves");
        String example = report.at("/filter/refused/0/example/node").textValue();
        assertThat(example).isIn("n1", "n2");
    }

    @Test
    void saysWhyNodesDoNotTakeAPodThatWasNeverFiltered() {
        ledger.nodeSeen(Samples.nodeFacts("n1", 1_000, "8Gi"));
        ledger.nodeSeen(Samples.nodeFacts("n2", 4_000, "8Gi"));
        waiting("p");

        JsonNode nodes = report("p").path("nodes");

        assertThat(nodes.path("nodes").intValue()).isEqualTo(2);
        assertThat(nodes.path("fitting").intValue()).isEqualTo(1);
        assertThat(nodes.path("refused")
                        .path("not enough kubernetes.io/batch-cpu")
                        .intValue())
                .isEqualTo(1);
    }

    @Test
    void showsTheNumbersOfTheExample() {
        ledger.nodeSeen(Samples.nodeFacts("n1", 4_000, "8Gi"));
        ledger.podSeen(Samples.boundFacts(Samples.batchPod("running", 3_000, "1Gi"), "n1"));
        PodFacts pod = waiting("p");
        decisions.filtered(
                pod, FilterDecision.of(NOW, 1, 0, List.of(Map.of("n1", "Insufficient kubernetes.io/batch-cpu"))));

        JsonNode cpu = report("p").at("/filter/refused/0/example/resources").path("kubernetes.io/batch-cpu");

        assertThat(cpu.toString()).isEqualTo("{\"pod\":2000,\"requested\":3000,\"allocatable\":4000,\"free\":1000}");
    }

    @Test
    void saysWhyTheChosenNodeWonAndWhatThePodGot() {
        PodFacts pod = waiting("p");
        decisions.filtered(pod, FilterDecision.of(NOW, 1, 1, List.of()));
        decisions.bindEnded(
                pod,
                new BindDecision(
                        NOW,
                        "n1",
                        true,
                        "",
                        Map.of("balance", 70L),
                        new NumaHolding(CpuSet.parse("0-1"), "", NumaQuantities.NONE)));

        JsonNode report = report("p");

        assertThat(report.path("state").textValue()).isEqualTo("bound");
        assertThat(report.path("node").textValue()).isEqualTo("n1");
        assertThat(report.at("/bind/scores/balance").longValue()).isEqualTo(70);
        assertThat(report.at("/bind/cpus").textValue()).isEqualTo("0-1");
    }

    @Test
    void forgetsAllButTheLastThousandThatWereBound() {
        for (int i = 0; i < 1_200; i++) {
            PodFacts pod = Samples.batchPodFacts("p" + i, 500, "1Gi");
            decisions.filtered(pod, FilterDecision.of(NOW, 1, 1, List.of()));
            decisions.bindEnded(pod, new BindDecision(NOW, "n1", true, "", Map.of(), NumaHolding.NONE));
        }

        assertThat(decisions.find("jobs/p199")).isEmpty();
        assertThat(decisions.find("jobs/p200")).isPresent();
        assertThat(explainer.explain("jobs", "p199")).isEmpty();
    }

    @Test
    void aReplacementOfThePodInheritsNothing() {
        decisions.filtered(
                Samples.batchPodFacts("p", 500, "1Gi"), FilterDecision.of(NOW, 1, 0, List.of(Map.of("n1", "full"))));
        PodFacts other = Samples.batchPodFacts("p", 500, "1Gi");
        ledger.podSeen(new PodFacts(
                "uid-of-another",
                other.namespace(),
                other.name(),
                null,
                false,
                other.wishes(),
                other.times(),
                other.shape(),
                Map.of()));

        assertThat(report("p").path("filter").isObject()).isFalse();
    }

    private PodFacts waiting(String name) {
        PodFacts pod = Samples.batchPodFacts(name, 2_000, "1Gi");
        ledger.podSeen(pod);
        return pod;
    }

    private JsonNode report(String name) {
        return Json.tree(explainer.explain("jobs", name).orElseThrow());
    }
}
