package io.koordbridge.yarnoperator.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.policy.lease.Demand;
import io.koordbridge.yarnoperator.lease.LeaseAction.Notice;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A small grow beside a koord-manager that publishes small changes every five minutes only. */
class LeasePatienceTest extends ProtocolDriver {

    private static final int STOCK_SECONDS = 300;
    private static final YarnAmount MORE = new YarnAmount(11, 22_528);

    private int givenUp;
    private int writes;

    @BeforeEach
    void yarnMayHaveALittleMore() {
        node.origin = new BatchAmount(20_000, 40L << 30);
        node.pods = new BatchAmount(9_000, 18L << 30);
        node.demand = new Demand(true, 100, 1 << 20, false);
        node.used = HALF;
        node.published = Observations.batch(HALF);
    }

    private void seconds(int count, int publishedEvery) {
        for (int i = 0; i < count; i++) {
            if (i % publishedEvery == publishedEvery - 1) {
                node.published = node.origin.minus(Observations.batch(node.written));
            }
            YarnAmount before = node.written;
            later(Duration.ofSeconds(1));
            updates().forEach(update -> node.capability = update.capability());
            writes += before.equals(node.written) ? 0 : 1;
            givenUp += notices().contains(Notice.GROW_GIVEN_UP) ? 1 : 0;
        }
    }

    @Test
    void itIsMadeWithinAQuarterOfAnHour() {
        seconds(900, STOCK_SECONDS);

        assertThat(node.capability).isEqualTo(MORE);
        assertThat(givenUp).isLessThanOrEqualTo(3);
        int before = writes;
        seconds(900, STOCK_SECONDS);
        assertThat(writes).isEqualTo(before);
    }

    @Test
    void theFirstWaitIsTheConfiguredOne() {
        seconds(90, STOCK_SECONDS);

        assertThat(givenUp).isEqualTo(1);
        assertThat(node.written).isEqualTo(HALF);
    }

    @Test
    void aGrowThatOurManagerFollowsResetsIt() {
        seconds(900, STOCK_SECONDS);
        assertThat(state.memory().patience()).isNotEqualTo(Patience.FIRST);
        node.pods = new BatchAmount(8_000, 16L << 30);
        node.demand = new Demand(true, 200, 2 << 20, false);

        seconds(120, 2);

        assertThat(node.capability).isEqualTo(new YarnAmount(12, 24_576));
        assertThat(state.memory().patience()).isEqualTo(Patience.FIRST);
    }

    @Test
    void noWaitIsLongerThanSixMinutesUnlessConfigured() {
        Patience patience = Patience.FIRST;
        for (int i = 0; i < 100; i++) {
            patience = patience.gaveUp();
        }

        assertThat(patience.of(Duration.ofSeconds(60))).isEqualTo(Duration.ofSeconds(360));
        assertThat(patience.of(Duration.ofMinutes(20))).isEqualTo(Duration.ofMinutes(20));
        assertThat(Patience.FIRST.gaveUp().of(Duration.ofSeconds(60))).isEqualTo(Duration.ofSeconds(120));
    }
}
