package io.koordbridge.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.policy.report.SurgePolicy;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.FloatRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class NodeReplayProperties {

    private static NodeTrace trace(List<Float> cpu, int stepSeconds) {
        return Traces.of("n", cpu.size(), stepSeconds, cpu::get, sample -> cpu.get(sample) / 2);
    }

    @Property(tries = 200)
    void batchWorkNeverGetsMoreThanIsOfferedNorMoreThanSuppressionLeaves(
            @ForAll @Size(min = 2, max = 60) List<@FloatRange(max = 100) Float> cpu,
            @ForAll @IntRange(min = 1, max = 900) int stepSeconds) {
        NodeReplay.run(trace(cpu, stepSeconds), ReplaySettings.SHIPPED, interval -> {
            assertThat(interval.delivered()).isBetween(0.0, interval.offered());
            assertThat(interval.delivered()).isLessThanOrEqualTo(Math.max(0, interval.allowance()));
            assertThat(interval.offered()).isBetween(0.0, 0.6 * 64_000 + 1);
        });
    }

    @Property(tries = 100)
    void theSameTraceGivesTheSameResult(
            @ForAll @Size(min = 2, max = 60) List<@FloatRange(max = 100) Float> cpu,
            @ForAll @IntRange(min = 1, max = 900) int stepSeconds) {
        NodeResult first = NodeReplay.run(trace(cpu, stepSeconds), ReplaySettings.SHIPPED);

        assertThat(NodeReplay.run(trace(cpu, stepSeconds), ReplaySettings.SHIPPED))
                .isEqualTo(first);
        assertThat(first.seconds().known()).isEqualTo((cpu.size() - 1) * (double) stepSeconds);
        assertThat(first.seconds().cpuShort())
                .isLessThanOrEqualTo(first.seconds().known());
    }

    /** Nothing of the future is used: what an interval offers does not depend on what comes after it. */
    @Property(tries = 100)
    void whatComesLaterChangesNothingBefore(
            @ForAll @Size(min = 3, max = 40) List<@FloatRange(max = 100) Float> cpu,
            @ForAll @FloatRange(max = 100) float other,
            @ForAll boolean early) {
        ReplaySettings settings =
                ReplaySettings.SHIPPED.withEarly(early ? SurgePolicy.Settings.DEFAULT : SurgePolicy.Settings.OFF);
        int last = cpu.size() - 1;
        NodeTrace changed =
                Traces.of("n", cpu.size(), 60, i -> i == last ? other : cpu.get(i), sample -> cpu.get(sample) / 2);

        double sameOffer = NodeReplay.run(changed, settings).cpu().offered();

        assertThat(NodeReplay.run(trace(cpu, 60), settings).cpu().offered()).isEqualTo(sameOffer);
    }
}
