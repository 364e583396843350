package io.koordbridge.bench.online;

import static org.awaitility.Awaitility.await;

import io.koordbridge.lab.cgroup.OwnHierarchies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Version 2. */
final class UnifiedGroups implements NodeGroups {

    static final Path KERNEL = Path.of("/sys/fs/cgroup");
    private static final List<String> CONTROLLERS = List.of("cpu", "cpuset", "memory", "io", "pids");
    private static final String USAGE = "usage_usec ";

    private final Path root;

    UnifiedGroups() throws IOException {
        enable(KERNEL);
        root = Files.createDirectory(
                KERNEL.resolve("koordbridge-" + ProcessHandle.current().pid()));
        enable(root);
    }

    private static void enable(Path group) throws IOException {
        String there = Files.readString(group.resolve("cgroup.controllers"));
        for (String controller : CONTROLLERS) {
            if (List.of(there.strip().split(" ")).contains(controller)) {
                Files.writeString(group.resolve("cgroup.subtree_control"), "+" + controller);
            }
        }
    }

    @Override
    public Path root() {
        return root;
    }

    @Override
    public void make(String group) throws IOException {
        Path below = Path.of(group);
        for (int depth = 1; depth <= below.getNameCount(); depth++) {
            Path made = root.resolve(below.subpath(0, depth));
            if (!Files.isDirectory(made)) {
                Files.createDirectory(made);
            }
            if (depth < below.getNameCount()) {
                enable(made);
            }
        }
    }

    @Override
    public void place(long pid, String group) throws IOException {
        Files.writeString(root.resolve(group).resolve("cgroup.procs"), Long.toString(pid));
    }

    /** As a container runtime turns shares into a weight. */
    @Override
    public void shares(String group, int shares) throws IOException {
        long weight = 1 + (shares - 2L) * 9_999 / 262_142;
        Files.writeString(root.resolve(group).resolve("cpu.weight"), Long.toString(weight));
    }

    @Override
    public long weight(String group) throws IOException {
        return Long.parseLong(
                Files.readString(root.resolve(group).resolve("cpu.weight")).strip());
    }

    @Override
    public Duration cpu(String group) throws IOException {
        return Files.readAllLines(root.resolve(group).resolve("cpu.stat")).stream()
                .filter(line -> line.startsWith(USAGE))
                .map(line ->
                        Duration.ofNanos(TimeUnit.MICROSECONDS.toNanos(Long.parseLong(line.substring(USAGE.length())))))
                .findFirst()
                .orElseThrow();
    }

    @Override
    public void close() {
        await("removal of " + root).until(() -> OwnHierarchies.remove(root));
    }
}
