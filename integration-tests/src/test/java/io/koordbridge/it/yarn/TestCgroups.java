package io.koordbridge.it.yarn;

import static org.awaitility.Awaitility.await;

import io.koordbridge.lab.cgroup.OwnHierarchies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** A hierarchy of its own below each controller of cgroup version 1. */
final class TestCgroups implements AutoCloseable {
    static final Path ROOT = Path.of("/sys/fs/cgroup");
    static final List<String> CONTROLLERS = List.of("cpu", "cpuacct", "memory", "cpuset", "blkio");

    private static final AtomicInteger COUNT = new AtomicInteger();

    /** Test classes run beside each other in one process. */
    private final String top = "koordbridge-test-" + ProcessHandle.current().pid() + "-" + COUNT.incrementAndGet();

    /** A directory that looks like {@code /sys/fs/cgroup} and holds nothing else. */
    Path rootIn(Path directory) throws IOException {
        Path root = Files.createDirectory(directory.resolve("cgroup-root"));
        for (String controller : CONTROLLERS) {
            Files.createSymbolicLink(
                    root.resolve(controller), ROOT.resolve(controller).resolve(top));
        }
        return root;
    }

    /** What the kubelet makes: containers are placed only where it is. */
    void makeTier() throws IOException {
        for (String controller : CONTROLLERS) {
            Files.createDirectories(containers(controller).getParent());
        }
    }

    static boolean writable() {
        return CONTROLLERS.stream().allMatch(controller -> Files.isWritable(ROOT.resolve(controller)));
    }

    /** Where containers go, below each controller. */
    String path() {
        return top + "/kubepods/besteffort/hadoop-yarn";
    }

    Path containers(String controller) {
        return ROOT.resolve(controller).resolve(path());
    }

    @Override
    public void close() {
        for (String controller : CONTROLLERS) {
            Path group = ROOT.resolve(controller).resolve(top);
            await("removal of " + group).until(() -> OwnHierarchies.remove(group));
        }
    }
}
