package io.koordbridge.koordlet.cgroup;

import io.koordbridge.protocol.KubeQos;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds out what the machine has: version, driver, hierarchies, and whether they can be written. */
public final class CgroupProbe {

    private static final Logger LOG = LoggerFactory.getLogger(CgroupProbe.class);
    private static final String PODS = "kubepods";
    private static final String SLICE = ".slice";
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
     * What is known of the names that the kubelet uses.
     *
     * @param driver from its configuration
     * @param root from its configuration
     */
    public record Known(Optional<CgroupDriver> driver, Optional<String> root) {}

    /**
     * Names that the kubelet uses: those of the only tree with pods, else what its configuration says, else those of the tree that is there.
     * Where the root is not known, pods in one other group are looked for. Empty while unknown.
     *
     * @throws IllegalArgumentException when the known root is no path of plain names
     */
    public Optional<CgroupNames> names(CgroupVersion version, Known known) {
        Path base = version == CgroupVersion.V1 ? root.resolve("cpu") : root;
        List<CgroupNames> possible = Stream.of(CgroupDriver.SYSTEMD, CgroupDriver.CGROUPFS)
                .map(driver -> new CgroupNames(driver, known.root().orElse("")))
                .toList();
        List<CgroupNames> there =
                possible.stream().filter(names -> exists(base, names)).toList();
        List<CgroupNames> withPods =
                there.stream().filter(names -> hasPods(base, names)).toList();
        if (withPods.isEmpty() && known.root().isEmpty()) {
            List<CgroupNames> nested =
                    nested(base).stream().filter(names -> hasPods(base, names)).toList();
            if (nested.size() == 1) {
                return Optional.of(nested.get(0));
            }
        }
        if (withPods.size() == 1 && (there.size() > 1 || known.driver().isPresent())) {
            return Optional.of(withPods.get(0));
        }
        return known.driver()
                .map(driver -> new CgroupNames(driver, known.root().orElse("")))
                .or(() -> there.stream().findFirst());
    }

    private static boolean exists(Path base, CgroupNames names) {
        return Files.isDirectory(base.resolve(new CgroupPaths(names).qosDir(KubeQos.GUARANTEED)));
    }

    /** Trees of pods one group further in, as kubelets with a cgroupRoot have them. */
    private static List<CgroupNames> nested(Path base) {
        List<CgroupNames> found = new ArrayList<>();
        try (DirectoryStream<Path> children = Files.newDirectoryStream(base, Files::isDirectory)) {
            for (Path child : children) {
                String name = String.valueOf(child.getFileName());
                String plain = name.endsWith(SLICE) ? name.substring(0, name.length() - SLICE.length()) : "";
                if (CgroupNames.isPlain(name) && !name.startsWith(PODS)) {
                    Stream.of(
                                    new CgroupNames(CgroupDriver.SYSTEMD, plain),
                                    new CgroupNames(CgroupDriver.CGROUPFS, name))
                            .filter(names -> !names.root().isEmpty() && exists(base, names))
                            .forEach(found::add);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            LOG.debug("groups not listed directory={}", base, e);
        }
        return found;
    }

    private static boolean hasPods(Path base, CgroupNames names) {
        CgroupPaths paths = new CgroupPaths(names);
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
