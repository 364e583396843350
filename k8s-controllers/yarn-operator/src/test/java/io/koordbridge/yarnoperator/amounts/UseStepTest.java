package io.koordbridge.yarnoperator.amounts;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.policy.amount.YarnConversion;
import io.koordbridge.yarnoperator.amounts.UseStep.Held;
import io.koordbridge.yarnoperator.resourcemanager.ClusterUse;
import io.koordbridge.yarnoperator.resourcemanager.ClusterUse.Lost;
import io.koordbridge.yarnoperator.resourcemanager.ClusterUse.Queue;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class UseStepTest {

    private static final Duration LONGEST = Duration.ofSeconds(60);
    private static final Queue QUEUE = new Queue("default", "root.a");

    private static UseReading at(long second, long vcores, Map<String, Lost> lost) {
        YarnAmount amount = new YarnAmount(vcores, vcores * 1_024);
        return new UseReading(Looked.NOW.plusSeconds(second), new ClusterUse(Map.of(QUEUE, amount), null, lost));
    }

    private static UseReading at(long second, long vcores) {
        return at(second, vcores, Map.of());
    }

    private static UseStep between(UseReading before, UseReading now) {
        return UseStep.between(before, now, LONGEST, YarnConversion.DEFAULT);
    }

    @Test
    void whatWasHeldIsTheMeanOfBothReadings() {
        assertThat(between(at(0, 2), at(10, 4)).held())
                .containsExactly(Map.entry(QUEUE, new Held(3_000 * 10_000, 3 * 1_024 * 10_000)));
    }

    @Test
    void nothingIsCountedOverATimeThatIsNotKnown() {
        assertThat(between(null, at(10, 4))).isEqualTo(UseStep.NONE);
        assertThat(between(at(0, 2), at(61, 4)).held()).isEmpty();
        assertThat(between(at(10, 2), at(0, 4)).held()).isEmpty();
    }

    @Test
    void aQueueThatAppearsOrVanishesHeldNothingOnTheOtherSide() {
        UseReading nothing = new UseReading(Looked.NOW.plusSeconds(10), new ClusterUse(Map.of(), null, null));

        assertThat(between(at(0, 2), nothing).held().get(QUEUE).milliCpuMillis())
                .isEqualTo(10_000_000);
        assertThat(between(at(0, 0), nothing).held()).isEmpty();
    }

    private static Lost lost(Map<String, Lost> before, Map<String, Lost> now) {
        return between(at(0, 1, before), at(10, 1, now)).lost();
    }

    private static Map<String, Lost> containers(long containers) {
        return Map.of("a", new Lost(containers, 0, 0));
    }

    @Test
    void aCountThatFellBeganAtZero() {
        assertThat(lost(containers(5), containers(8)).containers()).isEqualTo(3);
        assertThat(lost(containers(5), containers(2)).containers()).isEqualTo(2);
    }

    @Test
    void containersOfANewApplicationWereLostSinceTheReadingBefore() {
        assertThat(lost(Map.of(), containers(2)).containers()).isEqualTo(2);
        assertThat(lost(containers(2), Map.of()).containers()).isZero();
    }

    @Test
    void nothingIsLostByAReadingThatDoesNotSay() {
        assertThat(lost(null, containers(2))).isEqualTo(Lost.NOTHING);
        assertThat(lost(containers(2), null)).isEqualTo(Lost.NOTHING);

        UseReading silent = at(10, 1, null).after(at(0, 1, containers(2)));

        assertThat(between(silent, at(20, 1, containers(5))).lost().containers())
                .isEqualTo(3);
        assertThat(silent.at()).isEqualTo(Looked.NOW.plusSeconds(10));
    }

    @Test
    void mastersAreCountedOnceByApplication() {
        assertThat(lost(
                        Map.of("a", new Lost(1, 1, 0), "b", new Lost(2, 2, 1)),
                        Map.of("a", new Lost(2, 2, 1), "b", new Lost(0, 0, 3), "new", new Lost(4, 4, 4))))
                .isEqualTo(new Lost(1 + 4, 1, 1));
    }

    @Test
    void theLargestClusterThatIsBelievedDoesNotOverflow() {
        YarnAmount most = new YarnAmount(1L << 40, 1L << 40);
        ClusterUse use = new ClusterUse(Map.of(QUEUE, most), null, null);
        UseReading before = new UseReading(Looked.NOW, use);
        UseReading now = new UseReading(Looked.NOW.plusSeconds(60), use);

        Held held = between(before, now).held().get(QUEUE);

        assertThat(held.milliCpuMillis()).isPositive();
        assertThat(held.mebibyteMillis()).isPositive();
    }
}
