package io.koordbridge.yarnoperator.resourcemanager;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.policy.amount.YarnAmount;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResourceManagerTest {

    private final ResourceManager silent = new ResourceManager() {
        @Override
        public List<ReportedNode> nodes() {
            return List.of();
        }

        @Override
        public PendingDemand pending() {
            return new PendingDemand(0, 0);
        }

        @Override
        public void update(String host, int port, YarnAmount capability, Duration overcommitTimeout) {
            throw new AssertionError("nothing is sent");
        }

        @Override
        public void close() {
            // Nothing is held.
        }
    };

    @Test
    void whatOneDoesNotSayIsNotKnown() {
        assertThat(silent.partitions()).isEqualTo(PartitionDemand.UNKNOWN);
        assertThat(silent.scheduler()).isEqualTo(SchedulerFacts.UNKNOWN);
        assertThat(silent.minimum()).isEmpty();
        assertThat(silent.epoch()).isZero();
    }
}
