package io.koordbridge.koordlet.tier;

import io.koordbridge.koordlet.cgroup.CgroupFiles;
import io.koordbridge.koordlet.cgroup.CgroupTree;
import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.cgroup.CgroupWriteListener;
import io.koordbridge.protocol.KubeQos;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes and removes the directories. Every step can be repeated. One thread. */
public final class TierKeeper {

    private static final Logger LOG = LoggerFactory.getLogger(TierKeeper.class);
    private static final String REASON = "best-effort-tier";
    private static final List<String> CONTROLLERS = List.of("cpu", "memory", "cpuset", "io", "pids");
    private static final String LOWEST_SHARES = "2";
    private static final String LOWEST_WEIGHT = "1";

    private final CgroupTree tree;
    private final List<String> hierarchies;
    private final CgroupWriteListener listener;
    private final Deque<Path> made = new ArrayDeque<>();

    /**
     * A keeper.
     *
     * @param hierarchies version 1 hierarchies that are mounted; ignored for version 2
     */
    public TierKeeper(CgroupTree tree, List<String> hierarchies, CgroupWriteListener listener) {
        this.tree = tree;
        this.hierarchies = List.copyOf(hierarchies);
        this.listener = listener;
    }

    /** Directories that this process made, in order. */
    public List<Path> made() {
        return List.copyOf(made);
    }

    /**
     * Makes what is missing.
     *
     * @throws IOException naming the directory or file that could not be made
     */
    public void ensure() throws IOException {
        List<String> chain = List.of(
                tree.paths().qosDir(KubeQos.GUARANTEED),
                tree.paths().bestEffortDir(),
                tree.paths().yarnDir());
        if (tree.version() == CgroupVersion.V2) {
            Path parent = tree.directory("", "");
            for (String dir : chain) {
                enableControllers(parent);
                parent = tree.directory("", dir);
                ensureDirectory(parent, "cpu.weight", LOWEST_WEIGHT, dir);
            }
            enableControllers(parent);
            return;
        }
        for (String hierarchy : hierarchies) {
            for (String dir : chain) {
                Path directory = tree.directory(hierarchy, dir);
                ensureDirectory(directory, "cpu.shares", LOWEST_SHARES, dir);
                if (hierarchy.equals("cpuset")) {
                    fillFromParent(directory, "cpuset.cpus");
                    fillFromParent(directory, "cpuset.mems");
                }
            }
        }
    }

    private void ensureDirectory(Path directory, String weightFile, String weight, String dir) throws IOException {
        CgroupFiles files = tree.files();
        if (files.exists(directory)) {
            return;
        }
        try {
            files.makeDirectory(directory);
        } catch (FileAlreadyExistsException e) {
            return;
        }
        made.addLast(directory);
        LOG.info("made control group directory={}", directory);
        Path file = directory.resolve(weightFile);
        if (dir.equals(tree.paths().bestEffortDir()) && files.exists(file)) {
            write(file, files.read(file).strip(), weight);
        }
    }

    /** Until both files hold something no process can join the directory. */
    private void fillFromParent(Path directory, String name) throws IOException {
        Path file = directory.resolve(name);
        String own = tree.files().read(file).strip();
        if (own.isEmpty()) {
            Path parent = Objects.requireNonNull(directory.getParent(), "a control group has a parent");
            write(file, own, tree.files().read(parent.resolve(name)).strip());
        }
    }

    private void enableControllers(Path directory) throws IOException {
        CgroupFiles files = tree.files();
        List<String> offered = List.of(
                files.read(directory.resolve("cgroup.controllers")).strip().split("\\s+"));
        Path control = directory.resolve("cgroup.subtree_control");
        List<String> enabled = List.of(files.read(control).strip().split("\\s+"));
        for (String controller : CONTROLLERS) {
            if (offered.contains(controller) && !enabled.contains(controller)) {
                write(control, String.join(" ", enabled), "+" + controller);
            }
        }
    }

    private void write(Path file, String before, String after) throws IOException {
        try {
            tree.files().write(file, after);
            listener.written(file, before, after, REASON, null);
        } catch (IOException e) {
            listener.written(file, before, after, REASON, String.valueOf(e.getMessage()));
            throw new IOException(file + ": cannot write '" + after + "': " + e.getMessage(), e);
        }
    }

    /** Removes what this process made and nobody uses, children first; what is in use stays. */
    public List<Path> removeMade() {
        List<Path> left = new ArrayList<>();
        while (!made.isEmpty()) {
            Path directory = made.removeLast();
            try {
                tree.files().removeDirectory(directory);
                LOG.info("removed control group directory={}", directory);
            } catch (IOException e) {
                left.add(directory);
                LOG.info("control group stays directory={} cause={}", directory, e.toString());
            }
        }
        return left;
    }
}
