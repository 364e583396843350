package io.koordbridge.koordlet.tier;

import io.koordbridge.koordlet.cgroup.CgroupExecutor;
import io.koordbridge.koordlet.cgroup.CgroupFiles;
import io.koordbridge.koordlet.cgroup.CgroupNames;
import io.koordbridge.koordlet.cgroup.CgroupTree;
import io.koordbridge.koordlet.cgroup.CgroupUpdate;
import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.cgroup.UpdateResult;
import io.koordbridge.protocol.KubeQos;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes and removes the directories. Every step can be repeated. One thread. */
public final class TierKeeper {

    private static final Logger LOG = LoggerFactory.getLogger(TierKeeper.class);
    /** Owner of its writes. */
    public static final String OWNER = "best-effort-tier";

    private static final List<String> CONTROLLERS = List.of("cpu", "memory", "cpuset", "io", "pids");
    private static final String LOWEST_SHARES = "2";

    private final CgroupTree tree;
    private final List<String> hierarchies;
    private final CgroupExecutor writer;
    private final Deque<Path> made = new ArrayDeque<>();

    /**
     * A keeper.
     *
     * @param hierarchies version 1 hierarchies that are mounted; ignored for version 2
     */
    public TierKeeper(CgroupExecutor writer, List<String> hierarchies) {
        this.tree = writer.tree();
        this.hierarchies = List.copyOf(hierarchies);
        this.writer = writer;
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
        requireRoot();
        if (tree.version() == CgroupVersion.V2) {
            String parent = "";
            for (String dir : tree.paths().around()) {
                enableControllers(parent);
                parent = dir;
            }
            for (String dir : chain) {
                enableControllers(parent);
                ensureDirectory("", dir);
                parent = dir;
            }
            enableControllers(parent);
            return;
        }
        for (String hierarchy : hierarchies) {
            List<String> around = tree.paths().around();
            String parent = around.isEmpty() ? "" : around.get(around.size() - 1);
            for (String dir : chain) {
                ensureDirectory(hierarchy, dir);
                if (hierarchy.equals("cpuset")) {
                    fillFromParent(Knob.CPUSET_CPUS, dir, parent);
                    fillFromParent(Knob.CPUSET_MEMS, dir, parent);
                }
                parent = dir;
            }
        }
    }

    /** The kubelet does not start before its root is there, so it is never ours to make. */
    private void requireRoot() throws IOException {
        List<String> needed = tree.version() == CgroupVersion.V2 ? List.of("") : hierarchies;
        for (String hierarchy : needed) {
            for (String dir : tree.paths().around()) {
                if (!tree.files().exists(tree.directory(hierarchy, dir))) {
                    throw new NoSuchFileException(
                            tree.directory(hierarchy, dir).toString(),
                            null,
                            "cgroupRoot of the kubelet does not exist");
                }
            }
        }
    }

    private void ensureDirectory(String hierarchy, String dir) throws IOException {
        CgroupFiles files = tree.files();
        Path directory = tree.directory(hierarchy, dir);
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
        boolean hasShares = tree.version() == CgroupVersion.V2 || hierarchy.equals(Knob.CPU_SHARES.subsystem());
        if (dir.equals(tree.paths().bestEffortDir()) && hasShares) {
            write(Knob.CPU_SHARES, dir, LOWEST_SHARES);
        }
    }

    /** Until both files hold something no process can join the directory. */
    private void fillFromParent(Knob<?> knob, String dir, String parent) throws IOException {
        if (text(knob, dir).isEmpty()) {
            write(knob, dir, text(knob, parent));
        }
    }

    private void enableControllers(String dir) throws IOException {
        List<String> offered = List.of(tree.files()
                .read(tree.directory("", dir).resolve("cgroup.controllers"))
                .strip()
                .split("\\s+"));
        List<String> enabled = List.of(text(Knob.SUBTREE_CONTROL, dir).split("\\s+"));
        for (String controller : CONTROLLERS) {
            if (offered.contains(controller) && !enabled.contains(controller)) {
                write(Knob.SUBTREE_CONTROL, dir, "+" + controller);
            }
        }
    }

    private String text(Knob<?> knob, String dir) throws IOException {
        Path file = tree.file(knob, dir).orElseThrow(() -> new IOException(knob + " does not exist here"));
        return tree.files().read(file).strip();
    }

    private void write(Knob<?> knob, String dir, String value) throws IOException {
        UpdateResult result = writer.updateNow(new CgroupUpdate(knob, dir, value, OWNER));
        if (result.failed()) {
            throw new IOException(dir + ": cannot write '" + value + "' to " + knob + ": " + result.error());
        }
    }

    /** Uses other names; what was made under the old ones goes, unless it is in use. */
    public void follow(CgroupNames names) {
        LOG.warn(
                "the kubelet names its control groups otherwise before={} now={}",
                tree.paths().names(),
                names);
        List<Path> left = removeMade();
        if (!left.isEmpty()) {
            LOG.warn("control groups of the former names are in use and stay directories={}", left);
        }
        tree.follow(names);
    }

    /** Removes unused directories that this process made, children first; what is in use stays. */
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
