package io.koordbridge.copilot.cgroup;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** The unified tree. Controllers reach a group only if every group above passes them on. */
final class CgroupV2Hierarchy implements CgroupHierarchy {
    private static final String UNIFIED = "unified";

    private final Path root;
    private final Path parent;
    private final List<String> wanted;

    CgroupV2Hierarchy(Path root, String path, List<String> controllers) {
        this.root = root;
        this.parent = root.resolve(path);
        this.wanted = new ArrayList<>();
        for (String controller : controllers) {
            String name = controller.equals("blkio") ? "io" : controller;
            if (!name.equals("cpuacct")) {
                wanted.add(name);
            }
        }
    }

    static boolean mountedAt(Path root) {
        return Files.exists(root.resolve("cgroup.controllers"));
    }

    @Override
    public String name() {
        return "cgroup-v2";
    }

    @Override
    public List<String> prepare() throws IOException {
        Path above = parent.getParent();
        if (above == null || !Files.isDirectory(above)) {
            // It belongs to the kubelet: it is never made here.
            throw new IOException("there is no group " + above);
        }
        Files.createDirectories(parent);
        if (!Files.isWritable(parent.resolve("cgroup.procs"))) {
            throw new IOException(parent + " is not writable");
        }
        List<Path> chain = new ArrayList<>();
        for (Path at = parent; at != null && at.startsWith(root); at = at.getParent()) {
            chain.add(0, at);
        }
        List<String> missing = new ArrayList<>();
        for (String controller : wanted) {
            String problem = passOn(controller, chain);
            if (!problem.isEmpty()) {
                missing.add(problem);
            }
        }
        return missing;
    }

    @Override
    public Map<String, Path> parents() {
        return Collections.singletonMap(UNIFIED, parent);
    }

    @Override
    public void create(String controller, Path group) throws IOException {
        Files.createDirectories(group);
    }

    @Override
    public void limit(String controller, Path group, long shares, long memoryBytes) throws IOException {
        levelIfThere(group.resolve("cpu.weight"), Long.toString(CgroupLimits.weight(shares)));
        levelIfThere(group.resolve("memory.max"), Long.toString(memoryBytes));
    }

    @Override
    public long cpuNanos(Map<String, Path> groups) throws IOException {
        return FlatKeyed.value(CgroupFiles.read(group(groups).resolve("cpu.stat")), "usage_usec") * 1000;
    }

    @Override
    public long workingSetBytes(Map<String, Path> groups) throws IOException {
        long used = Long.parseLong(CgroupFiles.read(group(groups).resolve("memory.current")));
        long reclaimable = FlatKeyed.value(CgroupFiles.read(group(groups).resolve("memory.stat")), "inactive_file");
        return Math.max(0, used - reclaimable);
    }

    private static Path group(Map<String, Path> groups) throws IOException {
        Path group = groups.get(UNIFIED);
        if (group == null) {
            throw new FileNotFoundException("no group");
        }
        return group;
    }

    /** One controller at a time: naming one that is not there fails the whole write. */
    private static String passOn(String controller, List<Path> chain) throws IOException {
        for (Path group : chain) {
            if (!words(group.resolve("cgroup.controllers")).contains(controller)) {
                return "controller " + controller + " is not available in " + group;
            }
            Path control = group.resolve("cgroup.subtree_control");
            if (!words(control).contains(controller)) {
                try {
                    CgroupFiles.write(control, "+" + controller);
                } catch (IOException e) {
                    return String.valueOf(e.getMessage());
                }
            }
        }
        return "";
    }

    private static List<String> words(Path file) throws IOException {
        return Arrays.asList(CgroupFiles.read(file).split("\\s+", -1));
    }

    private static void levelIfThere(Path file, String value) throws IOException {
        if (Files.exists(file)) {
            CgroupFiles.level(file, value);
        }
    }
}
