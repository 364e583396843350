package io.koordbridge.descheduler.decide.run;

import static io.koordbridge.descheduler.decide.scene.ScenePods.on;
import static io.koordbridge.descheduler.decide.scene.ScenePods.pod;
import static io.koordbridge.descheduler.decide.scene.SceneView.node;
import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.api.document.text.CompiledSelector;
import io.koordbridge.descheduler.decide.limit.RunLimits;
import io.koordbridge.descheduler.decide.node.NodeFacts;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.scene.SceneView;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class RunPlanProperties {

    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");

    /** Keeps some pods, accepts all others. */
    private record Writer(int kept, List<String> written) implements Evictor {

        @Override
        public Verdict filter(PodFacts pod) {
            return pod.ref().name().hashCode() % kept == 0 ? Verdict.refused("Odd", "odd") : Verdict.ALLOWED;
        }

        @Override
        public Verdict preEvictionFilter(PodFacts pod) {
            return filter(pod);
        }

        @Override
        public Verdict evict(EvictionRequest request) {
            Verdict verdict = filter(request.pod());
            if (verdict.allowed()) {
                written.add(request.pod().ref().key());
            }
            return verdict;
        }
    }

    /** Requests pods of every node, and goes on to the next node at the first refusal. */
    private record UntilRefused(String name) implements RunPlugin {

        @Override
        public void run(RunView view, List<NodeFacts> nodes, Evictor evictor) {
            for (NodeFacts node : nodes) {
                boolean going = true;
                for (PodFacts pod : view.podsOn(node.name())) {
                    going = going
                            && evictor.evict(new EvictionRequest(pod, name, "", List.of()))
                                    .allowed();
                }
            }
        }
    }

    @Property(tries = 200)
    void aPlanRequestsWhatTheRunRequests(
            @ForAll @Size(max = 30) List<@IntRange(min = 0, max = 3) Integer> nodeOfPod,
            @ForAll @IntRange(min = 0, max = 6) int perNode,
            @ForAll @IntRange(min = 0, max = 12) int total,
            @ForAll @IntRange(min = 1, max = 5) int kept) {
        List<PodFacts> pods = IntStream.range(0, nodeOfPod.size())
                .mapToObj(i -> pod("ns" + i % 3, "p" + i, on("n" + nodeOfPod.get(i))))
                .toList();
        List<NodeFacts> nodes =
                IntStream.range(0, 4).mapToObj(i -> node("n" + i, Map.of())).toList();
        SceneView view = new SceneView(NOW, nodes, pods);
        RunProfile.Step first = new RunProfile.Step(new UntilRefused("first"), false);
        RunProfile.Step second = new RunProfile.Step(new UntilRefused("second"), false);
        RunSettings settings = new RunSettings(
                CompiledSelector.ABSENT,
                new RunLimits(perNode, null, total),
                List.of(new RunProfile("p", CompiledSelector.ABSENT, List.of(first), List.of(second))));
        Writer writer = new Writer(kept, new ArrayList<>());
        EvictorSource source = (profile, pretend) -> pretend ? new PretendingEvictor(writer) : writer;

        RunResult plan = new DeschedulingRun(settings.pretending(), source, node -> 0).run(view);
        assertThat(writer.written()).isEmpty();
        RunResult run = new DeschedulingRun(settings, source, node -> 0).run(view);

        assertThat(plan.accepted()).isEqualTo(run.accepted());
        assertThat(run.accepted())
                .extracting(request -> request.pod().ref().key())
                .isEqualTo(writer.written());
        assertThat(run.accepted()).hasSizeLessThanOrEqualTo(total);
        for (int i = 0; i < plan.plugins().size(); i++) {
            assertThat(plan.plugins().get(i).answers())
                    .isEqualTo(run.plugins().get(i).answers());
        }
    }
}
