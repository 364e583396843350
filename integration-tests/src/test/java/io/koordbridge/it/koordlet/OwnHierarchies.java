package io.koordbridge.it.koordlet;

import static org.awaitility.Awaitility.await;

import io.koordbridge.testkit.prerequisite.Prerequisite;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Control groups version 1 of the kernel, below a directory of their own, with processes that hold memory. */
final class OwnHierarchies implements AutoCloseable {
    private static final Path KERNEL = Path.of("/sys/fs/cgroup");
    private static final List<String> NAMES = List.of("cpu", "cpuacct", "memory", "cpuset", "blkio");

    private final String top = "koordbridge-it-" + ProcessHandle.current().pid() + "-" + System.nanoTime();
    private final List<Process> processes = new ArrayList<>();
    private final Path root;

    OwnHierarchies(Path temp) throws IOException {
        boolean here = NAMES.stream()
                .allMatch(name -> Files.isWritable(KERNEL.resolve(name).resolve("cgroup.procs")));
        Prerequisite.require(here, "needs root and writable control groups version 1 below " + KERNEL);
        root = Files.createDirectory(temp.resolve("cgroup-root"));
        for (String name : NAMES) {
            Path own = Files.createDirectory(KERNEL.resolve(name).resolve(top));
            Files.createSymbolicLink(root.resolve(name), own);
        }
        for (String file : List.of("cpuset.cpus", "cpuset.mems")) {
            Files.writeString(
                    root.resolve("cpuset").resolve(file),
                    Files.readString(KERNEL.resolve("cpuset").resolve(file)).strip());
        }
    }

    /** Looks like {@code /sys/fs/cgroup}. */
    Path root() {
        return root;
    }

    void make(String group) throws IOException {
        for (String name : NAMES) {
            Path made = Files.createDirectories(root.resolve(name).resolve(group));
            if (name.equals("cpuset")) {
                for (String file : List.of("cpuset.cpus", "cpuset.mems")) {
                    Files.writeString(
                            made.resolve(file),
                            Files.readString(made.getParent().resolve(file)).strip());
                }
            }
        }
    }

    /** A process in a group that holds so much memory and then sleeps. */
    void hold(String group, int mebibytes) throws IOException {
        StringBuilder script = new StringBuilder();
        for (String name : List.of("cpu", "cpuacct", "memory")) {
            script.append("echo $$ > ").append(root.resolve(name).resolve(group).resolve("cgroup.procs"));
            script.append(" || exit 7; ");
        }
        // dd fills a buffer of that size and waits for a reader that reads nothing.
        script.append("dd if=/dev/zero bs=").append(mebibytes).append("M count=1 2>/dev/null | sleep 600");
        processes.add(new ProcessBuilder("sh", "-c", script.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start());
    }

    long memoryBytes(String group) throws IOException {
        return Long.parseLong(
                Files.readString(root.resolve("memory").resolve(group).resolve("memory.usage_in_bytes"))
                        .strip());
    }

    @Override
    public void close() {
        processes.forEach(process -> {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        });
        processes.forEach(process -> process.onExit().join());
        for (String name : NAMES) {
            Path group = KERNEL.resolve(name).resolve(top);
            await("removal of " + group).until(() -> remove(group));
        }
    }

    private static boolean remove(Path group) {
        if (!Files.isDirectory(group)) {
            return true;
        }
        try (DirectoryStream<Path> children = Files.newDirectoryStream(group, Files::isDirectory)) {
            for (Path child : children) {
                remove(child);
            }
            Files.delete(group);
            return true;
        } catch (IOException e) {
            // Busy until its last process is gone.
            return false;
        }
    }
}
