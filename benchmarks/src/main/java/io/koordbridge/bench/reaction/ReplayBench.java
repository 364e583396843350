package io.koordbridge.bench.reaction;

import io.koordbridge.bench.report.Recording;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** All rules over recorded load, and how fast each gives capacity back. */
public final class ReplayBench {

    private static final double HIGH_PERCENT = 44;
    private static final double LOW_PERCENT = 6.5;
    private static final double MOST = 0.9;
    private static final Duration DAY = Duration.ofDays(1);

    private ReplayBench() {}

    /** Runs them over files, each of any number of machines; without a file only the times are measured. */
    public static void run(List<Path> traces, Recording recording) throws IOException {
        List<UseOverTime> machines = new ArrayList<>();
        for (Path file : traces) {
            NodeTrace.read(file).stream()
                    .filter(trace -> trace.samples().size() > 1)
                    .map(UseOverTime::of)
                    .forEach(machines::add);
        }
        recording.figure("machines", machines.size(), "");
        for (ReplayRule rule : ReplayRule.all()) {
            recording.figure(
                    rule.name() + ": load gone to first growth",
                    Replay.secondsUntilBack(rule, HIGH_PERCENT, LOW_PERCENT, 1e-9),
                    "s");
            recording.figure(
                    rule.name() + ": load gone to 90 %",
                    Replay.secondsUntilBack(rule, HIGH_PERCENT, LOW_PERCENT, MOST),
                    "s");
            if (!machines.isEmpty()) {
                replay(rule, machines).record(recording, rule.name());
            }
        }
    }

    private static ReplayTally replay(ReplayRule rule, List<UseOverTime> machines) {
        ReplayTally tally = new ReplayTally((double) DAY.toSeconds() / Replay.STEP_SECONDS);
        machines.forEach(machine -> new Replay(rule, tally).run(machine));
        return tally;
    }
}
