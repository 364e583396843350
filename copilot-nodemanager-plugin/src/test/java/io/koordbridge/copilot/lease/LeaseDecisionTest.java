package io.koordbridge.copilot.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.copilot.lease.LeaseDecision.Source;
import org.junit.jupiter.api.Test;

class LeaseDecisionTest {

    private final LeaseDecision lease = new LeaseDecision(Source.LEASE, 8, 16_384, 7, "lease");

    @Test
    void staysWithinBothLimits() {
        LeaseDecision less = lease.atMost(4, 32_768, "what the ResourceManager gave");

        assertThat(less.vcores()).isEqualTo(4);
        assertThat(less.memoryMegabytes()).isEqualTo(16_384);
        assertThat(less.detail()).isEqualTo("lease; not more than what the ResourceManager gave");
        assertThat(less.source()).isEqualTo(Source.LEASE);
        assertThat(less.epoch()).isEqualTo(7);
    }

    @Test
    void isUnchangedWithinTheLimits() {
        assertThat(lease.atMost(8, 16_384, "the limit")).isSameAs(lease);
    }

    @Test
    void keepsTheConfigurationOfANodeManagerWithoutALease() {
        LeaseDecision configured = LeaseDecision.configured(2, 2_048);

        assertThat(configured.source()).isEqualTo(Source.CONFIGURED);
        assertThat(configured.vcores()).isEqualTo(2);
        assertThat(configured.epoch()).isZero();
        assertThat(configured.detail()).isEmpty();
    }
}
