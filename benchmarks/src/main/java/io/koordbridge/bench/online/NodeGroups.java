package io.koordbridge.bench.online;

import io.koordbridge.lab.cgroup.OwnHierarchies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Control groups of the kernel, of the version that the machine has, below a directory of this run. */
interface NodeGroups extends AutoCloseable {

    /** Those of this machine. */
    static NodeGroups of(Path directory) throws IOException {
        return Files.exists(UnifiedGroups.KERNEL.resolve("cgroup.controllers"))
                ? new UnifiedGroups()
                : new SplitGroups(new OwnHierarchies(directory));
    }

    /** Looks like {@code /sys/fs/cgroup}. */
    Path root();

    /** With its parents. */
    void make(String group) throws IOException;

    /** A process with all its threads. */
    void place(long pid, String group) throws IOException;

    /** As a kubelet sets it from requests. */
    void shares(String group, int shares) throws IOException;

    /** As the kernel has it, in the numbers of its version. */
    long weight(String group) throws IOException;

    /** CPU that a group has used so far. */
    Duration cpu(String group) throws IOException;

    @Override
    void close();

    /** Version 1. */
    record SplitGroups(OwnHierarchies kernel) implements NodeGroups {

        @Override
        public Path root() {
            return kernel.root();
        }

        @Override
        public void make(String group) throws IOException {
            kernel.make(group);
        }

        @Override
        public void place(long pid, String group) throws IOException {
            kernel.place(pid, group);
        }

        @Override
        public void shares(String group, int shares) throws IOException {
            Files.writeString(root().resolve("cpu").resolve(group).resolve("cpu.shares"), Integer.toString(shares));
        }

        @Override
        public long weight(String group) throws IOException {
            return Long.parseLong(
                    Files.readString(root().resolve("cpu").resolve(group).resolve("cpu.shares"))
                            .strip());
        }

        @Override
        public Duration cpu(String group) throws IOException {
            return kernel.cpu(group);
        }

        @Override
        public void close() {
            kernel.close();
        }
    }
}
