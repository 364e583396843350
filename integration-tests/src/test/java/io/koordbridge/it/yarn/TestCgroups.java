package io.koordbridge.it.yarn;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A hierarchy of its own below each controller of cgroup version 1. */
final class TestCgroups implements AutoCloseable {
    static final Path ROOT = Path.of("/sys/fs/cgroup");
    static final List<String> CONTROLLERS = List.of("cpu", "cpuacct", "memory", "cpuset", "blkio");

    private final String top = "koordbridge-test-" + ProcessHandle.current().pid();

    static boolean writable() {
        return CONTROLLERS.stream().allMatch(controller -> Files.isWritable(ROOT.resolve(controller)));
    }

    /** Where containers go, below each controller. */
    String path() {
        return top + "/besteffort/hadoop-yarn";
    }

    Path containers(String controller) {
        return ROOT.resolve(controller).resolve(path());
    }

    @Override
    public void close() {
        for (String controller : CONTROLLERS) {
            Path group = ROOT.resolve(controller).resolve(top);
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
