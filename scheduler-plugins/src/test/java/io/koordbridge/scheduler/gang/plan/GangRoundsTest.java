package io.koordbridge.scheduler.gang.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.scheduler.plugin.PodGate;
import io.koordbridge.scheduler.view.ClusterView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** When gangs are planned, and what the search of a plan costs all others. */
class GangRoundsTest {

    private static final Duration ROUND = Duration.ofMillis(250);
    private static final Duration REST = Duration.ofSeconds(2);

    private final CountingPlugin plugin = new CountingPlugin();
    private final GangScene scene = new GangScene(plugin.capabilities(PodGate.OPEN));

    @Test
    void gangsThatWaitPlanNothingWhileNothingChanges() {
        int gangs = 50;
        for (int node = 0; node < 1_000; node++) {
            scene.node("n" + node, node < 500 ? 1_000 : 0);
        }
        for (int gang = 0; gang < gangs; gang++) {
            for (int pod = 0; pod < 600; pod++) {
                scene.pods("g" + gang, 600, "g" + gang + "-" + pod);
            }
            scene.filter("g" + gang + "-0");
        }
        scene.pass(ROUND);
        assertThat(scene.plans("no_room")).isEqualTo(gangs);

        long looks = plugin.looks.get();
        ClusterView before = scene.ledger.view();
        for (int round = 0; round < 1_000; round++) {
            scene.filter("g" + round % gangs + "-" + round % 600);
            scene.pass(Duration.ofSeconds(5));
        }

        assertThat(scene.plans()).isEqualTo(gangs);
        assertThat(plugin.looks.get()).isEqualTo(looks);
        assertThat(scene.ledger.view()).isSameAs(before);
    }

    @Test
    void theSearchOfAPlanThatFindsNoRoomChangesNothing() {
        scene.node("n1", 1_000);
        scene.node("n2", 1_000);
        scene.pods("g", 3, "p1", "p2", "p3");
        AtomicInteger changes = new AtomicInteger();
        scene.ledger.onChange((node, before) -> changes.incrementAndGet());
        scene.filter("p1");
        plugin.during = () -> assertThat(scene.held()).isEmpty();

        scene.pass(ROUND);

        assertThat(scene.plans("no_room")).isEqualTo(1);
        assertThat(changes).hasValue(0);
    }

    @Test
    void noFilterAndNoBindWaitsForTheSearchOfAPlan() {
        scene.node("n1", 9_000);
        scene.pods("g", 2, "p1", "p2");
        scene.pods("other", 2, "o1", "o2");
        scene.single("single");
        scene.filter("p1");
        List<String> answers = new ArrayList<>();
        plugin.during = () -> CountingPlugin.onAnotherThread(() -> {
            answers.add(scene.filter("p2"));
            answers.add(scene.filter("o1"));
            scene.bind("single", "n1");
            scene.podChanges("o2");
            answers.addAll(scene.binds.keySet());
        });

        scene.pass(ROUND);

        assertThat(answers).containsExactly("", "", "single");
        assertThat(scene.held()).contains("p1", "p2");
    }

    @Test
    void aPlanThatTheClusterHasOvertakenKeepsNothingAndIsMadeAgain() {
        scene.node("n1", 2_000);
        scene.pods("g", 2, "p1", "p2");
        scene.filter("p1");
        // The search began with room for two.
        plugin.during = () -> scene.node("n1", 1_000);

        scene.pass(ROUND);
        assertThat(scene.held()).isEmpty();
        assertThat(scene.refusal("p1")).startsWith("gang jobs/g: no room for its minimum: ");

        scene.node("n1", 2_000);
        scene.pass(REST);
        assertThat(scene.held()).containsExactly("p1", "p2");
    }

    @Test
    void bindsAreAnsweredWithoutALock() {
        scene.node("n1", 9_000);
        scene.pods("g", 2, "p1", "p2");
        scene.filter("p1");
        scene.pass(ROUND);
        Set<String> refusals = new HashSet<>();

        scene.bind(
                "p1",
                "n1",
                reason -> CountingPlugin.onAnotherThread(() -> {
                    scene.filter("p2");
                    refusals.add(reason);
                }));
        assertThat(scene.filter("p1")).isEqualTo("n1");
        scene.bind(
                "p1",
                "n1",
                reason -> CountingPlugin.onAnotherThread(() -> {
                    scene.filter("p2");
                    refusals.add(reason);
                }));
        scene.pass(GangScene.BIND_TIMEOUT.plusSeconds(1));

        assertThat(refusals)
                .containsExactlyInAnyOrder(
                        "kube-scheduler filters the pod again", "gang jobs/g: not all pods came within the time-out");
    }

    @Test
    void aBindThatCameWhileThePodGroupWasAwayGoesOnWhenItIsBack() {
        scene.node("n1", 9_000);
        scene.podGroup("g", 2, Map.of());
        scene.memberOf("g", "p1");
        scene.memberOf("g", "p2");
        scene.filter("p1");
        scene.pass(ROUND);
        scene.bind("p1", scene.filter("p1"));
        scene.filter("p2");

        scene.podGroupGone("g");
        scene.bind("p2", "n1");
        scene.podGroup("g", 2, Map.of());
        assertThat(scene.binds).isEmpty();
        scene.pass(ROUND);

        assertThat(scene.binds).containsEntry("p1", "go").containsEntry("p2", "go");
    }

    @Test
    void whatIsLeftOfAPlanEndsWithItsPodsAndItsNodes() {
        Map<String, String> both = Map.of("gang.scheduling.koordinator.sh/match-policy", "waiting-and-running");
        scene.node("n1", 9_000);
        for (String name : List.of("p1", "p2", "p3", "p4")) {
            scene.pod(name, "g", 2, both);
        }
        scene.filter("p1");
        scene.pass(ROUND);
        scene.bind("p1", scene.filter("p1"));
        scene.bind("p2", scene.filter("p2"));
        scene.bindEnds("p1", "n1", true);
        scene.bindEnds("p2", "n1", true);
        assertThat(scene.held()).containsExactly("p3", "p4");

        scene.delete("p3");
        scene.delete("p4");
        scene.pod("p5", "g", 2, both);
        scene.filter("p5");
        scene.pass(ROUND);
        scene.pass(ROUND);

        assertThat(scene.held()).containsExactly("p5");
        scene.node("n2", 9_000);
        scene.nodeGone("n1");
        scene.pass(ROUND);
        scene.pass(ROUND);
        assertThat(scene.filter("p5")).isEqualTo("n2");
    }
}
