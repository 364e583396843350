package io.koordbridge.scheduler.quota.revoke;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.dropwizard.util.Duration;
import io.koordbridge.kube.write.PodEvictions.Outcome;
import io.koordbridge.kube.write.PodEvictions.Result;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.protocol.WellKnown;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import io.koordbridge.scheduler.quota.tree.PodQuota;
import io.koordbridge.scheduler.quota.tree.PodRank;
import io.koordbridge.scheduler.quota.tree.QuotaArgs;
import io.koordbridge.scheduler.quota.tree.QuotaLedger;
import io.koordbridge.scheduler.quota.tree.QuotaSpec;
import io.koordbridge.testkit.ManualClock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class QuotaRevokerTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final ManualClock clock = new ManualClock(START);
    private final QuotaLedger ledger = new QuotaLedger(QuotaArgs.DEFAULT);
    private final List<String> evicted = new ArrayList<>();
    private final MetricRegistry metrics = new MetricRegistry();
    private boolean acts = true;
    private final QuotaRevoker revoker = revoker(false);

    private QuotaRevoker revoker(boolean dryRun) {
        return new QuotaRevoker(
                ledger,
                new RevokeArgs(true, Duration.seconds(120), 2, dryRun),
                pod -> {
                    evicted.add(pod.name());
                    ledger.podGone(pod.uid(), pod.key());
                    return new Outcome(Result.EVICTED, "");
                },
                time -> acts,
                clock,
                metrics);
    }

    private static ResourceVector cpu(long milli) {
        return ResourceVector.of(Map.of(ResourceNames.CPU, milli));
    }

    private void max(long milli) {
        ledger.quotaSeen(new QuotaSpec(
                "a",
                "ns",
                WellKnown.ROOT_QUOTA,
                new QuotaSpec.Tree("", ResourceVector.EMPTY, false),
                true,
                cpu(0),
                cpu(milli),
                cpu(1),
                List.of()));
    }

    private void bound(String name, int priority, boolean nonPreemptible) {
        PodRank rank = new PodRank(priority, 0, START, START);
        ledger.podSeen(
                new PodQuota("uid-" + name, "ns", name, "a", cpu(1_000), nonPreemptible, "n1", rank, false, null));
    }

    @BeforeEach
    void fourPods() {
        ledger.nodeSeen("n1", cpu(100_000));
        max(4_000);
        bound("low", 1, false);
        bound("middle", 5, false);
        bound("high", 9, false);
        bound("kept", 0, true);
        revoker.round();
    }

    private void pass(long seconds) {
        for (long second = 0; second < seconds; second++) {
            clock.advance(java.time.Duration.ofSeconds(1));
            revoker.round();
        }
    }

    @Test
    void overuseIsEndedAfterTheDelayByTheLeastImportantThatMayGo() {
        max(3_000);

        pass(120);
        assertThat(evicted).isEmpty();
        pass(1);

        assertThat(evicted).containsExactly("low");
        pass(500);
        assertThat(evicted).containsExactly("low");
    }

    @Test
    void overuseThatEndsByItselfIsForgotten() {
        max(3_000);
        pass(100);
        max(4_000);
        pass(10);
        max(3_000);
        pass(100);

        assertThat(evicted).isEmpty();
    }

    @Test
    void noMoreThanTheLimitOfAMinuteAreEvicted() {
        max(1_000);
        pass(121);
        assertThat(evicted).containsExactly("low", "middle");

        pass(121);
        assertThat(evicted).containsExactly("low", "middle", "high");
    }

    @Test
    void aReplicaThatDoesNotLeadStartsToCountWhenItDoes() {
        max(3_000);
        acts = false;
        pass(300);
        acts = true;
        pass(119);
        assertThat(evicted).isEmpty();

        pass(10);
        assertThat(evicted).containsExactly("low");
    }

    @Test
    void aDryRunEvictsNothing() {
        QuotaRevoker dry = revoker(true);
        dry.round();
        max(3_000);
        clock.advance(java.time.Duration.ofSeconds(121));
        dry.round();

        assertThat(evicted).isEmpty();
        assertThat(metrics.counter("koord_scheduler_quota_revokes_total{result=dry_run}")
                        .getCount())
                .isEqualTo(1);
    }
}
