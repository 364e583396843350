package io.koordbridge.it.quickstart;

import java.util.List;

/**
 * Text of the page that is replaced on the lab's node: names that every reader replaces, and variants that the page itself describes.
 * Everything else runs as printed, so a failure here is a failure for readers.
 */
record Replacements(List<Replacement> all) {
    private static final int AT_MOST = 4;

    /** One text of the page, and what stands there instead. */
    record Replacement(String from, String to) {}

    Replacements {
        all = List.copyOf(all);
        if (all.size() > AT_MOST) {
            throw new IllegalArgumentException(
                    "the page needs " + all.size() + " replacements to run, more than " + AT_MOST + ": mend the page");
        }
    }

    /**
     * For the lab's node, which has two cores that others use and control groups version 1.
     *
     * @param registry host and port
     */
    static Replacements onLab(String registry) {
        return new Replacements(List.of(
                new Replacement("registry.example.com", registry),
                new Replacement("worker-1", "lab-node"),
                new Replacement("--set colocation.enabled=true", "--set colocation.enabled=true -f small-machine.yaml"),
                new Replacement(
                        "--set nodeManager.cgroup.version=2",
                        "--set nodeManager.cgroup.version=1 --set nodeManager.cgroup.driver=cgroupfs")));
    }

    String of(String text) {
        String changed = text;
        for (Replacement each : all) {
            changed = changed.replace(each.from(), each.to());
        }
        return changed;
    }
}
