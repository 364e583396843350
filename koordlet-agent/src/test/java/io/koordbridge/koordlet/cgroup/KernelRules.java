package io.koordbridge.koordlet.cgroup;

import io.koordbridge.protocol.CpuSet;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** How groups depend on each other, as the record of the kernels has it; a file that is not in the tree limits nothing. */
final class KernelRules implements FakeCgroupTree.Rules {

    private static final List<String> CONTROLLERS =
            List.of("cpuset", "cpu", "io", "memory", "hugetlb", "pids", "rdma", "misc");
    private static final String SUBTREE = "cgroup.subtree_control";
    private static final String CPUS = "cpuset.cpus";
    private static final String MEMS = "cpuset.mems";
    private static final String EFFECTIVE = ".effective";

    /** What a new group has of each controller. */
    private static final Map<String, Map<String, String>> V2_FILES = Map.of(
            "cpuset", Map.of(CPUS, "", CPUS + EFFECTIVE, "", MEMS, "", MEMS + EFFECTIVE, ""),
            "cpu", Map.of("cpu.weight", "100", "cpu.max", "max 100000", "cpu.max.burst", "0", "cpu.idle", "0"),
            "memory",
                    Map.of(
                            "memory.min", "0",
                            "memory.low", "0",
                            "memory.high", "max",
                            "memory.max", "max",
                            "memory.oom.group", "0"),
            "pids", Map.of("pids.max", "max"));

    private static final Map<String, Map<String, String>> V1_FILES = Map.of(
            "cpuset", Map.of(CPUS, "", "cpuset.effective_cpus", "", MEMS, ""),
            "cpu",
                    Map.of(
                            "cpu.shares", "1024",
                            "cpu.cfs_quota_us", "-1",
                            "cpu.cfs_period_us", "100000",
                            "cpu.cfs_burst_us", "0",
                            "cpu.idle", "0"),
            "memory", Map.of("memory.limit_in_bytes", KernelValues.V1_UNLIMITED));

    private final FakeCgroupTree tree;
    private @Nullable Path v1Root;
    private int cpus = CpuSet.HIGHEST + 1;
    private int memoryNodes = CpuSet.HIGHEST + 1;

    KernelRules(FakeCgroupTree tree) {
        this.tree = tree;
    }

    void mount(CgroupVersion version, Path root, int cpuCount, int memoryNodeCount) {
        cpus = cpuCount;
        memoryNodes = memoryNodeCount;
        String allCpus = CpuSet.parse("0-" + (cpuCount - 1)).format();
        String allNodes = CpuSet.parse("0-" + (memoryNodeCount - 1)).format();
        if (version == CgroupVersion.V2) {
            put(root, "cgroup.controllers", String.join(" ", CONTROLLERS));
            put(root, SUBTREE, "");
            put(root, CPUS + EFFECTIVE, allCpus);
            put(root, MEMS + EFFECTIVE, allNodes);
        } else {
            v1Root = root;
            V1_FILES.keySet().forEach(hierarchy -> put(root.resolve(hierarchy), "cgroup.procs", ""));
            put(root.resolve("cpuset"), CPUS, allCpus);
            put(root.resolve("cpuset"), MEMS, allNodes);
        }
    }

    private void put(Path directory, String name, String content) {
        tree.put(directory.resolve(name).toString(), content);
    }

    /** Content of a file of a group; empty when it is not there. */
    private String text(@Nullable Path directory, String name) {
        try {
            return directory == null ? "" : tree.read(directory.resolve(name)).strip();
        } catch (IOException e) {
            return "";
        }
    }

    @Override
    public String written(Path file, String value) throws IOException {
        String text = value.strip();
        Path group = file.getParent();
        UnaryOperator<String> sibling = name -> text(group, name);
        String name = file.getFileName().toString();
        return switch (name) {
            case SUBTREE -> passOn(group, text);
            case CPUS, MEMS -> set(group, name, text);
            case CPUS + EFFECTIVE, MEMS + EFFECTIVE -> throw KernelValues.invalid();
            case "cpu.cfs_quota_us", "cpu.cfs_period_us" -> {
                String kept = KernelValues.written(name, text, sibling);
                requireShare(group, name, kept);
                yield kept;
            }
            case "memory.min", "memory.low", "memory.high" ->
                isV1(group, "memory") ? value : KernelValues.written(name, text, sibling);
            default -> KernelValues.knows(name) ? KernelValues.written(name, text, sibling) : value;
        };
    }

    /** Hierarchies of version 1 are directories of their names. */
    private static boolean isV1(Path group, String hierarchy) {
        for (Path part : group) {
            if (part.toString().equals(hierarchy)) {
                return true;
            }
        }
        return false;
    }

    private String passOn(Path group, String text) throws IOException {
        TreeSet<Integer> passed = new TreeSet<>();
        words(text(group, SUBTREE)).forEach(name -> passed.add(CONTROLLERS.indexOf(name)));
        boolean knowsOwn = tree.exists(group.resolve("cgroup.controllers"));
        List<String> own = words(text(group, "cgroup.controllers"));
        for (String word : words(text)) {
            int controller = CONTROLLERS.indexOf(word.substring(1));
            if (controller < 0) {
                throw KernelValues.invalid();
            }
            if (word.startsWith("-")) {
                requireUnused(group, word.substring(1));
                passed.remove(controller);
            } else if (knowsOwn && !own.contains(word.substring(1))) {
                throw new IOException("No such file or directory");
            } else {
                passed.add(controller);
            }
        }
        return String.join(" ", passed.stream().map(CONTROLLERS::get).toList());
    }

