package io.koordbridge.bench.koordlet;

import io.koordbridge.bench.report.Percentiles;
import io.koordbridge.bench.report.Recording;
import io.koordbridge.lab.starvation.DaemonLook;
import io.koordbridge.lab.starvation.DaemonReport;
import java.time.Duration;
import java.util.function.Function;

/** What looks at a NodeManager among spinning containers say, against what the product promises. */
public final class StarvationFigures {

    private static final double WEB_MILLIS = 2_000;
    private static final double HEARTBEAT_MILLIS = 3_000;
    private static final double P50 = 50;
    private static final double P99 = 99;
    private static final double MOST = 100;

    private StarvationFigures() {}

    /** Records all of them. */
    public static void record(Recording recording, DaemonReport report) {
        times(recording, "/ws/v1/node/info", report, DaemonLook::web, WEB_MILLIS);
        times(recording, "capacity by heartbeat", report, DaemonLook::heartbeat, HEARTBEAT_MILLIS);
        recording.figure("looks", report.looks().size(), "");
        recording.figure("looks at a machine without CPU for others", report.unfair(), "");
        recording.figure("looks at a node that is not RUNNING", report.notRunning(), "", 0);
        recording.figure("CPU of the daemon", report.daemonCores(), "cores");
        recording.figure("CPU of the tier", report.tierCores(), "cores");
    }

    private static void times(
            Recording recording, String name, DaemonReport report, Function<DaemonLook, Duration> what, double limit) {
        Percentiles times = new Percentiles(
                report.looks().stream().map(what).mapToLong(Duration::toNanos).toArray());
        recording.figure(name + ", P50", times.millis(P50), "ms");
        recording.figure(name + ", P99", times.millis(P99), "ms");
        recording.figure(name + ", longest", times.millis(MOST), "ms", limit);
    }
}
