package io.koordbridge.quickstart.home;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * A subtree of cgroup version 2: below the mounted root, or in a scope of systemd. Processes are in leaves only, so a directory
 * that gets children hands its controllers on and holds no process.
 */
final class CgroupV2Home implements CgroupHome {

    private static final List<String> CONTROLLERS = List.of("cpu", "memory", "cpuset", "io", "pids");
    private static final List<String> NEEDED = List.of("cpu", "memory");
    private static final String USAGE = "usage_usec ";
    private static final int WEIGHT_OF_A_PROCESS = 100;
    private static final int MOST_WEIGHT = 10_000;

    private final Path root;
    private final Optional<SystemdScope> scope;
    private final int cpus;
    private boolean closed;

    /**
     * A home that is not made yet.
     *
     * @param root its directory
     * @param scope the scope whose directory it is; empty when it is a directory that the home makes itself
     */
    CgroupV2Home(Path root, Optional<SystemdScope> scope, int cpus) {
        this.root = root;
        this.scope = scope;
        this.cpus = cpus;
    }

    static CgroupV2Home inScope(Path system, SystemdScope scope, int cpus) {
        return new CgroupV2Home(scope.expectedDirectory(system), Optional.of(scope), cpus);
    }

    @Override
    public String description() {
        return scope.isPresent()
                ? "a scope of cgroup version 2 that systemd delegates to this run"
                : "a subtree of cgroup version 2 of this run's own";
    }

    @Override
    public synchronized void create() throws IOException {
        requireOpen();
        if (scope.isPresent()) {
            scope.get().start();
            // Its first process must leave: a directory with processes cannot hand controllers on.
            Path holder = Files.createDirectory(root.resolve("holder"));
            CgroupFiles.write(
                    holder.resolve("cgroup.procs"), Long.toString(scope.get().pid()));
        } else {
            handOn(Objects.requireNonNull(root.getParent()));
            Files.createDirectory(root);
        }
        handOn(root);
        CgroupFiles.write(
                root.resolve("cpu.weight"), Integer.toString(Math.min(MOST_WEIGHT, WEIGHT_OF_A_PROCESS * cpus)));
    }

    /** Gives the children of a directory what it has itself; what they must have is an error when it is refused. */
    private static void handOn(Path directory) throws IOException {
        List<String> offered = words(directory.resolve("cgroup.controllers"));
        Path control = directory.resolve("cgroup.subtree_control");
        for (String controller : CONTROLLERS) {
            if (offered.contains(controller) && !words(control).contains(controller)) {
                try {
                    CgroupFiles.write(control, "+" + controller);
                } catch (IOException e) {
                    if (NEEDED.contains(controller)) {
                        throw e;
                    }
                }
            }
        }
    }

    private static List<String> words(Path file) throws IOException {
        return List.of(CgroupFiles.read(file).split("\\s+"));
    }

    @Override
    public Path root() {
        return root;
    }

    @Override
    public Path limitFile(String directory) {
        return root.resolve(directory).resolve("cpu.max");
    }

    @Override
    public OptionalLong cpuNanos(String directory) {
        try {
            return Files.readAllLines(root.resolve(directory).resolve("cpu.stat")).stream()
                    .filter(line -> line.startsWith(USAGE))
                    .mapToLong(line ->
                            Long.parseLong(line.substring(USAGE.length()).strip()))
                    .map(TimeUnit.MICROSECONDS::toNanos)
                    .findFirst();
        } catch (IOException | NumberFormatException e) {
            return OptionalLong.empty();
        }
    }

    @Override
    public synchronized void make(String directory) {
        requireOpen();
        Path at = root;
        try {
            for (Path part : Path.of(directory)) {
                handOn(at);
                at = at.resolve(part);
                if (!Files.exists(at)) {
                    Files.createDirectory(at);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make cgroup " + at, e);
        }
    }

    @Override
    public synchronized void place(long pid, String directory) {
        requireOpen();
        try {
            CgroupFiles.write(root.resolve(directory).resolve("cgroup.procs"), Long.toString(pid));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot put process " + pid + " into " + directory, e);
        }
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("the run was ended");
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        scope.ifPresent(SystemdScope::close);
        // systemd removes the directory of an empty scope; then there is nothing left to do here.
        CgroupFiles.remove(root);
    }
}
