package io.koordbridge.quickstart.home;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** One directory per cgroup version 1 controller, all linked below one root that is laid out like {@code /sys/fs/cgroup}. */
final class CgroupV1Home implements CgroupHome {

    private static final List<String> CONTROLLERS = List.of("cpu", "cpuacct", "cpuset", "memory", "blkio", "pids");
    private static final List<String> CPUSET_FILES = List.of("cpuset.cpus", "cpuset.mems");
    private static final int SHARES_OF_A_PROCESS = 1024;

    private final Path system;
    private final String name;
    private final Path root;
    private final int cpus;
    private boolean closed;

    CgroupV1Home(Path system, String name, Path root, int cpus) {
        this.system = system;
        this.name = name;
        this.root = root;
        this.cpus = cpus;
    }

    @Override
    public String description() {
        return "a directory of this run's own in each cgroup version 1 hierarchy";
    }

    @Override
    public synchronized void create() throws IOException {
        requireOpen();
        Files.createDirectories(root);
        for (String controller : CONTROLLERS) {
            Path mounted = system.resolve(controller);
            if (Files.exists(mounted.resolve("cgroup.procs"))) {
                Path directory = Files.createDirectory(mounted.resolve(name));
                Files.createSymbolicLink(root.resolve(controller), directory);
                fillCpuset(directory, mounted);
            }
        }
        CgroupFiles.write(root.resolve("cpu/cpu.shares"), Integer.toString(SHARES_OF_A_PROCESS * cpus));
    }

    @Override
    public Path root() {
        return root;
    }

    @Override
    public Path limitFile(String directory) {
        return root.resolve("cpu").resolve(directory).resolve("cpu.cfs_quota_us");
    }

    @Override
    public OptionalLong cpuNanos(String directory) {
        try {
            Path file = root.resolve("cpuacct").resolve(directory).resolve("cpuacct.usage");
            return OptionalLong.of(Long.parseLong(CgroupFiles.read(file)));
        } catch (IOException | NumberFormatException e) {
            return OptionalLong.empty();
        }
    }

    @Override
    public synchronized void make(String directory) {
        requireOpen();
        for (String controller : controllers()) {
            try {
                makeIn(root.resolve(controller), Path.of(directory));
            } catch (IOException e) {
                throw new UncheckedIOException("cannot make cgroup " + directory + " in " + controller, e);
            }
        }
    }

    private static void makeIn(Path controller, Path directory) throws IOException {
        Path at = controller;
        for (Path part : directory) {
            Path parent = at;
            at = at.resolve(part);
            if (!Files.exists(at)) {
                Files.createDirectory(at);
            }
            fillCpuset(at, parent);
        }
    }

    /** Until both files hold something no process can join the directory. */
    private static void fillCpuset(Path directory, Path parent) throws IOException {
        for (String file : CPUSET_FILES) {
            Path own = directory.resolve(file);
            if (Files.exists(own) && CgroupFiles.read(own).isEmpty()) {
                CgroupFiles.write(own, CgroupFiles.read(parent.resolve(file)));
            }
        }
    }

    @Override
    public synchronized void place(long pid, String directory) {
        requireOpen();
        for (String controller : controllers()) {
            try {
                CgroupFiles.write(
                        root.resolve(controller).resolve(directory).resolve("cgroup.procs"), Long.toString(pid));
            } catch (IOException e) {
                throw new UncheckedIOException(
                        "cannot put process " + pid + " into " + controller + "/" + directory, e);
            }
        }
    }

    private List<String> controllers() {
        return CONTROLLERS.stream()
                .filter(controller -> Files.exists(root.resolve(controller)))
                .toList();
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("the run was ended");
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        List<Path> directories = new ArrayList<>();
        CONTROLLERS.forEach(
                controller -> directories.add(system.resolve(controller).resolve(name)));
        directories.forEach(CgroupFiles::remove);
    }
}
