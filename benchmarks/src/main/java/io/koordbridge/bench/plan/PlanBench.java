package io.koordbridge.bench.plan;

import io.koordbridge.bench.report.Recording;
import io.koordbridge.replay.NodeReplay;
import io.koordbridge.replay.NodeSize;
import io.koordbridge.replay.NodeTrace;
import io.koordbridge.replay.ReplaySettings;
import io.koordbridge.replay.Totals;
import io.koordbridge.replay.trace.TraceReader;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Recorded usage by each rule, and the time of a replay. */
public final class PlanBench {

    private static final double NANOS = 1e9;
    private static final double MICROS = 1e6;

    /** A replay of 1,000 nodes and 7 days on one core. */
    private static final double MOST_SECONDS = 60;

    private static final int GOAL_NODES = 1000;
    private static final int GOAL_DAYS = 7;

    private PlanBench() {}

    /** Figures of a file by each rule. */
    public static void replay(Path file, NodeSize size, Recording recording) throws IOException {
        List<NodeTrace> nodes;
        try (InputStream stream = Files.newInputStream(file)) {
            nodes = TraceReader.read(stream, node -> size, node -> "all");
        }
        String prefix = file.getFileName() + ", ";
        recording.figure(prefix + "nodes", nodes.size(), "");
        for (PlanRule rule : PlanRule.all()) {
            Totals total = NodeReplay.run(nodes, rule.settings()).total();
            String name = prefix + rule.name() + ": ";
            recording.figure(name + "used without batch work", total.cpu().usedPercent(), "%");
            recording.figure(name + "offered", total.cpu().offeredPercent(), "%");
            recording.figure(name + "delivered", total.cpu().deliveredPercent(), "%");
            recording.figure(name + "short minutes", total.cpu().shortMinutesPercent(), "%");
            recording.figure(name + "of the oracle", total.cpu().oracleSharePercent(), "%");
            recording.figure(name + "eviction episodes", total.perNodeDay().evictionEpisodes(), "per node and day");
            recording.figure(name + "writes", total.perNodeDay().writes(), "per node and day");
            recording.figure(name + "shrinks", total.perNodeDay().shrinks(), "per node and day");
            recording.figure(name + "changes of the lease", total.perNodeDay().leaseChanges(), "per node and day");
        }
    }

    /** CPU time of a replay of made-up nodes with one sample a minute, in this thread. */
    public static void time(int nodes, int days, Recording recording) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long cpu = 0;
        for (int node = 0; node < nodes; node++) {
            NodeTrace trace = MadeUpNodes.trace(node, days);
            long before = threads.getCurrentThreadCpuTime();
            NodeReplay.run(trace, ReplaySettings.SHIPPED);
            cpu += threads.getCurrentThreadCpuTime() - before;
        }
        long samples = (long) nodes * days * MadeUpNodes.SAMPLES_A_DAY;
        String key = nodes + " nodes, " + days + " days, one core";
        if (nodes == GOAL_NODES && days == GOAL_DAYS) {
            recording.target(key, MOST_SECONDS);
        }
        recording.figure(key, cpu / NANOS, "s");
        recording.figure("each sample", cpu / NANOS * MICROS / samples, "us");
    }
}
