package io.koordbridge.copilot.drain;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.copilot.drain.Reading.Size;
import org.junit.jupiter.api.Test;

class DrainWaitTest {
    private static final long DEADLINE_MS = 600_000;
    private static final Size NOTHING = new Size(0, 0);
    private static final Size FULL = new Size(8, 8192);
    private static final Size MASTER = new Size(1, 1024);

    private final DrainWait wait = new DrainWait(DEADLINE_MS);

    @Test
    void endsAtOnceWhereNothingRunsAndNothingCanStart() {
        assertThat(wait.over(0, reading(0, NOTHING, NOTHING, NOTHING))).isEqualTo("drained");
    }

    @Test
    void goesOnWhileContainersEndAndEndsWhenTheOperatorHasClosedTheNode() {
        assertThat(wait.over(0, reading(4, FULL, FULL, MASTER))).isNull();
        assertThat(wait.over(5_000, reading(4, MASTER, FULL, MASTER))).isNull();
        assertThat(wait.over(300_000, reading(2, MASTER, new Size(2, 2048), MASTER)))
                .isNull();
        assertThat(wait.over(400_000, reading(0, MASTER, NOTHING, NOTHING))).isNull();
        assertThat(wait.over(402_000, reading(0, NOTHING, NOTHING, NOTHING))).isEqualTo("drained");
    }

    @Test
    void anEmptyNodeThatNothingClosesIsLeftSoon() {
        assertThat(wait.over(0, reading(0, FULL, NOTHING, NOTHING))).isNull();
        assertThat(wait.over(DrainWait.EMPTY_MS - 1, reading(0, FULL, NOTHING, NOTHING)))
                .isNull();
        assertThat(wait.over(DrainWait.EMPTY_MS, reading(0, FULL, NOTHING, NOTHING)))
                .isEqualTo("no container has run for 15 s");
    }

    @Test
    void aContainerThatStartsInAnEmptyNodeIsWaitedFor() {
        assertThat(wait.over(0, reading(0, FULL, NOTHING, NOTHING))).isNull();
        assertThat(wait.over(14_000, reading(1, FULL, MASTER, NOTHING))).isNull();
        assertThat(wait.over(16_000, reading(0, FULL, NOTHING, NOTHING))).isNull();
        assertThat(wait.over(30_000, reading(0, FULL, NOTHING, NOTHING))).isNull();
        assertThat(wait.over(31_000, reading(0, FULL, NOTHING, NOTHING))).startsWith("no container");
    }

    @Test
    void containersOfANodeThatNothingDrainsAreNotWaitedFor() {
        assertThat(wait.over(0, reading(2, FULL, MASTER, NOTHING))).isNull();
        assertThat(wait.over(DrainWait.NOT_LOWERED_MS - 1, reading(2, FULL, MASTER, NOTHING)))
                .isNull();
        assertThat(wait.over(DrainWait.NOT_LOWERED_MS, reading(2, FULL, MASTER, NOTHING)))
                .isEqualTo("the capacity was not lowered within 15 s, so nothing drains, 2 containers left");
    }

    @Test
    void aNodeThatHadItsSmallestSizeBeforeIsDrainedAsWell() {
        DrainWait belowUse = new DrainWait(DEADLINE_MS);
        assertThat(belowUse.over(0, reading(2, MASTER, new Size(2, 2048), MASTER)))
                .isNull();
        assertThat(belowUse.over(100_000, reading(2, MASTER, new Size(2, 2048), MASTER)))
                .isNull();

        assertThat(wait.over(0, reading(1, MASTER, MASTER, MASTER))).isNull();
        assertThat(wait.over(100_000, reading(1, MASTER, MASTER, MASTER))).isNull();
        assertThat(wait.left()).isEqualTo("1 container left, masters only");
    }

    @Test
    void aTaskInANodeOfTheSmallestSizeIsWaitedFor() {
        assertThat(wait.over(0, reading(1, MASTER, MASTER, NOTHING))).isNull();
        assertThat(wait.over(100_000, reading(1, MASTER, MASTER, NOTHING))).isNull();
        assertThat(wait.over(DEADLINE_MS, reading(1, MASTER, MASTER, NOTHING))).startsWith("the deadline is over");
    }

    @Test
    void aNodeThatIsShutDownWithoutADrainKeepsMostOfItsTime() {
        assertThat(wait.over(0, reading(2, FULL, MASTER, NOTHING))).isNull();
        assertThat(wait.over(15_000, reading(2, FULL, MASTER, NOTHING))).contains("nothing drains");
    }

    @Test
    void unknownSizesAreNoDrain() {
        Size unknown = new Size(-1, -1);

        assertThat(wait.over(0, reading(1, unknown, MASTER, MASTER))).isNull();
        assertThat(wait.over(DrainWait.NOT_LOWERED_MS, reading(1, unknown, MASTER, MASTER)))
                .contains("was not lowered");
    }

    @Test
    void endsWithTheDeadlineWhateverRuns() {
        assertThat(wait.over(0, reading(2, NOTHING, FULL, MASTER))).isNull();
        assertThat(wait.over(DEADLINE_MS, reading(1, NOTHING, MASTER, MASTER)))
                .isEqualTo("the deadline is over, 1 container left, masters only");
    }

    @Test
    void aDeadNodeManagerIsNotWaitedFor() {
        assertThat(wait.over(0, null)).isNull();
        assertThat(wait.over(DrainWait.SILENT_MS, null)).isEqualTo("the plugin has not answered for 30 s");
    }

    @Test
    void aGapInTheAnswersIsBridged() {
        assertThat(wait.over(0, reading(2, MASTER, FULL, MASTER))).isNull();
        assertThat(wait.over(29_000, null)).isNull();
        assertThat(wait.over(31_000, reading(2, MASTER, FULL, MASTER))).isNull();
        assertThat(wait.over(60_000, null)).isNull();
        assertThat(wait.over(61_000, null)).contains("has not answered");
    }

    @Test
    void aNodeManagerThatStopsIsNotWaitedFor() {
        assertThat(wait.over(0, new Reading(true, 2, FULL, FULL, MASTER)))
                .isEqualTo("the NodeManager stops already, 2 containers left");
    }

    private static Reading reading(long containers, Size capacity, Size allocated, Size masters) {
        return new Reading(false, containers, capacity, allocated, masters);
    }
}
