package io.koordbridge.descheduler.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.answers.DeschedulerPlanAnswer;
import io.koordbridge.answers.DeschedulerPlanAnswer.KeptPod;
import io.koordbridge.answers.DeschedulerPlanAnswer.NodeUse;
import io.koordbridge.answers.DeschedulerPlanAnswer.ResourceUse;
import io.koordbridge.answers.DeschedulerPlanAnswer.Victim;
import io.koordbridge.descheduler.decide.load.LoadClass;
import io.koordbridge.descheduler.decide.load.LoadMemory;
import io.koordbridge.descheduler.decide.load.LoadResult;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.run.EvictionRequest;
import io.koordbridge.descheduler.decide.run.PluginRun;
import io.koordbridge.descheduler.decide.run.RunResult;
import io.koordbridge.descheduler.decide.run.Verdict;
import io.koordbridge.descheduler.decide.scene.ScenePods;
import io.koordbridge.descheduler.decide.scene.SceneView;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlanAnswersTest {

    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
    private static final SceneView VIEW = new SceneView(NOW, List.of(), List.of());
    private static final LoadResult.OfResource CPU =
            new LoadResult.OfResource(8_000, 3_000, 10_000, 4_500, 7_500, 2_000, 5_000);

    private static PluginRun.Answer answer(String pod, Verdict verdict) {
        PodFacts facts = ScenePods.pod("shop", pod, change -> change);
        return new PluginRun.Answer(
                new EvictionRequest(facts, "LowNodeLoad", "cpu 80 % above 75 %", List.of("cold")), verdict);
    }

    private static RunResult run(List<PluginRun.Answer> answers) {
        return new RunResult(NOW, 2, List.of(new PluginRun("one", "LowNodeLoad", true, answers, Map.of(), 0, "")), "");
    }

    private static LoadResult load(LoadClass found, String note, LoadResult.OfPod... pods) {
        return new LoadResult(
                LoadMemory.EMPTY,
                "",
                List.of(new LoadResult.OfPool(
                        "default",
                        "",
                        List.of(new LoadResult.OfNode("n1", found, note, Map.of("cpu", CPU))),
                        List.of(pods))));
    }

    private static LoadResult.OfPod kept(String pod, String check) {
        PodFacts facts = ScenePods.pod("shop", pod, change -> change);
        return new LoadResult.OfPod(facts.ref(), "n1", false, check, "because", "");
    }

    private static DeschedulerPlanAnswer answer(RunResult run, LoadResult load) {
        return PlanAnswers.of(run, List.of(load), VIEW, false, "");
    }

    @Test
    void aNodeHasBothSidesOfEachResource() {
        NodeUse node =
                answer(run(List.of()), load(LoadClass.PROD_HIGH, "")).nodes().get(0);

        assertThat(node.pool()).isEqualTo("default");
        assertThat(node.state()).isEqualTo("prodHigh");
        assertThat(node.reason()).isNull();
        assertThat(node.resources())
                .containsExactly(
                        new ResourceUse("cpu", false, 8_000L, 10_000L, 4_500L, 7_500L),
                        new ResourceUse("cpu", true, 3_000L, 10_000L, 2_000L, 5_000L));
    }

    @Test
    void aNodeThatTakesNoPartSaysWhy() {
        NodeUse node = answer(run(List.of()), load(null, "its report is 200 s old"))
                .nodes()
                .get(0);

        assertThat(node.state()).isEqualTo("unknown");
        assertThat(node.reason()).isEqualTo("its report is 200 s old");
    }

    @Test
    void acceptedRequestsAreVictimsAndTheOthersStay() {
        RunResult run = run(List.of(
                answer("goes", Verdict.ALLOWED), answer("stays", Verdict.refused("MaxMigratingPerNode", "2 of 2"))));

        DeschedulerPlanAnswer answer = answer(run, load(LoadClass.HIGH, "", kept("low", "BelowThreshold")));

        assertThat(answer.victims())
                .containsExactly(new Victim("shop/goes", "n1", List.of("cold"), "LowNodeLoad", "cpu 80 % above 75 %"));
        assertThat(answer.kept())
                .containsExactly(
                        new KeptPod("shop/low", "n1", "BelowThreshold", "because"),
                        new KeptPod("shop/stays", "n1", "MaxMigratingPerNode", "2 of 2"));
        assertThat(answer.waitsFor()).isNull();
    }

    @Test
    void onlyTheFirstCheckOfAPodIsShown() {
        RunResult run = run(List.of(answer("stays", Verdict.refused("second", "2"))));

        assertThat(answer(run, load(LoadClass.HIGH, "", kept("stays", "first"))).kept())
                .extracting(KeptPod::check)
                .containsExactly("first");
    }

    @Test
    void moreLinesThanAnyoneReadsAreCut() {
        RunResult run = run(Collections.nCopies(2_500, answer("web", Verdict.ALLOWED)));

        assertThat(answer(run, load(LoadClass.NONE, "")).victims()).hasSize(2_000);
    }

    @Test
    void whileNoRunIsPossibleTheAnswerSaysWhatIsLacking() {
        DeschedulerPlanAnswer answer = PlanAnswers.waiting(NOW, true, "pods not read yet");

        assertThat(answer.waitsFor()).isEqualTo("pods not read yet");
        assertThat(answer.dryRun()).isTrue();
        assertThat(answer.time()).isEqualTo(NOW);
        assertThat(answer.victims()).isEmpty();
    }
}
