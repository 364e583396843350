package io.koordbridge.bench.koordlet;

import io.koordbridge.bench.cluster.Cluster;
import io.koordbridge.bench.report.Recording;
import io.koordbridge.lab.kube.ApiWrites;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** What the agent writes to the API server and to control groups: while nothing changes, and while load goes up and down. */
public final class WriteRate {

    private static final int CONTAINERS = 150;
    private static final double STEADY_PER_MINUTE = 1;
    private static final double OSCILLATING_PER_MINUTE = 3;
    private static final Duration WARM = Duration.ofSeconds(40);
    private static final Duration HALF_WAVE = Duration.ofSeconds(10);
    private static final double LOW = 3.0;
    private static final double HIGH = 3.6;
    private static final double MILLIS_PER_MINUTE = 60_000;

    private final Cluster cluster;
    private final Recording recording;
    private final Consumer<String> progress;

    public WriteRate(Cluster cluster, Recording recording, Consumer<String> progress) {
        this.cluster = cluster;
        this.recording = recording;
        this.progress = progress;
    }

    /** Both for so long each. */
    public void run(Path directory, Duration duration) throws IOException, InterruptedException {
        try (AgentNode node = new AgentNode(cluster, directory, CONTAINERS, false)) {
            ApiWrites api = new ApiWrites(cluster.controlPlane().auditLog());
            // What is pretended arrives late on a busy machine; nothing at all is constant.
            node.load().use(0);
            Pause.of(WARM);
            progress.accept("constant load");
            api.next();
            long before = node.writes();
            Pause.of(duration);
            double minutes = duration.toMillis() / MILLIS_PER_MINUTE;
            // One each minute, and one where the time does not begin with a minute.
            recording.figure("steady: API writes", (double) own(api), "requests", minutes * STEADY_PER_MINUTE + 1);
            recording.figure("steady: control group writes", (double) (node.writes() - before), "files", 0);
            progress.accept("20 % up and down every " + HALF_WAVE.toSeconds() + " s");
            before = node.writes();
            long waves = Math.max(1, duration.toMillis() / HALF_WAVE.toMillis() / 2);
            for (long wave = 0; wave < waves; wave++) {
                node.load().use(HIGH);
                Pause.of(HALF_WAVE);
                node.load().use(LOW);
                Pause.of(HALF_WAVE);
            }
            recording.figure("oscillation: API writes", own(api) / minutes, "per minute", OSCILLATING_PER_MINUTE);
            recording.figure("oscillation: control group writes", (node.writes() - before) / minutes, "per minute");
        }
    }

    private long own(ApiWrites api) {
        List<ApiWrites.Write> all = api.next();
        List<ApiWrites.Write> own = all.stream()
                .filter(write -> write.agent().startsWith("koordlet"))
                .toList();
        progress.accept("writes: " + ApiWrites.counts(own));
        return own.size();
    }
}
