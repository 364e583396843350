package io.koordbridge.scheduler.gang.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.protocol.Annotations;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What once held a gang up for ever, one by one; {@link GangModelProperties} looks for more. */
class GangLivenessTest {

    private static final Duration ROUND = Duration.ofMillis(250);
    private static final Duration REST = Duration.ofSeconds(2);

    private final GangScene scene = new GangScene();

    @Test
    void aGangRestsWhenKubeSchedulerRefusesItsPlansAgainAndAgain() {
        scene.node("n1", 9_000);
        scene.node("n2", 9_000);
        planned("g", 2, "p1", "p2");

        assertThat(scene.filter("p1", List.of("unknown", "other"))).isEmpty();
        assertThat(scene.held()).isEmpty();
        assertThat(scene.refusal("p1")).startsWith("gang jobs/g: kube-scheduler refuses a planned node, n");
        scene.pass(REST);
        assertThat(scene.held()).containsExactly("p1", "p2");
        assertThat(scene.filter("p1", List.of("unknown", "other"))).isEmpty();
        scene.pass(REST);

        assertThat(scene.held()).isEmpty();
        assertThat(scene.refusal("p1"))
                .isEqualTo("gang jobs/g: kube-scheduler refused 3 plans, the next is made after 2026-01-01T00:01:06Z");
        scene.pass(Duration.ofMinutes(1).plus(REST));
        assertThat(scene.held()).containsExactly("p1", "p2");
    }

    @Test
    void aNodeThatIsRefusedForASecondIsUsedWithinAMinute() {
        scene.node("n1", 4_000);
        scene.node("n2", 0);
        scene.node("n3", 0);
        planned("g", 2, "p1", "p2");

        refuses("p1", "n2", "n3");
        scene.pass(REST);
        assertThat(scene.refusal("p1"))
                .isEqualTo("gang jobs/g: no room for its minimum: not enough nodes that fit, "
                        + "kube-scheduler refuses jobs/p1 on n1");
        scene.woken.clear();
        scene.pass(Duration.ofMinutes(1));

        assertThat(scene.woken).contains("p1");
        assertThat(scene.filter("p1")).isEqualTo("n1");
    }

    @Test
    void aNodeThatIsRefusedAndChangesIsUsedAtOnce() {
        scene.node("n1", 4_000);
        scene.node("n2", 0);
        scene.node("n3", 0);
        planned("g", 2, "p1", "p2");
        refuses("p1", "n2", "n3");
        scene.pass(REST);
        assertThat(scene.held()).isEmpty();

        scene.node("n1", 5_000);
        scene.pass(REST);

        assertThat(scene.filter("p1")).isEqualTo("n1");
    }

    @Test
    void aRequestForOneNodeOrForFewerThanBeforeLeavesThePlanAlone() {
        scene.node("n1", 4_000);
        scene.node("n2", 0);
        scene.node("n3", 0);
        planned("g", 2, "p1", "p2");
        scene.filter("p1");

        assertThat(scene.filter("p1", List.of("n2"))).isEmpty();
        assertThat(scene.filter("p1", List.of("n2", "n3"))).isEmpty();

        assertThat(scene.held()).containsExactly("p1", "p2");
        scene.woken.clear();
        scene.pass(REST);
        assertThat(scene.woken).containsExactly("p1");
        assertThat(scene.filter("p1")).isEqualTo("n1");
    }

    @Test
    void aPodThatKubeSchedulerHasOneNodeForGetsItInTheEnd() {
        scene.node("n1", 4_000);
        scene.node("n2", 4_000);
        planned("g", 2, "p1", "p2");
        String other = scene.filter("p1").equals("n1") ? "n2" : "n1";

        for (int request = 0; request < 3; request++) {
            assertThat(scene.filter("p1", List.of(other))).isEmpty();
        }

        assertThat(scene.filter("p1", List.of(other))).isEqualTo(other);
    }

    @Test
    void aPodThatIsDeletedDuringItsBindOrBehindItLeavesNothing() {
        for (boolean bound : List.of(false, true)) {
            scene.node("n1", 9_000);
            planned("g", 2, "p1", "p2");
            scene.bind("p1", scene.filter("p1"));
            scene.bind("p2", scene.filter("p2"));
            scene.delete("p1");
            scene.delete("p2");
            scene.bindEnds("p1", "n1", bound);
            scene.bindEnds("p2", "n1", bound);
            assertThat(scene.held()).isEmpty();

            planned("g", 2, "p3", "p4");
            scene.delete("p3");
            scene.delete("p4");
            scene.pass(REST);
        }
    }

