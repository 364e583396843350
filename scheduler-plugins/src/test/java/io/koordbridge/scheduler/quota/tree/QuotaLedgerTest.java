package io.koordbridge.scheduler.quota.tree;

import static io.koordbridge.scheduler.quota.tree.Quotas.bound;
import static io.koordbridge.scheduler.quota.tree.Quotas.cpu;
import static io.koordbridge.scheduler.quota.tree.Quotas.pod;
import static io.koordbridge.scheduler.quota.tree.Quotas.quota;
import static io.koordbridge.scheduler.quota.tree.Quotas.top;
import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.protocol.WellKnown;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import io.koordbridge.scheduler.quota.tree.QuotaVerdict.Code;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuotaLedgerTest {

    private static final Instant LATER = Instant.parse("2027-01-01T00:00:00Z");

    private final QuotaLedger ledger = new QuotaLedger(QuotaArgs.DEFAULT);

    @BeforeEach
    void oneNode() {
        ledger.nodeSeen("n1", cpu(10_000));
    }

    private QuotaState state(String name) {
        return ledger.states().getOrDefault("", Map.of()).get(name);
    }

    @Test
    void aHoldCountsLikeABoundPodUntilItIsReleased() {
        ledger.quotaSeen(top("a", 2_000, 4_000));
        ledger.podSeen(pod("x", "a", 3_000));
        ledger.podSeen(pod("y", "a", 3_000));

        ledger.hold("ns/x", LATER);
        assertThat(state("a").used()).isEqualTo(cpu(3_000));
        assertThat(ledger.check("ns/y").code()).isEqualTo(Code.USED_LIMIT);

        ledger.release("ns/x");
        assertThat(ledger.check("ns/y").code()).isEqualTo(Code.ALLOWED);
    }

    /** What the webhook gates by: a new pod is no part of it yet. */
    @ParameterizedTest
    @CsvSource({"0, false", "10, false", "80, false", "100, false", "101, true"})
    void requestIsAboveRuntimeOnlyWhilePodsWait(int cores, boolean waiting) {
        ledger.nodeSeen("n1", cpu(2_000_000));
        ledger.quotaSeen(top("a", 50_000, 100_000));
        for (int i = 0; i < Math.min(cores, 100); i++) {
            ledger.podSeen(bound("p" + i, "a", 1_000));
        }
        if (waiting) {
            ledger.podSeen(pod("waits", "a", 1_000));
        }

        QuotaState state = state("a");
        assertThat(state.childRequest().get("cpu") > state.runtime().get("cpu")).isEqualTo(waiting);
    }

    @Test
    void aHoldThatIsOverIsGivenUp() {
        ledger.quotaSeen(top("a", 2_000, 4_000));
        ledger.podSeen(pod("x", "a", 3_000));
        ledger.hold("ns/x", LATER);

        ledger.expire(LATER, LATER);
        assertThat(state("a").used()).isEqualTo(cpu(3_000));
        ledger.expire(LATER.plusMillis(1), LATER.plusMillis(1));
        assertThat(state("a").used().isZero()).isTrue();
    }

    @Test
    void theTimeOfDayEndsNoHold() {
        ledger.quotaSeen(top("a", 2_000, 4_000));
        ledger.podSeen(pod("x", "a", 3_000));
        ledger.hold("ns/x", LATER);

        ledger.expire(LATER, LATER.plusSeconds(86_400));
        assertThat(state("a").used()).isEqualTo(cpu(3_000));
        ledger.expire(LATER.plusMillis(1), LATER.minusSeconds(86_400));
        assertThat(state("a").used().isZero()).isTrue();
    }

    @Test
    void aBoundPodOutlivesItsHold() {
        ledger.quotaSeen(top("a", 2_000, 4_000));
        ledger.podSeen(pod("x", "a", 3_000));
        ledger.hold("ns/x", LATER);
        ledger.podSeen(bound("x", "a", 3_000));

        ledger.expire(LATER.plusSeconds(1), LATER.plusSeconds(1));
        ledger.release("ns/x");

        assertThat(state("a").used()).isEqualTo(cpu(3_000));
    }

    @Test
    void aPodIsNotInTheWayOfItself() {
        ledger.quotaSeen(top("a", 2_000, 4_000));
        ledger.podSeen(pod("x", "a", 3_000));
        ledger.hold("ns/x", LATER);

        assertThat(ledger.check("ns/x").code()).isEqualTo(Code.ALLOWED);
        assertThat(state("a").used()).isEqualTo(cpu(3_000));
    }

    @Test
    void podsOfADeletedQuotaMoveAtOnce() {
        ledger.quotaSeen(top("a", 2_000, 4_000));
        ledger.podSeen(bound("x", "a", 3_000));

        ledger.quotaGone("a");

        assertThat(state(WellKnown.DEFAULT_QUOTA).used()).isEqualTo(cpu(3_000));
        assertThat(state(WellKnown.ROOT_QUOTA).runtime()).isEqualTo(cpu(7_000));
    }

    @Test
    void podsLeaveTheDefaultQuotaWhenTheirsComes() {
        ledger.podSeen(bound("x", "late", 3_000));
        ledger.quotaSeen(top("late", 1_000, 4_000));
        assertThat(state("late").used().isZero()).isTrue();

        ledger.moveOutOfDefault();

        assertThat(state("late").used()).isEqualTo(cpu(3_000));
        assertThat(state(WellKnown.DEFAULT_QUOTA).used().isZero()).isTrue();
    }

    @Test
    void anOrphanWaitsForItsParent() {
        ledger.quotaSeen(quota("child", "missing", 1_000, 4_000));
        ledger.podSeen(pod("x", "child", 500));

        QuotaVerdict verdict = ledger.check("ns/x");
        assertThat(verdict.code()).isEqualTo(Code.ORPHAN);
        assertThat(verdict.reason()).contains("child", "missing");

        ledger.quotaSeen(top("missing", 1_000, 4_000));
        assertThat(ledger.check("ns/x").code()).isEqualTo(Code.ALLOWED);
    }

    @Test
    void quotasThatAreTheirOwnAncestorsLetNoPodIn() {
        ledger.quotaSeen(quota("a", "b", 1_000, 4_000));
        ledger.quotaSeen(quota("b", "a", 1_000, 4_000));
        ledger.podSeen(pod("x", "a", 500));

        assertThat(ledger.check("ns/x").code()).isEqualTo(Code.ORPHAN);
    }

    @Test
    void aNewResourceInMaxCountsPodsThatWereThereBefore() {
        ledger.quotaSeen(new QuotaSpec(
                "a",
                "quotas",
                WellKnown.ROOT_QUOTA,
                QuotaSpec.Tree.DEFAULT,
                true,
                cpu(0),
                ResourceVector.EMPTY,
                cpu(1),
                List.of()));
        ledger.podSeen(bound("x", "a", 3_000));
        assertThat(state("a").used().isZero()).isTrue();

        ledger.quotaSeen(top("a", 0, 4_000));

        assertThat(state("a").used()).isEqualTo(cpu(3_000));
    }

    @Test
    void aRecreatedPodOfTheSameNameStartsAnew() {
        ledger.quotaSeen(top("a", 2_000, 4_000));
        ledger.podSeen(bound("x", "a", 3_000));
        PodQuota second = new PodQuota("other", "ns", "x", "a", cpu(1_000), false, "", PodRank.LOWEST, false, null);

        ledger.podSeen(second);
        ledger.podGone("uid-x", "ns/x");

        assertThat(state("a").used().isZero()).isTrue();
        assertThat(state("a").request()).isEqualTo(cpu(1_000));
    }

    @Test
    void aPodPastItsGracePeriodNoLongerCounts() {
        ledger.quotaSeen(top("a", 2_000, 4_000));
        Instant end = Instant.parse("2026-01-01T00:00:00Z");
        ledger.podSeen(new PodQuota("u", "ns", "x", "a", cpu(3_000), false, "n1", PodRank.LOWEST, false, end));

        ledger.expire(end, end);
        assertThat(state("a").used()).isEqualTo(cpu(3_000));
        ledger.expire(end.plusSeconds(1), end.plusSeconds(1));
        assertThat(state("a").used().isZero()).isTrue();
    }

    @Test
    void theReasonStaysTheSameWhileTheSameResourcesAreShort() {
        ledger.quotaSeen(top("a", 2_000, 4_000));
        ledger.podSeen(pod("x", "a", 3_000));
        ledger.podSeen(bound("y", "a", 2_000));
        String before = ledger.check("ns/x").reason();

        ledger.podSeen(bound("z", "a", 100));

        assertThat(ledger.check("ns/x").reason()).isEqualTo(before).contains("a", "cpu");
        assertThat(ledger.check("ns/x").message()).contains("2100");
    }
}
