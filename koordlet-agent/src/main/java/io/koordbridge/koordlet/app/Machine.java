package io.koordbridge.koordlet.app;

import io.koordbridge.koordlet.cgroup.CgroupDriver;
import io.koordbridge.koordlet.cgroup.CgroupNames;
import io.koordbridge.koordlet.cgroup.CgroupProbe;
import io.koordbridge.koordlet.cgroup.CgroupTree;
import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.cgroup.HostFiles;
import io.koordbridge.koordlet.tier.KubeletDriver;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the machine offers.
 *
 * @param hierarchies version 1 hierarchies that are mounted
 * @param obstacles why the agent only observes; empty when it enforces
 */
record Machine(CgroupTree tree, HostFiles files, List<String> hierarchies, List<String> obstacles) {

    Machine {
        hierarchies = List.copyOf(hierarchies);
        obstacles = List.copyOf(obstacles);
    }

    static Machine probe(KoordletConfig config) {
        HostFiles files = new HostFiles();
        Path root = Path.of(config.roots().cgroup());
        CgroupProbe probe = new CgroupProbe(root);
        CgroupVersion version = probe.version();
        CgroupNames names = new KubeletDriver(probe, version, config.tier())
                .now(Optional.empty())
                .orElse(CgroupNames.of(CgroupDriver.CGROUPFS));
        List<String> obstacles = new ArrayList<>();
        if (config.observesOnly()) {
            obstacles.add("observeOnly is set");
        }
        if (!Files.isDirectory(root)) {
            obstacles.add("cgroup root " + root + " is not a directory");
        } else {
            obstacles.addAll(probe.obstacles(version));
        }
        return new Machine(new CgroupTree(root, version, names, files), files, probe.hierarchies(), obstacles);
    }

    /** Finds the names that the kubelet uses. */
    KubeletDriver kubelet(KoordletConfig config) {
        return new KubeletDriver(new CgroupProbe(tree.root()), tree.version(), config.tier());
    }

    /** Why no control group is written. */
    Optional<String> obstacle() {
        return obstacles.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", obstacles));
    }

    boolean observesOnly() {
        return !obstacles.isEmpty();
    }
}
