package io.koordbridge.copilot.cgroup;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One tree for each controller. */
final class CgroupV1Hierarchy implements CgroupHierarchy {
    private final Path root;
    private final String path;
    private final List<String> controllers;

    CgroupV1Hierarchy(Path root, String path, List<String> controllers) {
        this.root = root;
        this.path = path;
        this.controllers = controllers;
    }

    @Override
    public String name() {
        return "cgroup-v1";
    }

    @Override
    public List<String> prepare() throws IOException {
        List<String> missing = new ArrayList<>();
        for (String controller : controllers) {
            if (!mounted(controller)) {
                missing.add("controller " + controller + " is not mounted below " + root);
            } else if (!tierIn(controller)) {
                missing.add("controller " + controller + " has no group "
                        + parent(controller).getParent());
            }
        }
        if (parents().isEmpty()) {
            boolean any = controllers.stream().anyMatch(this::mounted);
            throw new IOException(any ? String.join("; ", missing) : "no cgroup controller is mounted below " + root);
        }
        for (Map.Entry<String, Path> parent : parents().entrySet()) {
            Files.createDirectories(parent.getValue());
            if (!Files.isWritable(parent.getValue())) {
                throw new IOException(parent.getValue() + " is not writable");
            }
            if (parent.getKey().equals("cpuset")) {
                inheritCpuset(parent.getValue());
            }
        }
        return missing;
    }

    @Override
    public Map<String, Path> parents() {
        Map<String, Path> parents = new LinkedHashMap<>();
        for (String controller : controllers) {
            if (mounted(controller) && tierIn(controller)) {
                parents.put(controller, parent(controller));
            }
        }
        return Collections.unmodifiableMap(parents);
    }

    @Override
    public void create(String controller, Path group) throws IOException {
        Files.createDirectories(group);
        if (controller.equals("cpuset")) {
            inheritCpuset(group);
        }
    }

    @Override
    public void limit(String controller, Path group, long shares, long memoryBytes) throws IOException {
        if (controller.equals("cpu")) {
            CgroupFiles.level(group.resolve("cpu.shares"), Long.toString(shares));
        } else if (controller.equals("memory")) {
            CgroupFiles.level(group.resolve("memory.limit_in_bytes"), Long.toString(memoryBytes));
        }
    }

    @Override
    public long cpuNanos(Map<String, Path> groups) throws IOException {
        return Long.parseLong(CgroupFiles.read(group(groups, "cpuacct").resolve("cpuacct.usage")));
    }

    @Override
    public long workingSetBytes(Map<String, Path> groups) throws IOException {
        Path memory = group(groups, "memory");
        long used = Long.parseLong(CgroupFiles.read(memory.resolve("memory.usage_in_bytes")));
        long reclaimable = FlatKeyed.value(CgroupFiles.read(memory.resolve("memory.stat")), "total_inactive_file");
        return Math.max(0, used - reclaimable);
    }

    private static Path group(Map<String, Path> groups, String controller) throws IOException {
        Path group = groups.get(controller);
        if (group == null) {
            throw new FileNotFoundException("no group for controller " + controller);
        }
        return group;
    }

    private boolean mounted(String controller) {
        return Files.isDirectory(root.resolve(controller));
    }

    /** What is above the parent of containers belongs to the kubelet: it is never made here. */
    private boolean tierIn(String controller) {
        Path above = parent(controller).getParent();
        return above != null && Files.isDirectory(above);
    }

    private Path parent(String controller) {
        return root.resolve(controller).resolve(path);
    }

    /**
     * Nothing can join a cpuset without CPUs and memory nodes: take the parent's, from the top down. A pod may see only its own part
     * of the tree; what is above was made by others.
     */
    private void inheritCpuset(Path group) throws IOException {
        Path top = root.resolve("cpuset");
        List<Path> chain = new ArrayList<>();
        for (Path at = group; at != null && !at.equals(top); at = at.getParent()) {
            chain.add(0, at);
        }
        for (Path at : chain) {
            for (String file : new String[] {"cpuset.cpus", "cpuset.mems"}) {
                if (Files.exists(at.resolve(file))
                        && CgroupFiles.read(at.resolve(file)).isEmpty()) {
                    CgroupFiles.write(at.resolve(file), CgroupFiles.read(at.resolveSibling(file)));
                }
            }
        }
    }
}
