package io.koordbridge.capacity.batchresource;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.protocol.PriorityClass;
import io.koordbridge.sloconfig.colocation.ColocationStrategy;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A node of 10 cores and 100 GiB with a margin of 40 %; expected values follow specification section 8.3 by hand. */
class BatchFormulaTest {

    private static final CpuMemory CAPACITY = amount(10_000, 100);
    private static final PodSums PODS = new PodSums(
            amount(3_000, 30), amount(2_000, 20), amount(3_500, 32), CpuMemory.ZERO, new PodSums.Counts(2, 0, 0, 0));

    private static CpuMemory amount(long milliCpu, long gibibytes) {
        return CpuMemory.ofMilliAndBytes(milliCpu, gibibytes << 30);
    }

    private static ColocationStrategy strategy(String more) {
        return Strategies.of("{\"cpuReclaimThresholdPercent\": 60, \"memoryReclaimThresholdPercent\": 60" + more + "}");
    }

    /** The system and host applications use 1 core and 10 GiB, half a core and 5 GiB are reserved. */
    private static final NodeOverhead OVERHEAD = new NodeOverhead(
            amount(500, 1), amount(300, 5), amount(500, 5), amount(800, 8), amount(200, 2), amount(1_000, 10));

    private static BatchTerms terms(PodSums pods, ColocationStrategy strategy) {
        return BatchFormula.terms(CAPACITY, OVERHEAD, pods, strategy);
    }

    @Test
    void subtractsMarginSystemAndPodsByEachPolicy() {
        BatchTerms terms = terms(PODS, strategy(""));

        assertThat(terms.margin()).isEqualTo(amount(4_000, 40));
        assertThat(terms.overhead().system()).isEqualTo(amount(1_000, 10));
        assertThat(terms.byUsage()).isEqualTo(amount(3_000, 30));
        assertThat(terms.byRequest()).isEqualTo(amount(2_500, 25));
        assertThat(terms.byMaxUsageRequest()).isEqualTo(amount(1_500, 18));
    }

    @Test
    void countsTheReservationWhenTheSystemUsesLess() {
        NodeSnapshot node = new NodeSnapshot("n", CAPACITY, amount(9_700, 95), true, amount(500, 1), List.of(), null);

        NodeOverhead idle = NodeOverhead.of(node, amount(100, 9), CpuMemory.ZERO);

        assertThat(idle.reserved()).isEqualTo(amount(500, 5));
        assertThat(idle.system()).isEqualTo(amount(500, 9));
    }

    @Test
    void offersNothingBelowZero() {
        PodSums busy = new PodSums(
                amount(9_000, 10),
                amount(9_000, 10),
                amount(9_000, 10),
                CpuMemory.ZERO,
                new PodSums.Counts(1, 0, 0, 0));

        BatchTerms terms = terms(busy, strategy(""));

        assertThat(terms.byUsage()).isEqualTo(amount(0, 40));
        assertThat(terms.byRequest()).isEqualTo(amount(0, 45));
    }

    @Test
    void choosesThePolicyOfEachResource() {
        ColocationStrategy strategy =
                strategy(", \"cpuCalculatePolicy\": \"maxUsageRequest\", \"memoryCalculatePolicy\": \"request\"");

        BatchFormula.Offer offer = BatchFormula.offer(terms(PODS, strategy), strategy);

        assertThat(offer.amount()).isEqualTo(amount(1_500, 25));
        assertThat(offer.cpuPolicy()).isEqualTo(CalculatePolicy.MAX_USAGE_REQUEST);
        assertThat(offer.memoryPolicy()).isEqualTo(CalculatePolicy.REQUEST);
        assertThat(offer.capped()).isFalse();
    }

    @Test
    void capsTheOfferAtItsPercentOfTheCapacity() {
        ColocationStrategy strategy = strategy(", \"batchCPUThresholdPercent\": 10");

        BatchTerms terms = terms(PODS, strategy);
        BatchFormula.Offer offer = BatchFormula.offer(terms, strategy);

        assertThat(terms.cpuLimitMilli()).isEqualTo(1_000);
        assertThat(terms.memoryLimitBytes()).isNull();
        assertThat(offer.amount()).isEqualTo(amount(1_000, 30));
        assertThat(offer.capped()).isTrue();
    }

    @Test
    void countsTheWholeCpuRequestOfAPodWhoseCpuIsNotReclaimed() {
        CpuMemory requests = amount(2_000, 4);
        CpuMemory usage = amount(500, 3);

        assertThat(BatchFormula.used(pod(false, requests), requests, usage)).isEqualTo(usage);
        assertThat(BatchFormula.used(pod(true, requests), requests, usage)).isEqualTo(amount(2_000, 3));
    }

    private static PodDemand pod(boolean cpuNotReclaimed, CpuMemory requests) {
        return new PodDemand(
                "ns",
                "p",
                true,
                PriorityClass.PROD,
                cpuNotReclaimed,
                requests,
                CpuMemory.ZERO,
                CpuMemory.ZERO,
                List.of());
    }
}
