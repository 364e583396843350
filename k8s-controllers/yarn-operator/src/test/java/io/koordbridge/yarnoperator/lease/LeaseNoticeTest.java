package io.koordbridge.yarnoperator.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.yarnoperator.lease.LeaseAction.Notice;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Each step of a shrink says how long containers have; amounts are in cores and GiB. */
class LeaseNoticeTest extends ProtocolDriver {

    private void origin(long milliCpu, long gibibytes) {
        node.origin = new BatchAmount(milliCpu, gibibytes << 30);
        later(Duration.ofSeconds(1));
    }

    @Test
    void aShrinkOfCpuSaysTheLongDeadline() {
        node.used = HALF;
        next();

        origin(4_000, 40);

        assertThat(texts(Notice.SHRINKING))
                .containsExactly("10 cores/20 GiB to 4 cores/30 GiB, the node offers less than is given away;"
                        + " containers that stay are preempted in 10 min 0 s");
    }

    @Test
    void memoryGoesFirstAndEachStepSaysItsOwnDeadline() {
        node.used = HALF;
        next();
        origin(4_000, 10);

        assertThat(texts(Notice.SHRINKING)).singleElement().asString().endsWith("are preempted in 15 s");

        origin(4_000, 8);

        assertThat(texts(Notice.SHRINKING))
                .containsExactly("further, to 4 cores/8 GiB, the node offers less than is given away;"
                        + " containers that stay are preempted in 14 s");
    }

    @Test
    void theStepOfCpuAfterThatOfMemoryIsAnnounced() {
        node.used = HALF;
        next();
        origin(4_000, 10);
        YarnAmount small = sent().get(0).capability();
        node.capability = small;
        node.told = small;
        node.used = new YarnAmount(10, 10_240);

        later(Duration.ofSeconds(1));
        for (int second = 0; second < 60 && texts(Notice.SHRINKING).isEmpty(); second++) {
            later(Duration.ofSeconds(1));
        }

        assertThat(texts(Notice.SHRINKING))
                .containsExactly("memory is released, now CPU, to 4 cores/10 GiB; containers that stay are preempted in"
                        + " 10 min 0 s");
    }
}
