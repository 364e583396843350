package io.koordbridge.lab.cgroup;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Control groups version 1 of the kernel, below a directory of their own, with processes in them. */
public final class OwnHierarchies implements AutoCloseable {
    private static final Path KERNEL = Path.of("/sys/fs/cgroup");
    private static final List<String> NAMES = List.of("cpu", "cpuacct", "memory", "cpuset", "blkio");

    private final String top = "koordbridge-" + ProcessHandle.current().pid() + "-" + System.nanoTime();
    private final List<Process> processes = new ArrayList<>();
    private final Map<String, List<Process>> running = new HashMap<>();
    private final Path root;

    /**
     * Makes the directories.
     *
     * @param parent of what looks like {@code /sys/fs/cgroup}
     * @throws IllegalStateException when {@link #missing} says why
     */
    public OwnHierarchies(Path parent) throws IOException {
        missing().ifPresent(why -> {
            throw new IllegalStateException(why);
        });
        root = Files.createDirectory(parent.resolve("cgroup-root"));
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

    /** Why there can be none on this machine, or empty. */
    public static Optional<String> missing() {
        boolean here = NAMES.stream()
                .allMatch(name -> Files.isWritable(KERNEL.resolve(name).resolve("cgroup.procs")));
        return here
                ? Optional.empty()
                : Optional.of("needs root and writable control groups version 1 below " + KERNEL);
    }

    /** Looks like {@code /sys/fs/cgroup}. */
    public Path root() {
        return root;
    }

    /** A group in each hierarchy, with its parents; each has the CPUs of its parent. */
    public void make(String group) throws IOException {
        Path below = Path.of(group);
        for (int depth = 1; depth <= below.getNameCount(); depth++) {
            for (String name : NAMES) {
                Path made = root.resolve(name).resolve(below.subpath(0, depth));
                if (!Files.isDirectory(made)) {
                    Files.createDirectory(made);
                    inheritCpus(name, made);
                }
            }
        }
    }

    private static void inheritCpus(String hierarchy, Path made) throws IOException {
        if (hierarchy.equals("cpuset")) {
            for (String file : List.of("cpuset.cpus", "cpuset.mems")) {
                Files.writeString(
                        made.resolve(file),
                        Files.readString(made.resolveSibling(file)).strip());
            }
        }
    }

    /** Removes a group, its children and the processes in them that {@link #run} started. */
    public void end(String group) {
        List<Process> members = running.getOrDefault(group, List.of());
        members.forEach(Process::destroyForcibly);
        members.forEach(process -> process.onExit().join());
        for (String name : NAMES) {
            Path directory = KERNEL.resolve(name).resolve(top).resolve(group);
            await("removal of " + directory).until(() -> remove(directory));
        }
    }

    /** A process in a group that holds so much memory and then sleeps. */
    public void hold(String group, int mebibytes) throws IOException {
        // dd fills a buffer of that size and waits for a reader that reads nothing.
        run(group, "dd if=/dev/zero bs=" + mebibytes + "M count=1 2>/dev/null | sleep 600");
    }

    /** A shell in a group that runs a script. */
    public Process run(String group, String script) throws IOException {
        StringBuilder line = new StringBuilder();
        for (String name : List.of("cpu", "cpuacct", "memory", "cpuset")) {
            line.append("echo $$ > ").append(root.resolve(name).resolve(group).resolve("cgroup.procs"));
            line.append(" || exit 7; ");
        }
        Process process = new ProcessBuilder("sh", "-c", line + script)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        processes.add(process);
        running.computeIfAbsent(group, any -> new ArrayList<>()).add(process);
        return process;
    }

    /** Moves a process with all its threads into a group that exists. */
    public void place(long pid, String group) throws IOException {
        for (String name : NAMES) {
            Files.writeString(root.resolve(name).resolve(group).resolve("cgroup.procs"), Long.toString(pid));
        }
    }

    /** CPU that a group has used so far, with all below it. */
    public Duration cpu(String group) throws IOException {
        return Duration.ofNanos(Long.parseLong(
                Files.readString(root.resolve("cpuacct").resolve(group).resolve("cpuacct.usage"))
                        .strip()));
    }

    /** What the kernel counts for a group. */
    public long memoryBytes(String group) throws IOException {
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

    /** Removes a group and those below; false while a process is left in one. */
    public static boolean remove(Path group) {
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
