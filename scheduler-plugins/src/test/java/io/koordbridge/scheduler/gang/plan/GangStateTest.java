package io.koordbridge.scheduler.gang.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.scheduler.plugin.PodGate;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What filter does with a plan. */
class GangStateTest {

    private static final Duration ROUND = Duration.ofMillis(250);
    private static final Duration REST = Duration.ofSeconds(2);

    private final CountingPlugin plugin = new CountingPlugin();
    private final GangScene scene = new GangScene(plugin.capabilities(PodGate.OPEN));

    @Test
    void anotherNodeIsFoundInOnePassOverTheCandidates() {
        IntStream.range(0, 500).forEach(node -> scene.node("n" + node, 1_000));
        scene.pods("g", 400, IntStream.range(0, 400).mapToObj(pod -> "p" + pod).toArray(String[]::new));
        scene.filter("p0");
        scene.pass(ROUND);
        String planned = scene.filter("p0");
        List<String> free = scene.nodes.stream()
                .filter(node ->
                        scene.ledger.view().node(node).orElseThrow().placed().size() == 0)
                .toList();
        assertThat(free).hasSize(100).doesNotContain(planned);
        List<String> held = scene.held();
        // Fewer than before are no refusal yet.
        assertThat(scene.filter("p0", free.subList(0, 2))).isEmpty();

        long looks = plugin.looks.get();
        assertThat(scene.filter("p0", free.subList(0, 2))).isIn(free.subList(0, 2));

        // Two candidates, and the one that is taken once more when its room is kept.
        assertThat(plugin.looks.get() - looks).isBetween(1L, 6L);
        assertThat(scene.held()).isEqualTo(held);
        assertThat(scene.ledger.view().node(planned).orElseThrow().placed().size())
                .isZero();
    }

    @Test
    void podsThatAreMovedWithinAPlanAreNoRefusedPlans() {
        IntStream.range(0, 20).forEach(node -> scene.node("n" + node, 1_000));
        String[] names = IntStream.range(0, 10).mapToObj(pod -> "p" + pod).toArray(String[]::new);
        scene.pods("g", 10, names);
        scene.filter("p0");
        scene.pass(ROUND);

        // Each of them can use the free nodes only, as with volumes of a zone.
        for (String name : names) {
            String planned = scene.filter(name);
            List<String> candidates = scene.nodes.stream()
                    .filter(node -> scene.ledger
                                    .view()
                                    .node(node)
                                    .orElseThrow()
                                    .placed()
                                    .size()
                            == 0)
                    .toList();
            for (int request = 0; scene.filter(name, candidates).isEmpty() && request < 5; request++) {
                assertThat(scene.held()).hasSize(10);
            }
            assertThat(scene.filter(name)).isNotEqualTo(planned).isIn(candidates);
        }

        for (String name : names) {
            scene.bind(name, scene.filter(name));
        }
        assertThat(scene.binds).hasSize(10).containsEntry("p0", "go");
    }

    @Test
    void aPodThatIsMadeAgainDuringThePlanIsTriedBehindIt() {
        scene.node("n1", 9_000);
        scene.pods("g", 2, "p1", "p2", "p3");
        scene.filter("p1");
        scene.pass(ROUND);
        scene.delete("p1");
        scene.pods("g", 2, "p1");
        assertThat(scene.filter("p1")).isEmpty();

        scene.pass(ROUND);
        for (String name : List.of("p2", "p3")) {
            scene.bind(name, scene.filter(name));
        }
        scene.bindEnds("p2", "n1", true);
        scene.bindEnds("p3", "n1", true);
        scene.woken.clear();
        scene.pass(REST);

        assertThat(scene.woken).containsExactly("p1");
    }

    @Test
    void vetoesEndWithThePlanThatFindsNoRoomWithoutTheirNodes() {
        scene.node("n1", 4_000);
        scene.node("n2", 0);
        scene.node("n3", 0);
        scene.pods("g", 2, "p1", "p2");
        scene.filter("p1");
        scene.pass(ROUND);
        scene.filter("p1", List.of("n2", "n3"));
        scene.filter("p1", List.of("n2", "n3"));
        scene.pass(ROUND);
        assertThat(scene.refusal("p1")).contains("kube-scheduler refuses jobs/p1 on n1");

        scene.pass(REST);

        assertThat(scene.filter("p1")).isEqualTo("n1");
    }
}
