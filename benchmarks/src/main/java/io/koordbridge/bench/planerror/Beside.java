package io.koordbridge.bench.planerror;

import static org.awaitility.Awaitility.await;

import io.koordbridge.lab.cgroup.OwnHierarchies;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A control group for the control plane, the manager, Prometheus and the bench, which are no use of the node: beside a busy machine they answer as on
 * machines without other work. Closed, its processes are where they were.
 */
final class Beside implements AutoCloseable {

    private static final Path KERNEL = Path.of("/sys/fs/cgroup/cpu");
    private static final String MEMBERS = "cgroup.procs";
    private static final int SHARES = 20_480;

    private final Path group;

    /** With this process, what it starts from now on, and others. */
    Beside(List<Long> others) throws IOException {
        long self = ProcessHandle.current().pid();
        group = Files.createDirectory(KERNEL.resolve("koordbridge-beside-" + self));
        try {
            Files.writeString(group.resolve("cpu.shares"), Integer.toString(SHARES));
            Files.writeString(group.resolve(MEMBERS), Long.toString(self));
            for (long other : others) {
                Files.writeString(group.resolve(MEMBERS), Long.toString(other));
            }
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    @Override
    public void close() {
        await("an empty " + group).until(() -> {
            for (String member : Files.readAllLines(group.resolve(MEMBERS))) {
                leave(member);
            }
            return OwnHierarchies.remove(group);
        });
    }

    private static void leave(String member) {
        try {
            Files.writeString(KERNEL.resolve(MEMBERS), member);
        } catch (IOException e) {
            if (Files.exists(Path.of("/proc", member))) {
                throw new UncheckedIOException("process " + member + " stays", e);
            }
        }
    }
}