    @Test
    void aPodGroupThatIsMadeAgainFindsItsPods() {
        for (boolean changed : List.of(false, true)) {
            GangScene one = new GangScene();
            one.node("n1", 9_000);
            one.podGroup("g", 2, Map.of(Annotations.GANG_MATCH_POLICY, "waiting-and-running"));
            one.memberOf("g", "p1");
            one.memberOf("g", "p2");
            one.filter("p1");
            one.pass(ROUND);
            one.bind("p1", one.filter("p1"));
            one.bind("p2", one.filter("p2"));
            one.bindEnds("p1", "n1", true);
            one.bindEnds("p2", "n1", false);
            one.podGroupGone("g");
            assertThat(one.refusal("p2")).isEqualTo("gang jobs/g: its PodGroup does not exist");
            if (changed) {
                one.podChanges("p2");
            }
            one.podGroup("g", 2, Map.of(Annotations.GANG_MATCH_POLICY, "waiting-and-running"));

            one.filter("p2");
            one.pass(REST);

            assertThat(one.details("p2")).contains("minimum 2, pods 2,", "bound 1");
            one.bind("p2", one.filter("p2"));
            assertThat(one.binds).containsEntry("p2", "go");
        }
    }

    @Test
    void aReplicaThatLeadsNoMoreRefusesBindsThatWaitAndKeepsNoRoom() {
        scene.node("n1", 9_000);
        planned("g", 2, "p1", "p2");
        scene.bind("p1", "n1");

        scene.leads = false;
        scene.pass(ROUND);

        assertThat(scene.binds.get("p1")).isEqualTo("gang jobs/g: this replica does not lead");
        assertThat(scene.held()).isEmpty();
        scene.pass(REST);
        assertThat(scene.held()).isEmpty();
        scene.leads = true;
        scene.pass(REST);
        assertThat(scene.held()).containsExactly("p1", "p2");
    }

    @Test
    void podsBeyondTheMinimumAreTriedAgainWhenTheMinimumIsPlaced() {
        scene.node("n1", 2_000);
        planned("g", 2, List.of("p1", "p2"), "p1", "p2", "p3");
        assertThat(scene.refusal("p3")).isEqualTo("gang jobs/g: no room beyond its minimum: not enough nodes that fit");
        scene.bind("p1", scene.filter("p1"));
        scene.bind("p2", scene.filter("p2"));
        scene.bindEnds("p1", "n1", true);
        scene.bindEnds("p2", "n1", true);
        scene.woken.clear();

        scene.pass(ROUND);

        assertThat(scene.woken).containsExactly("p3");
    }

    @Test
    void aGangWhoseGroupChangesIsPlannedWithItsNewGroupAndOnlyOnce() {
        Map<String, String> group = Map.of(Annotations.GANG_GROUPS, "[\"jobs/a\",\"jobs/b\"]");
        scene.node("n1", 9_000);
        scene.podGroup("a", 1, Map.of());
        scene.memberOf("a", "a1");
        scene.filter("a1");
        scene.pass(ROUND);
        assertThat(scene.held()).containsExactly("a1");

        scene.podGroup("a", 1, group);
        scene.podGroup("b", 1, group);
        scene.memberOf("b", "b1");
        scene.woken.clear();
        scene.pass(ROUND);
        assertThat(scene.held()).isEmpty();
        assertThat(scene.woken).containsExactly("a1");
        scene.filter("a1");
        scene.pass(ROUND);

        assertThat(scene.held()).containsExactly("a1", "b1");
    }

    /** The first request is narrower than the one before it. */
    private void refuses(String name, String... candidates) {
        assertThat(scene.filter(name, List.of(candidates))).isEmpty();
        assertThat(scene.filter(name, List.of(candidates))).isEmpty();
    }

    private void planned(String gang, int minimum, String... names) {
        planned(gang, minimum, List.of(names), names);
    }

    private void planned(String gang, int minimum, List<String> held, String... names) {
        scene.pods(gang, minimum, names);
        scene.filter(names[0]);
        scene.pass(REST);
        assertThat(scene.held()).containsExactlyElementsOf(held);
    }
}
