package io.koordbridge.yarnoperator.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.policy.amount.YarnAmount;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The deadline of a shrink lives in the memory of one ResourceManager. Histories that the model found. */
class LeaseDeadlineTest extends ProtocolDriver {

    @Test
    void memoryComesBackAlsoWhenAnotherResourceManagerTakesOverBeforeTheDeadline() {
        node.used = HALF;
        node.mayGrow = false;
        next();
        node.origin = new BatchAmount(20_000, 10L << 30);
        later(Duration.ofSeconds(1));
        YarnAmount small = sent().get(0).capability();
        assertThat(small.memoryMb()).isEqualTo(10_240);

        // The one that takes over has the smaller capacity by the NodeManager's word, and knows of no deadline.
        node.capability = small;
        node.told = small;
        node.epoch = 2;
        int updates = 0;
        for (int second = 0; second < 60; second++) {
            later(Duration.ofSeconds(1));
            updates += sent().size();
        }

        assertThat(state.change().phase().shrinking()).isTrue();
        assertThat(updates).isPositive();
    }

    /** The ResourceManager has what was sent, the NodeManager too, and no container leaves. */
    private void takes(YarnAmount small) {
        assertThat(sent().get(0).capability()).isEqualTo(small);
        node.capability = small;
        node.told = small;
    }

    private List<YarnAmount> sentWithin(int seconds) {
        List<YarnAmount> all = new ArrayList<>();
        for (int second = 0; second < seconds; second++) {
            later(Duration.ofSeconds(1));
            sent().forEach(one -> all.add(one.capability()));
        }
        return all;
    }

    @Test
    void whatIsGivenBackAfterTheDeadlineSettlesAndIsSent() {
        node.used = HALF;
        next();
        node.origin = new BatchAmount(20_000, 4L << 30);
        later(Duration.ofSeconds(1));
        takes(new YarnAmount(10, 4_096));
        sentWithin(40);
        assertThat(state.change().phase().shrinking()).isTrue();

        node.origin = new BatchAmount(20_000, 10L << 30);

        assertThat(sentWithin(20)).extracting(YarnAmount::memoryMb).contains(10_240L);
    }

    @Test
    void containersThatAreToLeaveAfterTheDeadlineOfOthersHaveOneOfTheirOwn() {
        node.used = HALF;
        next();
        node.origin = new BatchAmount(20_000, 10L << 30);
        later(Duration.ofSeconds(1));
        takes(new YarnAmount(10, 10_240));
        node.used = new YarnAmount(4, 8_192);
        node.told = null;
        node.down = true;
        sentWithin(20);

        node.origin = new BatchAmount(20_000, 4L << 30);
        later(Duration.ofSeconds(1));

        assertThat(sent()).containsExactly(sent(new YarnAmount(10, 4_096), Duration.ofSeconds(15)));
    }
}
