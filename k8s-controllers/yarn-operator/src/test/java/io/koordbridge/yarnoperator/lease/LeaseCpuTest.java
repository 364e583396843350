package io.koordbridge.yarnoperator.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.policy.amount.YarnAmount;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The short deadline of memory ends no container for its CPU, whatever had raised that. Histories that the model found. */
class LeaseCpuTest extends ProtocolDriver {

    private static final YarnAmount LITTLE = new YarnAmount(4, 8_192);

    private void takes(YarnAmount used) {
        node.capability = used;
        node.told = used;
        node.used = used;
    }

    private long lastVcores() {
        return sent().get(sent().size() - 1).capability().vcores();
    }

    @Test
    void aFormerLeadersRaiseThatIsUnansweredMayBeInUseWhenMemoryIsShort() {
        // The former leader has reserved and sent 10 vcores; they take effect after this leader has looked.
        takes(LITTLE);
        node.leaderSince = node.now;
        node.mayGrow = false;
        next();

        node.eviction = new Eviction(new BatchAmount(0, 4L << 30), node.now.plusSeconds(1));
        later(Duration.ofSeconds(1));

        assertThat(lastVcores()).isEqualTo(4);

        node.capability = new YarnAmount(4, 4_096);
        node.used = new YarnAmount(10, 8_192);
        later(Duration.ofSeconds(1));

        assertThat(sent()).singleElement().satisfies(update -> {
            assertThat(update.grace()).isLessThanOrEqualTo(settings.times().pressureTimeout());
            assertThat(update.capability()).isEqualTo(new YarnAmount(10, 4_096));
        });
    }

    @Test
    void cpuThatTurnsOutToBeInUseIsLeftToContainersBeforeTheDeadline() {
        node = Observations.steady(LITTLE);
        takes(LITTLE);
        node.mayGrow = false;
        next();
        node.origin = new BatchAmount(20_000, 4L << 30);
        later(Duration.ofSeconds(1));
        assertThat(lastVcores()).isEqualTo(4);

        // Another client had raised the node: 9 vcores run by the time that the update takes effect.
        node.capability = new YarnAmount(4, 4_096);
        node.used = new YarnAmount(9, 8_192);
        later(Duration.ofSeconds(1));

        assertThat(lastVcores()).isEqualTo(9);
    }
}
