package io.koordbridge.koordlet.qos.batchresource;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.koordlet.kubepods.BatchAmounts;
import io.koordbridge.koordlet.kubepods.BatchContainer;
import io.koordbridge.koordlet.kubepods.BatchContainer.PlainLimits;
import io.koordbridge.koordlet.kubepods.BatchContainer.Role;
import java.util.List;
import org.junit.jupiter.api.Test;

class LimitSumTest {

    private static final long GIB = 1L << 30;
    private static final PlainLimits NO_OVERHEAD = PlainLimits.NONE;

    private static BatchContainer batch(Role role, long milli, long gibibytes) {
        return new BatchContainer("c", role, true, new BatchAmounts(milli, milli, gibibytes * GIB), PlainLimits.NONE);
    }

    private static BatchContainer plain(long milli, long gibibytes) {
        return new BatchContainer(
                "proxy", Role.MAIN, false, new BatchAmounts(0, 0, 0), new PlainLimits(milli, gibibytes * GIB));
    }

    private static BatchLimits.Values values(PlainLimits overhead, BatchContainer... containers) {
        return LimitSum.ofPod(List.of(containers), overhead, false).values(BatchLimitRules.NO_RATIO);
    }

    @Test
    void sidecarsAreAdded() {
        assertThat(values(NO_OVERHEAD, batch(Role.SIDECAR, 1000, 1), batch(Role.MAIN, 2000, 4)))
                .isEqualTo(new BatchLimits.Values(3072, 300_000, 5 * GIB));
    }

    @Test
    void aLargerInitContainerCountsWithTheSidecarsBeforeIt() {
        assertThat(values(NO_OVERHEAD, batch(Role.INIT, 3000, 1), batch(Role.MAIN, 1000, 2)))
                .isEqualTo(new BatchLimits.Values(3072, 300_000, 2 * GIB));
        assertThat(values(
                        NO_OVERHEAD,
                        batch(Role.SIDECAR, 1000, 1),
                        batch(Role.INIT, 3000, 8),
                        batch(Role.SIDECAR, 500, 1),
                        batch(Role.MAIN, 1000, 1)))
                .isEqualTo(new BatchLimits.Values(4096, 400_000, 9 * GIB));
    }

    @Test
    void plainLimitsCount() {
        assertThat(values(NO_OVERHEAD, batch(Role.MAIN, 4000, 4), plain(2000, 1)))
                .isEqualTo(new BatchLimits.Values(4096, 600_000, 5 * GIB));
    }

    @Test
    void aContainerWithoutALimitMakesThePodUnlimitedInThatResource() {
        assertThat(values(NO_OVERHEAD, batch(Role.MAIN, 4000, 4), plain(0, 1)))
                .isEqualTo(new BatchLimits.Values(4096, -1, 5 * GIB));
        assertThat(values(NO_OVERHEAD, batch(Role.INIT, 1000, 0), batch(Role.MAIN, 4000, 4)))
                .isEqualTo(new BatchLimits.Values(4096, 400_000, -1));
    }

    @Test
    void theOverheadOfTheRuntimeIsAdded() {
        assertThat(values(new PlainLimits(250, GIB), batch(Role.MAIN, 1000, 1)))
                .isEqualTo(new BatchLimits.Values(1024, 125_000, 2 * GIB));
        assertThat(values(new PlainLimits(250, GIB), batch(Role.MAIN, 0, 0)))
                .isEqualTo(new BatchLimits.Values(2, -1, -1));
    }

    @Test
    void onlyBatchCpuFollowsTheSpeedOfTheNode() {
        assertThat(LimitSum.ofPod(List.of(batch(Role.MAIN, 4000, 4), plain(2000, 1)), NO_OVERHEAD, false)
                        .values(2)
                        .quotaMicros())
                .isEqualTo(400_000);
    }

    @Test
    void aQuotaOfTheTierLeavesPlainLimits() {
        assertThat(LimitSum.of(batch(Role.MAIN, 4000, 4), true)
                        .values(BatchLimitRules.NO_RATIO)
                        .quotaMicros())
                .isEqualTo(-1);
        assertThat(LimitSum.of(plain(2000, 1), true)
                        .values(BatchLimitRules.NO_RATIO)
                        .quotaMicros())
                .isEqualTo(200_000);
    }
}
