package io.koordbridge.koordlet.cgroup;

import io.koordbridge.protocol.KubeQos;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** Finds out what the machine has: version, driver, hierarchies, and whether they can be written. */
public final class CgroupProbe {

    private static final long CGROUP2_MAGIC = 0x63677270L;
    private static final List<String> HIERARCHIES = List.of("cpu", "cpuacct", "memory", "cpuset", "blkio");

    private final Path root;

    public CgroupProbe(Path root) {
        this.root = root;
    }

    /** By the magic number of the root; where that cannot be asked, by the file that only version 2 has. */
    public CgroupVersion version() {
        OptionalLong magic = StatFs.magic(root);
        if (magic.isPresent() && magic.getAsLong() == CGROUP2_MAGIC) {
            return CgroupVersion.V2;
        }
        return Files.exists(root.resolve("cgroup.controllers")) ? CgroupVersion.V2 : CgroupVersion.V1;
    }

    /**
     * Form of the names that the kubelet uses: that of the only tree with pods, else what its configuration says, else that of the tree that
     * is there. Empty while unknown.
     *
     * @param configured from the kubelet's configuration
     */
    public Optional<CgroupDriver> driver(CgroupVersion version, Optional<CgroupDriver> configured) {
        Path base = version == CgroupVersion.V1 ? root.resolve("cpu") : root;
        List<CgroupDriver> there = Stream.of(CgroupDriver.SYSTEMD, CgroupDriver.CGROUPFS)
                .filter(driver -> Files.isDirectory(base.resolve(new CgroupPaths(driver).qosDir(KubeQos.GUARANTEED))))
                .toList();
        if (there.size() > 1 || configured.isPresent()) {
            List<CgroupDriver> withPods =
                    there.stream().filter(driver -> hasPods(base, driver)).toList();
            if (withPods.size() == 1) {
                return Optional.of(withPods.get(0));
            }
        }
        return configured.or(() -> there.stream().findFirst());
    }

    private static boolean hasPods(Path base, CgroupDriver driver) {
        CgroupPaths paths = new CgroupPaths(driver);
        return Stream.of(KubeQos.values()).anyMatch(qos -> {
            try (Stream<Path> children = Files.list(base.resolve(paths.qosDir(qos)))) {
                return children.anyMatch(child -> Files.isDirectory(child) && paths.isPod(child.getFileName() + ""));
            } catch (IOException | UncheckedIOException e) {
                return false;
            }
        });
    }

    /** Version 1 hierarchies of interest that are mounted. */
    public List<String> hierarchies() {
        return HIERARCHIES.stream()
                .filter(name -> Files.exists(root.resolve(name).resolve("cgroup.procs")))
                .toList();
    }

    /** Beside version 1 hierarchies, which have them, the one of version 2 has none. */
    private List<String> missingControllers() {
        Path file = root.resolve("cgroup.controllers");
        try {
            List<String> offered = List.of(Files.readString(file).strip().split("\\s+"));
            return Stream.of("cpu", "memory")
                    .filter(needed -> !offered.contains(needed))
                    .map(needed -> "controller " + needed + " is not in " + file)
                    .toList();
        } catch (IOException e) {
            return List.of(FileErrorFormatter.of(e));
        }
    }

    /** Why values cannot be written; empty when they can. */
    public List<String> obstacles(CgroupVersion version) {
        List<String> reasons = new ArrayList<>();
        if (version == CgroupVersion.V2) {
            if (!Files.isWritable(root.resolve("cgroup.subtree_control"))) {
                reasons.add(root + "/cgroup.subtree_control is not writable");
            }
            reasons.addAll(missingControllers());
            return reasons;
        }
        for (String needed : List.of("cpu", "cpuacct", "memory")) {
            Path hierarchy = root.resolve(needed);
            if (!Files.exists(hierarchy.resolve("cgroup.procs"))) {
                reasons.add("hierarchy " + hierarchy + " is not mounted");
            } else if (!Files.isWritable(hierarchy) || !Files.isWritable(hierarchy.resolve("cgroup.procs"))) {
                reasons.add("hierarchy " + hierarchy + " is not writable");
            }
        }
        return reasons;
    }
}
