package io.koordbridge.scheduler.quota.tree;

import static io.koordbridge.scheduler.quota.tree.Quotas.cpu;
import static io.koordbridge.scheduler.quota.tree.Quotas.facts;
import static io.koordbridge.scheduler.quota.tree.Quotas.pod;
import static io.koordbridge.scheduler.quota.tree.Quotas.top;
import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.koordbridge.api.quota.QuotaNamespaces;
import io.koordbridge.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class QuotaGateTest {

    private final ManualClock clock = new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));
    private final QuotaLedger ledger = new QuotaLedger(QuotaArgs.DEFAULT);
    private final MetricRegistry metrics = new MetricRegistry();
    private final QuotaGate gate =
            new QuotaGate(ledger, new QuotaWaiters(ledger, pod -> true, clock, metrics), clock, metrics);

    @BeforeEach
    void roomForOne() {
        ledger.nodeSeen("n1", cpu(10_000));
        ledger.quotaSeen(top("a", 1_000, 1_000));
        ledger.podSeen(pod("x", "a", 1_000));
        ledger.podSeen(pod("y", "a", 1_000));
    }

    @Test
    void keysThatAreLeftOutHaveTheirDefaults() throws JsonProcessingException {
        QuotaArgs read = new ObjectMapper().readValue("{\"enableCheckParentQuota\":true}", QuotaArgs.class);

        assertThat(read)
                .isEqualTo(new QuotaArgs(
                        true, true, true, true, "koordinator-system", QuotaNamespaces.DEFAULT, QuotaGates.OFF));
    }

    @Test
    void whatOnePassedWithIsNotGivenToTheNext() {
        assertThat(gate.admit(facts("x")).fits()).isTrue();

        assertThat(gate.admit(facts("y")).message()).contains("quotaName: a", "cpu");
        assertThat(gate.confirm(facts("x")).fits()).isTrue();
        assertThat(metrics.getCounters()).hasSize(1);
    }

    @Test
    void roomIsGivenUpWithThePlaceAndAfterACycle() {
        gate.admit(facts("x"));
        gate.release(facts("x"));
        assertThat(gate.admit(facts("y")).fits()).isTrue();

        clock.advance(Duration.ofSeconds(21));
        ledger.expire(clock.instant(), clock.instant());
        assertThat(gate.admit(facts("x")).fits()).isTrue();
    }

    @Test
    void aPodThatIsNotSeenYetIsDecidedAboutWhenItIsBound() {
        assertThat(gate.admit(facts("new")).fits()).isTrue();
        assertThat(gate.confirm(facts("new")).fits()).isFalse();
    }
}
