package io.koordbridge.bench.planerror;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.koordbridge.bench.report.BenchResult;
import io.koordbridge.bench.report.Recording;
import io.koordbridge.testkit.prerequisite.Prerequisite;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One short round on a real node; how good plans are, {@code bin/bench plan-error} says. */
@Tag("soak")
class PlanErrorIT {

    private static final Logger LOG = LoggerFactory.getLogger(PlanErrorIT.class);
    /** Percent of the node; above it, plan and cluster do not mean the same. */
    private static final double PLAUSIBLE = 20;

    @TempDir
    private Path temp;

    @Test
    void batchWorkGetsAboutWhatWasPlanned() throws Exception {
        Prerequisite.require(PlanError.missing().isEmpty(), PlanError.missing().orElse(""));
        Recording recording = new Recording("plan-error", "none");
        PlanError bench = new PlanError(new PlanErrorOptions(1, 30, 1), recording, LOG::info);

        bench.run(temp);

        PlanRound round = bench.rounds().get(0);
        assertThat(round.planned().deliveredPercent()).isBetween(1.0, 100.0);
        assertThat(round.after().tierPercent()).isBetween(1.0, 100.0);
        assertThat(round.after().offeredPercent()).isBetween(1.0, 100.0);
        assertThat(round.before().tierPercent()).as("batch work without us").isLessThan(1);
        assertThat(round.error()).as("%s", round).isLessThan(PLAUSIBLE);
        BenchResult result = recording.finish();
        // Figures have three decimals.
        assertThat(result.figures().get(PlanError.MEDIAN).value()).isCloseTo(round.error(), within(0.001));
    }
}
