package io.koordbridge.scheduler.quota.tree;

import static io.koordbridge.scheduler.quota.tree.Quotas.cpu;
import static io.koordbridge.scheduler.quota.tree.Quotas.facts;
import static io.koordbridge.scheduler.quota.tree.Quotas.pod;
import static io.koordbridge.scheduler.quota.tree.Quotas.top;
import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class QuotaTrialTest {

    private final QuotaLedger ledger = new QuotaLedger(QuotaArgs.DEFAULT);
    private final QuotaWaiters waiters = new QuotaWaiters(ledger, pod -> true, Clock.systemUTC(), new MetricRegistry());

    @BeforeEach
    void roomForTwo() {
        ledger.nodeSeen("n1", cpu(10_000));
        ledger.quotaSeen(top("a", 2_000, 2_000));
        ledger.quotaSeen(top("b", 1_000, 1_000));
        List.of("x", "y", "z").forEach(name -> ledger.podSeen(pod(name, "a", 1_000)));
        ledger.podSeen(pod("other", "b", 1_000));
    }

    @Test
    void podsEnterOneBesideTheOtherAndNothingIsHeld() {
        long before = ledger.version();
        QuotaTrial trial = new QuotaTrial(ledger, waiters);

        assertThat(List.of(
                        trial.enter(facts("x")).fits(),
                        trial.enter(facts("y")).fits(),
                        trial.enter(facts("other")).fits()))
                .containsOnly(true);
        assertThat(trial.enter(facts("z")).message()).contains("quotaName: a", "cpu");
        assertThat(waiters.plannedLongerThan(Duration.ZERO)).containsExactly(facts("z"));
        trial.leave(facts("y"));
        trial.leave(facts("unknown"));
        assertThat(trial.enter(facts("z")).fits()).isTrue();

        assertThat(ledger.version()).isEqualTo(before);
        assertThat(new QuotaTrial(ledger, waiters).enter(facts("y")).fits()).isTrue();
    }

    @Test
    void aPodThatIsHeldAlreadyCountsOnce() {
        ledger.enter(facts("x").key(), Instant.MAX);
        QuotaTrial trial = new QuotaTrial(ledger, waiters);

        assertThat(trial.enter(facts("x")).fits()).isTrue();
        assertThat(trial.enter(facts("y")).fits()).isTrue();
        assertThat(trial.enter(facts("z")).fits()).isFalse();
        assertThat(trial.enter(facts("new")).message()).contains("not known yet");
    }
}
