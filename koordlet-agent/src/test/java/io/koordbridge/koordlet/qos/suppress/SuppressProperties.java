package io.koordbridge.koordlet.qos.suppress;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.koordlet.topology.Processor;
import io.koordbridge.policy.suppress.NodeLoad;
import io.koordbridge.policy.suppress.SuppressAllowance;
import io.koordbridge.policy.suppress.SuppressQuota;
import io.koordbridge.protocol.CpuSet;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

class SuppressProperties {

    private static final long CAPACITY = 16_000;

    private static NodeLoad load(double podCores, double systemCores) {
        NodeLoad.Usage pod = new NodeLoad.Usage(podCores, false);
        return new NodeLoad(CAPACITY, 0, podCores + systemCores, List.of(pod), List.of());
    }

    @Property
    void moreLoadOfOthersNeverAllowsMore(
            @ForAll @DoubleRange(max = 16) double cores,
            @ForAll @DoubleRange(max = 16) double more,
            @ForAll @IntRange(max = 100) int percent) {
        long before = SuppressAllowance.milliCpu(load(cores, 1), percent, OptionalLong.empty());

        long after = SuppressAllowance.milliCpu(load(cores + more, 1), percent, OptionalLong.empty());

        assertThat(after).isLessThanOrEqualTo(before);
    }

    @Property
    void theFloorHoldsUnderAnyLoad(
            @ForAll @DoubleRange(max = 100) double cores, @ForAll @IntRange(max = 100) int minPercent) {
        long allowance = SuppressAllowance.milliCpu(load(cores, 0), 65, OptionalLong.of(minPercent));

        assertThat(allowance).isGreaterThanOrEqualTo(CAPACITY * minPercent / 100);
    }

    @Property
    void bestEffortUsageDoesNotTakeFromItself(
            @ForAll @DoubleRange(max = 16) double batchCores, @ForAll @DoubleRange(max = 8) double podCores) {
        NodeLoad.Usage pod = new NodeLoad.Usage(podCores, false);
        NodeLoad.Usage batch = new NodeLoad.Usage(batchCores, true);
        NodeLoad alone = new NodeLoad(CAPACITY, 0, podCores, List.of(pod), List.of());
        NodeLoad shared = new NodeLoad(CAPACITY, 0, podCores + batchCores, List.of(pod), List.of(batch));

        long difference = SuppressAllowance.milliCpu(alone, 65, OptionalLong.empty())
                - SuppressAllowance.milliCpu(shared, 65, OptionalLong.empty());

        // A sum of doubles may fall one milli-core short.
        assertThat(Math.abs(difference)).isLessThanOrEqualTo(1);
    }

    @Property
    void theQuotaNeverFallsBelowItsFloor(
            @ForAll @LongRange(min = -64_000, max = 64_000) long allowance,
            @ForAll @LongRange(min = 2_000, max = 6_400_000) long current) {
        assertThat(SuppressQuota.next(allowance, CAPACITY, current).orElse(current))
                .isGreaterThanOrEqualTo(2_000);
    }

    @Property
    void theQuotaGrowsByAtMostATenthOfTheNode(
            @ForAll @LongRange(min = -64_000, max = 64_000) long allowance,
            @ForAll @LongRange(min = 2_000, max = 6_400_000) long current) {
        assertThat(SuppressQuota.next(allowance, CAPACITY, current).orElse(current))
                .isLessThanOrEqualTo(current + 160_000);
    }

    @Property
    void shrinkingTheQuotaTakesOneStep(
            @ForAll @LongRange(min = -64_000, max = 16_000) long allowance,
            @ForAll @LongRange(min = 1_700_000, max = 6_400_000) long current) {
        assertThat(SuppressQuota.next(allowance, CAPACITY, current)).hasValue(Math.max(2_000, allowance * 100));
    }

    @Property
    void aSecondStepWithTheSameAllowanceIsNoStepOnceReached(
            @ForAll @LongRange(min = 100, max = 64_000) long allowance) {
        long reached = allowance * 100;

        assertThat(SuppressQuota.next(allowance, CAPACITY, reached)).isEmpty();
    }

    @Property
    void theCpusetHasAsManyCpusAsTheAllowanceNeeds(
            @ForAll @LongRange(min = -64_000, max = 16_000) long allowance,
            @ForAll @IntRange(min = 2, max = 16) int now) {
        CpuSet current = CpuSet.of(IntStream.range(0, now).boxed().toList());

        CpuSet next = SuppressCpuset.next(allowance, current, holders(16));

        long wanted = Math.max(2, (allowance + 999) / 1000);
        assertThat(next.size()).isEqualTo((int) Math.min(wanted, now + 2));
    }

    @Property
    void cpusOfOthersAreNeverChosen(@ForAll @LongRange(min = 2_000, max = 16_000) long allowance) {
        CpuHolders all = holders(16);
        CpuHolders holders = new CpuHolders(
                all.processors(), CpuSet.parse("0-1"), CpuSet.parse("2"), CpuSet.parse("3-4"), CpuSet.EMPTY);

        CpuSet next = SuppressCpuset.next(allowance, CpuSet.parse("5-15"), holders);

        assertThat(next.cpus()).doesNotContain(0, 1, 2, 3, 4);
    }

    private static CpuHolders holders(int cpus) {
        List<Processor> processors = new ArrayList<>();
        for (int cpu = 0; cpu < cpus; cpu++) {
            processors.add(new Processor(cpu, cpu / 2, 0, cpu / 8));
        }
        return new CpuHolders(processors, CpuSet.EMPTY, CpuSet.EMPTY, CpuSet.EMPTY, CpuSet.EMPTY);
    }
}
