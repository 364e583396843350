package io.koordbridge.scheduler.gang.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.WellKnown;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GangsTest {

    private static final Duration ROUND = Duration.ofMillis(250);
    private static final Duration REST = Duration.ofSeconds(2);

    private final GangScene scene = new GangScene();

    @Test
    void podsWaitUntilTheMinimumExistsThenEachIsOfferedItsPlace() {
        scene.node("n1", 2_000);
        scene.node("n2", 1_000);
        scene.pods("g", 3, "p1", "p2");

        assertThat(scene.filter("p1")).isEmpty();
        assertThat(scene.refusal("p1")).isEqualTo("gang jobs/g: fewer pods than the minimum exist");
        scene.pass(ROUND);
        assertThat(scene.held()).isEmpty();

        scene.pods("g", 3, "p3");
        scene.pass(ROUND);

        assertThat(scene.held()).containsExactly("p1", "p2", "p3");
        assertThat(scene.woken).containsExactly("p1");
        assertThat(List.of(scene.filter("p1"), scene.filter("p2"), scene.filter("p3")))
                .containsExactlyInAnyOrder("n1", "n1", "n2");
    }

    @Test
    void bindingsThatGoTogetherNameTheGroupAndTheirNumberUnderBothNames() {
        scene.node("n1", 9_000);
        scene.pods("g", 2, "p1", "p2");
        scene.filter("p1");
        scene.pass(ROUND);
        scene.bind("p1", scene.filter("p1"));
        assertThat(scene.bindingSays("p1", "n1")).isEmpty();

        scene.bind("p2", scene.filter("p2"));

        assertThat(scene.bindingSays("p1", "n1"))
                .isEqualTo(scene.bindingSays("p2", "n1"))
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "internal.scheduling.koordinator.sh/bind-gang-group-id", "jobs/g",
                        "internal.scheduling.koordinator.sh/bind-gang-member-count", "2",
                        "scheduling.koordinator.sh/bind-gang-group-id", "jobs/g",
                        "scheduling.koordinator.sh/bind-gang-member-count", "2"));
        scene.bindEnds("p1", "n1", true);
        assertThat(scene.bindingSays("p1", "n1")).isEmpty();
    }

    @Test
    void aGangThatKubeSchedulerDoesNotAskAboutKeepsNoRoom() {
        scene.node("n1", 9_000);
        scene.pods("g", 2, "p1", "p2");

        scene.pass(ROUND);

        assertThat(scene.held()).isEmpty();
    }

    @Test
    void ofTwoGangsThatFitHalfEachOneIsPlacedAndTheOtherKeepsNothing() {
        scene.node("n1", 3_000);
        scene.pods("a", 2, "a1", "a2");
        scene.pods("b", 2, "b1", "b2");
        scene.filter("a1");
        scene.filter("b1");

        scene.pass(ROUND);

        assertThat(scene.held()).containsExactly("a1", "a2");
        assertThat(scene.refusal("b1")).startsWith("gang jobs/b: no room for its minimum");
        scene.delete("a1");
        scene.delete("a2");
        scene.pass(REST);
        scene.pass(REST);
        assertThat(scene.held()).containsExactly("b1", "b2");
    }

    @Test
    void theMoreImportantGangIsPlannedFirst() {
        scene.node("n1", 2_000);
        scene.pods("low", 2, "l1", "l2");
        for (String name : List.of("h1", "h2")) {
            scene.pod(name, "high", 2, spec -> spec.withPriority(9_000));
        }
        scene.filter("l1");
        scene.filter("h1");

        scene.pass(ROUND);

        assertThat(scene.held()).containsExactly("h1", "h2");
    }

    @Test
    void podsWithSchedulingGatesKeepNoRoomUntilTheGatesAreOpen() {
        scene.node("n1", 9_000);
        scene.pods("g", 2, "p1");
        scene.pod("p2", "g", 2, spec -> spec.addNewSchedulingGate("example.com/other"));
        scene.filter("p1");
        scene.pass(ROUND);
        assertThat(scene.held()).isEmpty();
        assertThat(scene.refusal("p1")).isEqualTo("gang jobs/g: pods of its minimum have scheduling gates");

        scene.pods("g", 2, "p2");
        scene.pass(Duration.ofSeconds(6));

        assertThat(scene.held()).containsExactly("p1", "p2");
    }

    @Test
    void podsWithOurGateArePlannedBeforeKubeSchedulerAsksAndOpenTogether() {
        scene.node("n1", 1_000);
        scene.pod("p1", "g", 2, GangsTest::ours);
        scene.pod("p2", "g", 3, GangsTest::ours);
        assertThat(List.of(scene.gated("p1"), scene.gated("p2"))).containsOnly(GateState.WAITS);
        scene.pass(ROUND);
        assertThat(scene.woken).isEmpty();

        scene.node("n2", 1_000);
        scene.pass(REST);

        assertThat(scene.held()).containsExactly("p1", "p2");
        assertThat(scene.woken).containsExactlyInAnyOrder("p1", "p2");
        assertThat(List.of(scene.gated("p1"), scene.gated("p2"))).containsOnly(GateState.PLACED);
    }

    @Test
    void podsWithOurGateWaitWhileTheirGangHasFewerPodsThanItsMinimum() {
        scene.node("n1", 9_000);
        scene.pod("p1", "g", 2, GangsTest::ours);

        assertThat(scene.gated("p1")).isEqualTo(GateState.WAITS);
        scene.pass(REST);

        assertThat(scene.woken).isEmpty();
        assertThat(scene.held()).isEmpty();
    }

    private static PodSpecBuilder ours(PodSpecBuilder spec) {
        return spec.addNewSchedulingGate(WellKnown.SCHEDULING_GATE);
    }

    @Test
    void bindsWaitForTheMinimumAndThenGoTogether() {
        scene.node("n1", 9_000);
        planned("g", 2, "p1", "p2", "p3");

        scene.bind("p1", "n1");
        assertThat(scene.binds).isEmpty();
        scene.bind("p2", "n1");
        assertThat(scene.binds).containsEntry("p1", "go").containsEntry("p2", "go");

        scene.bind("p3", "n1");
        assertThat(scene.binds).containsEntry("p3", "go");
    }

    @Test
    void afterTheTimeOutNoneIsBoundAndTheRoomIsFree() {
        scene.node("n1", 9_000);
        planned("g", 2, "p1", "p2");
        scene.bind("p1", "n1");

        scene.pass(GangScene.BIND_TIMEOUT.plusSeconds(1));

        assertThat(scene.binds.get("p1")).isEqualTo("gang jobs/g: not all pods came within the time-out");
        assertThat(scene.held()).isEmpty();
    }

    @Test
    void aBindOutsideThePlanIsRefused() {
        scene.node("n1", 9_000);
        scene.node("n2", 9_000);
        planned("g", 2, "p1", "p2");
        String other = scene.filter("p1").equals("n1") ? "n2" : "n1";

        scene.bind("p1", other);

        assertThat(scene.binds.get("p1")).contains("its plan was given up");
    }

    @Test
    void aPlannedNodeThatKubeSchedulerRefusesIsReplacedByAnother() {
        scene.node("n1", 9_000);
        scene.node("n2", 9_000);
        scene.node("n3", 0);
        planned("g", 2, "p1", "p2");
        String first = scene.filter("p2");
        String other = first.equals("n1") ? "n2" : "n1";

        assertThat(scene.filter("p1", List.of(other, "n3"))).isEqualTo(other);

        assertThat(scene.held()).containsExactly("p1", "p2");
        assertThat(scene.filter("p1")).isEqualTo(other);
    }

    @Test
    void thePlanEndsWithAPodOfTheMinimum() {
        scene.node("n1", 9_000);
        planned("g", 2, "p1", "p2");
        scene.bind("p1", "n1");

        scene.delete("p2");
        scene.pass(ROUND);

        assertThat(scene.binds.get("p1")).contains("a pod of the plan is gone");
        assertThat(scene.held()).isEmpty();
    }

    @Test
    void aPodThatIsFilteredAgainWaitsNoMore() {
        scene.node("n1", 9_000);
        planned("g", 2, "p1", "p2");
        scene.bind("p1", "n1");

        assertThat(scene.filter("p1")).isEqualTo("n1");

        assertThat(scene.binds.get("p1")).isEqualTo("kube-scheduler filters the pod again");
        scene.bind("p2", "n1");
        assertThat(scene.binds).doesNotContainKey("p2");
    }

    @Test
    void gangsOfAGroupArePlacedTogether() {
        scene.node("n1", 9_000);
        Map<String, String> group = Map.of(Annotations.GANG_GROUPS, "[\"jobs/a\",\"jobs/b\"]");
        scene.pod("a1", "a", 1, group);
        scene.filter("a1");
        scene.pass(ROUND);
        assertThat(scene.refusal("a1")).contains("a gang of its group does not exist yet");

        scene.pod("b1", "b", 1, group);
        scene.pass(ROUND);

        assertThat(scene.held()).containsExactly("a1", "b1");
        scene.bind("a1", "n1");
        assertThat(scene.binds).isEmpty();
        scene.bind("b1", "n1");
        assertThat(scene.binds).containsEntry("a1", "go");
    }

    @Test
    void onceAGangIsPlacedItsLaterPodsAreFree() {
        scene.node("n1", 9_000);
        planned("g", 2, "p1", "p2");
        scene.bind("p1", "n1");
        scene.bind("p2", "n1");
        scene.bindEnds("p1", "n1", true);
        scene.bindEnds("p2", "n1", true);

        scene.pods("g", 2, "p3");

        assertThat(scene.filter("p3")).isEqualTo("any");
        scene.bind("p3", "n1");
        assertThat(scene.binds).containsEntry("p3", "go");
    }

    @Test
    void aLatePodOfAGangThatCountsWaitingPodsOnlyWaitsForOthers() {
        scene.node("n1", 9_000);
        Map<String, String> onlyWaiting = Map.of(Annotations.GANG_MATCH_POLICY, "only-waiting");
        scene.pod("p1", "g", 2, onlyWaiting);
        scene.pod("p2", "g", 2, onlyWaiting);
        scene.filter("p1");
        scene.pass(ROUND);
        scene.bind("p1", "n1");
        scene.bind("p2", "n1");
        scene.bindEnds("p1", "n1", true);
        scene.bindEnds("p2", "n1", true);

        scene.pod("p3", "g", 2, onlyWaiting);
        scene.filter("p3");
        scene.pass(REST);

        assertThat(scene.filter("p3")).isEmpty();
        assertThat(scene.held()).isEmpty();
    }

    private void planned(String gang, int minimum, String... names) {
        scene.pods(gang, minimum, names);
        scene.filter(names[0]);
        scene.pass(REST);
        assertThat(scene.held()).containsExactly(names);
    }
}
