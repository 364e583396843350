package io.koordbridge.descheduler.decide.run;

import static io.koordbridge.descheduler.decide.scene.ScenePods.on;
import static io.koordbridge.descheduler.decide.scene.ScenePods.pod;
import static io.koordbridge.descheduler.decide.scene.SceneView.node;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.koordbridge.api.document.text.CompiledSelector;
import io.koordbridge.descheduler.decide.limit.RunLimits;
import io.koordbridge.descheduler.decide.node.NodeFacts;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.scene.SceneView;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DeschedulingRunTest {

    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");

    private final List<PodFacts> pods = List.of(
            pod("d", "a", on("n1")), pod("d", "b", on("n1")), pod("e", "c", on("n2")), pod("e", "broken", on("n2")));
    private final SceneView view =
            new SceneView(NOW, List.of(node("n1", Map.of("pool", "x")), node("n2", Map.of())), pods);
    private final Accepting accepting = new Accepting();

    /** Accepts all but a pod that it cannot judge. */
    private static final class Accepting implements Evictor {

        private final List<String> written = new ArrayList<>();

        @Override
        public Verdict filter(PodFacts pod) {
            if (pod.ref().name().equals("broken")) {
                throw new IllegalStateException("no such owner");
            }
            return Verdict.ALLOWED;
        }

        @Override
        public Verdict preEvictionFilter(PodFacts pod) {
            return filter(pod);
        }

        @Override
        public Verdict evict(EvictionRequest request) {
            Verdict verdict = filter(request.pod());
            written.add(request.pod().ref().key());
            return verdict;
        }
    }

    /** Requests every pod of its nodes that passes the filter. */
    private record Everything(String name) implements RunPlugin {

        @Override
        public void run(RunView view, List<NodeFacts> nodes, Evictor evictor) {
            for (NodeFacts node : nodes) {
                for (PodFacts pod : view.podsOn(node.name())) {
                    if (evictor.filter(pod).allowed()) {
                        evictor.evict(new EvictionRequest(pod, name, "because", List.of()));
                    }
                }
            }
        }
    }

    private record Failing(String name) implements RunPlugin {

        @Override
        public void run(RunView view, List<NodeFacts> nodes, Evictor evictor) {
            throw new IllegalArgumentException("bad sum");
        }
    }

    private RunResult run(RunLimits limits, RunProfile... profiles) {
        RunSettings settings = new RunSettings(CompiledSelector.ABSENT, limits, List.of(profiles));
        EvictorSource source = (profile, pretend) -> pretend ? new PretendingEvictor(accepting) : accepting;
        return new DeschedulingRun(settings, source, node -> node.equals("n2") ? 1 : 0).run(view);
    }

    private static RunProfile profile(String name, List<RunProfile.Step> deschedule, List<RunProfile.Step> balance) {
        return new RunProfile(name, CompiledSelector.ABSENT, deschedule, balance);
    }

    private static RunProfile.Step step(RunPlugin plugin, boolean dryRun) {
        return new RunProfile.Step(plugin, dryRun);
    }

    @Test
    void aPodIsRequestedOnceAndABadOneIsKept() {
        RunResult result = run(
                RunLimits.NONE,
                profile(
                        "p",
                        List.of(step(new Everything("first"), false)),
                        List.of(step(new Everything("second"), false))));

        assertThat(accepting.written).containsExactly("d/a", "d/b", "e/c");
        assertThat(result.error()).isEmpty();
        assertThat(result.plugins().get(0).kept())
                .containsEntry(
                        "e/broken",
                        Verdict.refused("Error", "pod e/broken: java.lang.IllegalStateException: no such owner"));
        assertThat(result.plugins().get(1).kept().get("d/a").check()).isEqualTo("RequestedInThisRun");
    }

    @Test
    void limitsOfARunCountOtherClientsForTheNode() {
        RunResult result =
                run(new RunLimits(1, null, null), profile("p", List.of(step(new Everything("all"), false)), List.of()));

        assertThat(result.accepted())
                .extracting(request -> request.pod().ref().key())
                .containsExactly("d/a");
        assertThat(result.plugins().get(0).answers())
                .extracting(answer -> answer.verdict().check())
                .containsExactly("", "maxNoOfPodsToEvictPerNode", "maxNoOfPodsToEvictPerNode");
    }

    @Test
    void deschedulePluginsOfAllProfilesComeFirst() {
        RunResult result = run(
                RunLimits.NONE,
                profile("p", List.of(step(new Everything("1"), true)), List.of(step(new Everything("3"), true))),
                profile("q", List.of(step(new Everything("2"), true)), List.of()));

        assertThat(result.plugins()).extracting(PluginRun::plugin).containsExactly("1", "2", "3");
        assertThat(accepting.written).isEmpty();
        assertThat(result.accepted()).hasSize(3);
    }

    @Test
    void anErrorInAPluginEndsTheRun() {
        RunResult result = run(
                RunLimits.NONE,
                profile("p", List.of(step(new Failing("odd"), false)), List.of(step(new Everything("all"), false))));

        assertThat(result.error()).isEqualTo("profile p, plugin odd: java.lang.IllegalArgumentException: bad sum");
        assertThat(accepting.written).isEmpty();
    }

    @Test
    void oneNodeIsTooFew() {
        RunSettings settings = new RunSettings(
                CompiledSelector.of(
                        new LabelSelectorBuilder().addToMatchLabels("pool", "x").build()),
                RunLimits.NONE,
                List.of(profile("p", List.of(step(new Everything("all"), false)), List.of())));

        RunResult result = new DeschedulingRun(settings, (profile, pretend) -> accepting, node -> 0).run(view);

        assertThat(result.error())
                .isEqualTo("the run is skipped: 1 of 2 nodes are ready and match nodeSelector; a run needs 2");
        assertThat(accepting.written).isEmpty();
    }
}
