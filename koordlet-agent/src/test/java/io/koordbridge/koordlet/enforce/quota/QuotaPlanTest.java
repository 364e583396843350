package io.koordbridge.koordlet.enforce.quota;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.koordlet.cgroup.Intent;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class QuotaPlanTest {

    private static QuotaPart burst(long base, long current, QuotaMove move, long micros) {
        return part("pod", base, current, new QuotaPart.Burst(move, 300, OptionalLong.of(micros)));
    }

    private static QuotaPart part(String group, long base, long current, QuotaPart.Stage stage) {
        return new QuotaPart(group, base, current, stage, "burst");
    }

    @Test
    void aSmallerBurstIsWrittenBeforeTheQuotaAndALargerOneAfterIt() {
        assertThat(order(List.of(burst(100_000, 300_000, QuotaMove.RESET, 100_000))))
                .containsExactly("pod cpu.cfs_burst_us=100000", "pod cpu.cfs_quota_us=100000");
        assertThat(order(List.of(burst(100_000, 50_000, QuotaMove.RESET, 100_000))))
                .containsExactly("pod cpu.cfs_quota_us=100000", "pod cpu.cfs_burst_us=100000");
    }

    @Test
    void aQuotaThatTheFileHoldsIsNotWritten() {
        assertThat(order(List.of(burst(100_000, 120_000, QuotaMove.REMAIN, 50_000))))
                .containsExactly("pod cpu.cfs_burst_us=50000");
    }

    @Test
    void thePodFollowsItsContainers() {
        QuotaPart.Around around = new QuotaPart.Around(OptionalLong.of(900_000));
        QuotaPart.Burst up = new QuotaPart.Burst(QuotaMove.UP, 300, OptionalLong.empty());
        QuotaPart.Burst down = new QuotaPart.Burst(QuotaMove.DOWN, 300, OptionalLong.empty());

        assertThat(order(List.of(
                        part("p", -1, 300_000, around),
                        part("p/a", 100_000, 100_000, up),
                        part("p/b", 150_000, 200_000, down))))
                .containsExactly(
                        "p cpu.cfs_burst_us=280000",
                        "p cpu.cfs_quota_us=280000",
                        "p/a cpu.cfs_quota_us=120000",
                        "p/b cpu.cfs_quota_us=160000");
        assertThat(order(List.of(part("p", -1, -1, around), part("p/a", 100_000, 100_000, up))))
                .containsExactly("p cpu.cfs_burst_us=0", "p/a cpu.cfs_quota_us=120000");
        assertThat(order(List.of(
                        new QuotaPart("p", 250_000, 200_000, new QuotaPart.Normalized(1.25), "normalize"),
                        part("p", -1, 200_000, around),
                        new QuotaPart("p/a", 100_000, 80_000, new QuotaPart.Normalized(1.25), "normalize"),
                        part("p/a", 100_000, 80_000, up))))
                .contains("p cpu.cfs_quota_us=216000", "p/a cpu.cfs_quota_us=96000");
    }

    private static List<String> order(List<QuotaPart> parts) {
        List<String> order = new ArrayList<>();
        QuotaPlan.batches(parts)
                .forEach(levels -> levels.forEach(level ->
                        level.forEach(intent -> order.add(intent.update().dir() + " "
                                + intent.update().knob() + "=" + intent.update().value()))));
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
