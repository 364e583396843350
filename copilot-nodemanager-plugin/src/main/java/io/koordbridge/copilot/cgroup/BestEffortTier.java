package io.koordbridge.copilot.cgroup;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** The best-effort tier as the kubelet names it with one driver or the other: whichever is there. */
final class BestEffortTier {
    /** Below the tier. */
    static final String GROUP = "hadoop-yarn";

    private static final List<String> NAMES = Collections.unmodifiableList(
            Arrays.asList("kubepods.slice/kubepods-besteffort.slice", "kubepods/besteffort"));

    private BestEffortTier() {}

    /**
     * Path of the group for containers; empty where there is no tier. Where a driver that is not used any more has left one behind, the tier
     * with our group counts, which the node agent makes, then the tier with pods.
     *
     * @param tops the unified tree, or the hierarchy of each controller
     */
    static String find(Iterable<Path> tops) {
        List<String> there = new ArrayList<>();
        for (String name : NAMES) {
            if (any(tops, name)) {
                there.add(name);
            }
        }
        for (String name : there) {
            if (any(tops, name + "/" + GROUP)) {
                return name + "/" + GROUP;
            }
        }
        for (String name : there) {
            for (Path top : tops) {
                if (!CgroupFiles.children(top.resolve(name)).isEmpty()) {
                    return name + "/" + GROUP;
                }
            }
        }
        return there.isEmpty() ? "" : there.get(0) + "/" + GROUP;
    }

    static String names() {
        return String.join(" nor ", NAMES);
    }

    private static boolean any(Iterable<Path> tops, String name) {
        for (Path top : tops) {
            if (Files.isDirectory(top.resolve(name))) {
                return true;
            }
        }
        return false;
    }
}
