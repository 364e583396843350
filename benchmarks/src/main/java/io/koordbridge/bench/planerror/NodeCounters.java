package io.koordbridge.bench.planerror;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Counters of the kernel, and what the API server shows. */
record NodeCounters(LabNode node, NodePods pods) implements LoadedNode.Counters {

    private static final String TIER = "kubepods/besteffort";
    private static final long MICROS_PER_MILLI_CPU = 100;

    @Override
    public Look look(long wantedMilliCpu) throws IOException {
        return new Look(
                System.nanoTime(),
                node.cpuNanos(LabNode.ALL),
                node.cpuNanos(TIER),
                node.cpuNanos(LabNode.OURS),
                wantedMilliCpu,
                pods.offeredMilliCpu(),
                limitMilliCpu());
    }

    private long limitMilliCpu() throws IOException {
        Path file = node.groups().resolve("cpu").resolve(TIER).resolve("cpu.cfs_quota_us");
        long micros = Long.parseLong(Files.readString(file).strip());
        return micros < 0 ? Long.MAX_VALUE : micros / MICROS_PER_MILLI_CPU;
    }
}
