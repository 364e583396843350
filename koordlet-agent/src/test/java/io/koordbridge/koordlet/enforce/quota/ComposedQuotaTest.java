package io.koordbridge.koordlet.enforce.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.koordbridge.koordlet.cgroup.Intent;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ComposedQuotaTest {

    private static QuotaPart normalized(long base, double ratio) {
        return new QuotaPart("pod", base, base, new QuotaPart.Normalized(ratio), "normalize");
    }

    private static QuotaPart burst(long base, long current, double scale, long micros) {
        return new QuotaPart("pod", base, current, new QuotaPart.Burst(scale, micros), "burst");
    }

    /** Base, ratio, scale, burst that is wanted; quota and burst. The first four rows are recorded of the reference. */
    @ParameterizedTest
    @CsvSource({
        "325000, 2.0, 1, 0, 162500, 0",
        "375000, 1.1, 1, 0, 340910, 0",
        "400000, 1.5, 1, 0, 266667, 0",
        "100000, 1.0, 1, 0, 100000, 0",
        "100000, 0.5, 1, 0, 100000, 0",
        "100000, 1.25, 1.5, 0, 120000, 0",
        "100000, 1.25, 1, 1000000, 80000, 80000",
        "100000, 1.25, 3, 50000, 240000, 50000",
        "1000, 4, 1, 0, 1000, 0",
        "-1, 2, 3, 1000000, -1, 0",
    })
    void theBurstIsOnTopOfTheNormalizedBase(
            long base, double ratio, double scale, long wanted, long quota, long burst) {
        List<QuotaPart> parts = List.of(normalized(base, ratio), burst(base, base, scale, wanted));
        List<QuotaPart> otherOrder = List.of(parts.get(1), parts.get(0));

        assertThat(ComposedQuota.of(parts)).isEqualTo(new ComposedQuota(quota, OptionalLong.of(burst), "burst"));
        assertThat(ComposedQuota.of(otherOrder)).isEqualTo(ComposedQuota.of(parts));
    }

    @Test
    void withoutABurstItsFileIsLeft() {
        assertThat(ComposedQuota.of(List.of(normalized(100_000, 2))))
                .isEqualTo(new ComposedQuota(50_000, OptionalLong.empty(), "normalize"));
    }

    @Test
    void aBurstBelowTheBaseIsRejected() {
        assertThatThrownBy(() -> new QuotaPart.Burst(0.9, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new QuotaPart.Burst(Double.NaN, 0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aSmallerBurstIsWrittenBeforeTheQuotaAndALargerOneAfterIt() {
        assertThat(order(burst(100_000, 300_000, 1, 100_000)))
                .containsExactly("cpu.cfs_burst_us=100000", "cpu.cfs_quota_us=100000");
        assertThat(order(burst(100_000, 50_000, 1, 100_000)))
                .containsExactly("cpu.cfs_quota_us=100000", "cpu.cfs_burst_us=100000");
    }

    private static List<String> order(QuotaPart part) {
        List<String> order = new ArrayList<>();
        QuotaPlan.batches(List.of(part))
                .forEach(levels -> levels.forEach(level -> level.forEach(intent ->
                        order.add(intent.update().knob() + "=" + intent.update().value()))));
        return order;
    }

    @Test
    void quotasOfPodsAreALevelAboveThoseOfContainers() {
        QuotaPart pod = new QuotaPart("kube/pod", 1_000, 1_000, new QuotaPart.Normalized(1), "normalize");
        QuotaPart container = new QuotaPart("kube/pod/c", 1_000, 1_000, new QuotaPart.Normalized(1), "normalize");

        assertThat(QuotaPlan.batches(List.of(container, pod)))
                .singleElement()
                .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.list(List.class))
                .extracting(level -> ((Intent) level.get(0)).update().dir())
                .containsExactly("kube/pod", "kube/pod/c");
    }
}
