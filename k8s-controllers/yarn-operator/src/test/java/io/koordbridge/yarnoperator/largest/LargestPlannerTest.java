package io.koordbridge.yarnoperator.largest;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.policy.amount.YarnAmount;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class LargestPlannerTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final YarnAmount SIZE = new YarnAmount(1, 2048);
    private static final YarnAmount FLOOR = new YarnAmount(1, 1024);
    private static final YarnAmount TIGHT = new YarnAmount(4, 2500);
    private static final YarnAmount AMPLE = new YarnAmount(8, 8192);
    private static final YarnAmount SHORT = new YarnAmount(8, 2047);
    private static final LargestConfig ONE = new LargestConfig(1, SIZE);

    private static Candidate node(String name, YarnAmount room, YarnAmount has) {
        return new Candidate(name, room, YarnAmount.ZERO, has, has, true);
    }

    private static Candidate unprotected(String name) {
        return new Candidate(name, AMPLE, YarnAmount.ZERO, SIZE, SIZE, false);
    }

    private static KeptNodes next(KeptNodes before, Candidate... nodes) {
        return LargestPlanner.next(before, List.of(nodes), ONE, NOW);
    }

    @Test
    void choosesTheNodeThatHasTheSizeBeforeALargerOne() {
        KeptNodes kept = next(KeptNodes.NONE, node("a", AMPLE, FLOOR), node("b", TIGHT, SIZE));

        assertThat(kept.all()).contains("b");
    }

    @Test
    void choosesByWhatIsFreeAndThenByName() {
        Candidate used = new Candidate("a", AMPLE, new YarnAmount(4, 4096), FLOOR, FLOOR, true);

        assertThat(next(KeptNodes.NONE, used, node("c", AMPLE, FLOOR), node("b", AMPLE, FLOOR))
                        .chosen())
                .containsOnlyKeys("b");
    }

    @Test
    void choosesNoneWithoutRoomOrProtection() {
        assertThat(next(KeptNodes.NONE, node("a", SHORT, SIZE), unprotected("b"))
                        .all())
                .isEmpty();
    }

    @Test
    void staysWithItsChoiceWhateverElseHasRoom() {
        KeptNodes first = next(KeptNodes.NONE, node("b", AMPLE, FLOOR));

        KeptNodes later = next(first, node("a", new YarnAmount(64, 65_536), AMPLE), node("b", AMPLE, FLOOR));

        assertThat(later).isEqualTo(first);
    }

    @Test
    void movesAtOnceWhenTheNodeIsNoLongerProtected() {
        KeptNodes first = next(KeptNodes.NONE, node("a", AMPLE, SIZE));

        KeptNodes later = next(first, unprotected("a"), node("b", AMPLE, FLOOR));

        assertThat(later.chosen()).containsOnlyKeys("b");
        assertThat(later.leaving()).isEmpty();
    }

    @Test
    void raisesTheNextNodeBeforeATightOneIsReleased() {
        KeptNodes first = next(KeptNodes.NONE, node("a", AMPLE, SIZE));

        KeptNodes moving = next(first, node("a", TIGHT, SIZE), node("b", AMPLE, FLOOR));
        KeptNodes waiting = next(moving, node("a", TIGHT, SIZE), node("b", AMPLE, FLOOR));
        KeptNodes moved = next(waiting, node("a", TIGHT, SIZE), node("b", AMPLE, SIZE));

        assertThat(moving.chosen()).containsOnlyKeys("b");
        assertThat(moving.leaving()).containsExactly("a");
        assertThat(waiting.all()).containsExactlyInAnyOrder("a", "b");
        assertThat(moved.all()).containsExactly("b");
    }

    @Test
    void aTightNodeStaysWhereNoOtherHasMore() {
        KeptNodes first = next(KeptNodes.NONE, node("a", TIGHT, SIZE), node("b", TIGHT, FLOOR));

        assertThat(first.all()).containsExactly("a");
        assertThat(next(first, node("a", TIGHT, SIZE), node("b", TIGHT, SIZE))).isEqualTo(first);
    }

    @Test
    void comesBackToALeavingNodeWhenTheNextOneFails() {
        KeptNodes moving =
                next(next(KeptNodes.NONE, node("a", AMPLE, SIZE)), node("a", TIGHT, SIZE), node("b", AMPLE, FLOOR));

        KeptNodes back = next(moving, node("a", TIGHT, SIZE), unprotected("b"));

        assertThat(back.chosen()).containsOnlyKeys("a");
        assertThat(back.leaving()).isEmpty();
    }

    @Test
    void triesAnotherNodeWhenOneDoesNotGetTheSizeInTime() {
        Candidate[] nodes = {node("a", AMPLE, FLOOR), node("b", AMPLE, FLOOR)};
        KeptNodes first = next(KeptNodes.NONE, nodes);
        Instant late = NOW.plus(LargestPlanner.PATIENCE);

        KeptNodes second = LargestPlanner.next(first, List.of(nodes), ONE, late);
        KeptNodes third = LargestPlanner.next(second, List.of(nodes), ONE, late.plus(LargestPlanner.PATIENCE));

        assertThat(first.chosen()).containsOnlyKeys("a");
        assertThat(second.chosen()).containsOnlyKeys("b");
        assertThat(third.chosen()).containsOnlyKeys("a");
    }

    @Test
    void aSlowNodeThatIsTheOnlyOneStays() {
        KeptNodes first = next(KeptNodes.NONE, node("a", AMPLE, FLOOR));

        KeptNodes later =
                LargestPlanner.next(first, List.of(node("a", AMPLE, FLOOR)), ONE, NOW.plus(Duration.ofHours(1)));

        assertThat(later.chosen()).containsOnlyKeys("a");
    }
}