    private void requireUnused(Path group, String controller) throws IOException {
        for (String child : tree.directories(group)) {
            if (words(text(group.resolve(child), SUBTREE)).contains(controller)) {
                throw KernelValues.busy();
            }
        }
    }

    private static List<String> words(String text) {
        return text.isEmpty() ? List.of() : Arrays.asList(text.split("\\s+"));
    }

    private String set(Path group, String name, String text) throws IOException {
        CpuSet wanted = KernelValues.list(text, name.equals(CPUS) ? cpus : memoryNodes, name.equals(CPUS));
        if (isV1(group, "cpuset")) {
            for (String child : tree.directories(group)) {
                if (!KernelValues.parsed(text(group.resolve(child), name)).isSubsetOf(wanted)) {
                    throw KernelValues.busy();
                }
            }
            boolean bounded = group.getParent() != null && tree.exists(group.resolveSibling(name));
            if (bounded && !wanted.isSubsetOf(KernelValues.parsed(text(group.getParent(), name)))) {
                throw new IOException("Permission denied");
            }
        }
        return wanted.format();
    }

    /** A group has at most the share of CPU time of the nearest group above that is limited. */
    private void requireShare(Path group, String name, String kept) throws IOException {
        double share = share(group, name, kept);
        if (share == Double.POSITIVE_INFINITY) {
            return;
        }
        double most = Double.POSITIVE_INFINITY;
        for (Path above = group.getParent();
                above != null && most == Double.POSITIVE_INFINITY;
                above = above.getParent()) {
            most = share(above, "", "");
        }
        if (share > most || share < largestBelow(group)) {
            throw KernelValues.invalid();
        }
    }

    private double largestBelow(Path group) {
        double largest = 0;
        for (String child : tree.directories(group)) {
            double own = share(group.resolve(child), "", "");
            largest = Math.max(largest, own == Double.POSITIVE_INFINITY ? largestBelow(group.resolve(child)) : own);
        }
        return largest;
    }

    private double share(Path group, String changed, String value) {
        Map<String, String> now = new LinkedHashMap<>();
        for (String name : List.of("cpu.cfs_quota_us", "cpu.cfs_period_us")) {
            now.put(name, name.equals(changed) ? value : text(group, name));
        }
        String quota = now.get("cpu.cfs_quota_us");
        String period = now.get("cpu.cfs_period_us");
        return quota.isEmpty() || quota.startsWith("-")
                ? Double.POSITIVE_INFINITY
                : Double.parseDouble(quota) / (period.isEmpty() ? 100_000 : Double.parseDouble(period));
    }

    @Override
    public void settle(Path file) {
        Path group = file.getParent();
        switch (file.getFileName().toString()) {
            case CPUS -> spread(group, CPUS);
            case MEMS -> spread(group, MEMS);
            case SUBTREE -> tree.directories(group).forEach(child -> give(group.resolve(child), group));
            case "cpu.idle" -> settleIdle(group);
            default -> {}
        }
    }

    /** The effective set of a group and those below: what it asks for of what its parent has, or all of that. */
    private void spread(Path group, String name) {
        if (tree.exists(group.resolve("cpuset.effective_cpus"))) {
            put(group, "cpuset.effective_cpus", text(group, CPUS));
        }
        String effective = name + EFFECTIVE;
        if (!tree.exists(group.resolve(effective))) {
            return;
        }
        CpuSet own = KernelValues.parsed(text(group, name));
        Path parent = group.getParent();
        if (parent != null && tree.exists(parent.resolve(effective))) {
            CpuSet most = KernelValues.parsed(text(parent, effective));
            CpuSet both = own.intersection(most);
            own = both.isEmpty() ? most : both;
        }
        put(group, effective, own.format());
        tree.directories(group).forEach(child -> spread(group.resolve(child), name));
    }

    private void settleIdle(Path group) {
        boolean idle = text(group, "cpu.idle").equals("1");
        String weight = tree.exists(group.resolve("cpu.weight")) ? "cpu.weight" : "cpu.shares";
        String ofIdle = weight.equals("cpu.weight") ? "0" : "3";
        if (!tree.exists(group.resolve(weight))) {
            return;
        }
        if (idle) {
            put(group, weight, ofIdle);
        } else if (text(group, weight).equals(ofIdle)) {
            put(group, weight, weight.equals("cpu.weight") ? "100" : "1024");
        }
    }

    @Override
    public void made(Path directory) {
        Path parent = directory.getParent();
        if (v1Root != null && directory.startsWith(v1Root)) {
            String hierarchy = directory.getName(v1Root.getNameCount()).toString();
            V1_FILES.getOrDefault(hierarchy, Map.of()).forEach((name, content) -> put(directory, name, content));
        } else if (parent != null && tree.exists(parent.resolve(SUBTREE))) {
            put(directory, SUBTREE, "");
            put(directory, "cgroup.procs", "");
            give(directory, parent);
        }
    }

    /** The files of the controllers that a group now has. */
    private void give(Path group, Path parent) {
        if (!tree.exists(group.resolve(SUBTREE))) {
            return;
        }
        List<String> controllers = words(text(parent, SUBTREE));
        put(group, "cgroup.controllers", String.join(" ", controllers));
        V2_FILES.forEach((controller, files) -> files.forEach((name, content) -> {
            if (!controllers.contains(controller)) {
                tree.take(group.resolve(name).toString());
            } else if (!tree.exists(group.resolve(name))) {
                put(group, name, content);
            }
        }));
        spread(group, CPUS);
        spread(group, MEMS);
    }

    @Override
    public void removed(Path directory) throws IOException {
        if (!tree.directories(directory).isEmpty()) {
            throw new FileSystemException(directory.toString(), null, "Device or resource busy");
        }
    }
}
