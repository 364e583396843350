package io.koordbridge.quickstart.home;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One directory per cgroup v1 controller, all linked below one root that is laid out like {@code /sys/fs/cgroup}. What runs on
 * this root sees a machine of its own. {@link #close} removes every directory below it.
 */
public final class CgroupHome implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(CgroupHome.class);
    private static final List<String> CONTROLLERS = List.of("cpu", "cpuacct", "cpuset", "memory", "blkio", "pids");
    private static final List<String> NEEDED = List.of("cpu", "cpuacct", "memory");

    private final Path root;
    private final List<Path> directories;

    private CgroupHome(Path root, List<Path> directories) {
        this.root = root;
        this.directories = List.copyOf(directories);
    }

    /** Either a home or the reason why there is none. */
    public record Attempt(Optional<CgroupHome> home, String reason) {}

    /**
     * Makes the hierarchy.
     *
     * @param system usually {@code /sys/fs/cgroup}
     * @param name directory made in each controller
     * @param root where the links go
     */
    public static Attempt create(Path system, String name, Path root) {
        List<Path> made = new ArrayList<>();
        try {
            Files.createDirectories(root);
            for (String controller : CONTROLLERS) {
                Path mounted = system.resolve(controller);
                if (Files.exists(mounted.resolve("cgroup.procs"))) {
                    Path directory = Files.createDirectory(mounted.resolve(name));
                    made.add(directory);
                    Files.createSymbolicLink(root.resolve(controller), directory);
                } else if (NEEDED.contains(controller)) {
                    remove(made);
                    return new Attempt(Optional.empty(), "no cgroup v1 controller '" + controller + "' at " + mounted);
                }
            }
            CgroupHome home = new CgroupHome(root, made);
            home.fillCpuset();
            return new Attempt(Optional.of(home), "");
        } catch (IOException e) {
            remove(made);
            return new Attempt(Optional.empty(), "cgroups are not writable: " + e.getMessage());
        }
    }

    private void fillCpuset() throws IOException {
        Path cpuset = root.resolve("cpuset");
        if (!Files.exists(cpuset)) {
            return;
        }
        Path own = cpuset.toRealPath();
        for (String file : List.of("cpuset.cpus", "cpuset.mems")) {
            write(
                    cpuset.resolve(file),
                    Files.readString(own.resolveSibling(file)).strip());
        }
    }

    /** What to use as the cgroup root. */
    public Path root() {
        return root;
    }

    /** A file of a controller. */
    public Path file(String controller, String directory, String file) {
        return root.resolve(controller).resolve(directory).resolve(file);
    }

    /** Makes the directory in every controller, as the kubelet and the runtime do for a pod and its container. */
    public void make(String directory) {
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
            for (String file : List.of("cpuset.cpus", "cpuset.mems")) {
                boolean empty = Files.exists(at.resolve(file))
                        && Files.readString(at.resolve(file)).isBlank();
                if (empty) {
                    write(
                            at.resolve(file),
                            Files.readString(parent.resolve(file)).strip());
                }
            }
        }
    }

    /** Puts a process into the directory in every controller. */
    public void place(long pid, String directory) {
        for (String controller : controllers()) {
            try {
                write(root.resolve(controller).resolve(directory).resolve("cgroup.procs"), Long.toString(pid));
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

    private static void write(Path file, String value) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(value.getBytes(StandardCharsets.UTF_8)));
        }
    }

    /** Removes the hierarchy; processes must have ended. */
    @Override
    public void close() {
        remove(directories);
    }

    private static void remove(List<Path> directories) {
        for (Path directory : directories) {
            for (Path one : deepestFirst(directory)) {
                try {
                    Files.deleteIfExists(one);
                } catch (IOException e) {
                    LOG.warn("cgroup not removed path={} problem={}", one, e.toString());
                }
            }
        }
    }

    private static List<Path> deepestFirst(Path directory) {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> below = Files.walk(directory)) {
            return below.filter(path -> Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS))
                    .sorted(Comparator.comparingInt(Path::getNameCount).reversed())
                    .toList();
        } catch (IOException e) {
            LOG.warn("cgroup not listed path={}", directory, e);
            return List.of();
        }
    }
}
