package io.koordbridge.descheduler.decide.run;

import static io.koordbridge.descheduler.decide.scene.ScenePods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.descheduler.decide.limit.RunCounts;
import io.koordbridge.descheduler.decide.limit.RunLimits;
import io.koordbridge.descheduler.decide.node.NodeFacts;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunEvictorTest {

    private final PodFacts pod = pod("d", "a", pod -> pod);
    private Verdict answer = Verdict.ALLOWED;
    private final RunEvictor evictor = new RunEvictor(
            new Evictor() {
                @Override
                public Verdict filter(PodFacts one) {
                    return answer;
                }

                @Override
                public Verdict preEvictionFilter(PodFacts one) {
                    return answer;
                }

                @Override
                public Verdict evict(EvictionRequest request) {
                    return answer;
                }
            },
            new RunCounts(new RunLimits(null, null, 1), node -> 0),
            new HashSet<>());

    private EvictionRequest request(PodFacts one) {
        return new EvictionRequest(one, "plugin", "reason", List.of());
    }

    private PluginRun result() {
        return evictor.result("p", new RunProfile.Step(new Nothing(), false), "");
    }

    private record Nothing() implements RunPlugin {

        @Override
        public String name() {
            return "nothing";
        }

        @Override
        public void run(RunView view, List<NodeFacts> nodes, Evictor evictor) {
            // asks for nothing
        }
    }

    @Test
    void theFirstCheckThatKeepsAPodIsNoted() {
        answer = Verdict.refused("First", "one");
        evictor.filter(pod);
        answer = Verdict.refused("Second", "two");
        evictor.preEvictionFilter(pod);

        assertThat(result().kept()).containsOnlyKeys("d/a").containsValue(Verdict.refused("First", "one"));
    }

    @Test
    void aRefusedRequestTakesNothingOfTheLimit() {
        answer = Verdict.refused("X", "no");
        evictor.evict(request(pod));
        answer = Verdict.ALLOWED;

        assertThat(evictor.evict(request(pod)).allowed()).isTrue();
        assertThat(evictor.evict(request(pod("d", "b", one -> one))).check()).isEqualTo("maxNoOfPodsToEvictTotal");
        assertThat(result().answers()).hasSize(3);
    }

    @Test
    void listsAreBoundedAndSayHowMuchIsMissing() {
        answer = Verdict.refused("X", "no");
        for (int i = 0; i < 10_005; i++) {
            evictor.evict(request(pod));
        }

        assertThat(result().answers()).hasSize(10_000);
        assertThat(result().unlisted()).isEqualTo(5);
    }
}
