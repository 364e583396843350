package io.koordbridge.koordlet.cgroup;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.testkit.prerequisite.Prerequisite;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Control groups version 1 of the kernel, below a directory of its own in every hierarchy. {@link #root} looks like /sys/fs/cgroup and
 * leads there. Everything is removed at the end, processes first.
 */
public final class RealHierarchies implements AutoCloseable {

    private static final Path KERNEL = Path.of("/sys/fs/cgroup");
    private static final List<String> NAMES = List.of("cpu", "cpuacct", "memory", "cpuset", "blkio");

    private final String name = "koordbridge-test-" + ProcessHandle.current().pid() + "-" + System.nanoTime();
    private final Path root;
    private final List<Process> processes = new ArrayList<>();

    public RealHierarchies(Path temp) throws IOException {
        requireRealV1();
        root = Files.createDirectory(temp.resolve("cgroup-root"));
        for (String hierarchy : NAMES) {
            Path own = Files.createDirectory(KERNEL.resolve(hierarchy).resolve(name));
            Files.createSymbolicLink(root.resolve(hierarchy), own);
        }
        for (String file : List.of("cpuset.cpus", "cpuset.mems")) {
            Path parent = KERNEL.resolve("cpuset").resolve(file);
            new HostFiles()
                    .write(
                            root.resolve("cpuset").resolve(file),
                            new HostFiles().read(parent).strip());
        }
    }

    private static void requireRealV1() {
        boolean here = NAMES.stream().allMatch(one -> {
            Path hierarchy = KERNEL.resolve(one);
            return Files.exists(hierarchy.resolve("cgroup.procs"))
                    && Files.isWritable(hierarchy.resolve("cgroup.procs"));
        });
        Prerequisite.require(here, "needs root and writable control groups version 1 below " + KERNEL);
    }

    public Path root() {
        return root;
    }

    public CgroupTree tree() {
        return new CgroupTree(root, CgroupVersion.V1, CgroupDriver.CGROUPFS, new HostFiles());
    }

    /** A process that takes all the CPU it gets, in a control group of all hierarchies. */
    public Process spin(String dir) throws IOException {
        StringBuilder script = new StringBuilder();
        for (String hierarchy : NAMES) {
            Path procs = root.resolve(hierarchy).resolve(dir).resolve("cgroup.procs");
            if (Files.exists(procs)) {
                script.append("echo $$ > ").append(procs).append(" || exit 7; ");
            }
        }
        Process process = new ProcessBuilder("sh", "-c", script + "while :; do :; done")
                .redirectErrorStream(true)
                .redirectOutput(new File("/dev/null"))
                .start();
        processes.add(process);
        return process;
    }

    public void makeDirectories(String dir) throws IOException {
        for (String hierarchy : NAMES) {
            Files.createDirectories(root.resolve(hierarchy).resolve(dir));
        }
    }

    @Override
    public void close() {
        processes.forEach(Process::destroyForcibly);
        processes.forEach(process -> process.onExit().join());
        for (String hierarchy : NAMES) {
            removeTree(KERNEL.resolve(hierarchy).resolve(name));
        }
    }

    private static void removeTree(Path top) {
        if (!Files.isDirectory(top)) {
            return;
        }
        try (Stream<Path> all = Files.walk(top)) {
            all.filter(Files::isDirectory).sorted(Comparator.reverseOrder()).forEach(RealHierarchies::remove);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove " + top, e);
        }
    }

    private static void remove(Path directory) {
        org.awaitility.Awaitility.await().untilAsserted(() -> {
            Files.deleteIfExists(directory);
            assertThat(directory).doesNotExist();
        });
    }
}
