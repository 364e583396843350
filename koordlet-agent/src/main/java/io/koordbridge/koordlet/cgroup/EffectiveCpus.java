package io.koordbridge.koordlet.cgroup;

import io.koordbridge.protocol.CpuSet;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What the kernel makes of a list of CPUs in version 2: it accepts any list, and gives a group without a list, or with one that its parent
 * lacks altogether, everything that its parent has. Only the effective set says so.
 */
final class EffectiveCpus {

    /** Begin of the words for a group that has more than was meant. */
    static final String WIDER = "wider than meant";

    private static final String FILE = "cpuset.cpus.effective";

    private final CgroupTree tree;

    EffectiveCpus(CgroupTree tree) {
        this.tree = tree;
    }

    private boolean concerns(Knob<?> knob) {
        return tree.version() == CgroupVersion.V2 && knob == Knob.CPUSET_CPUS;
    }

    /** Whether a group has just these CPUs without a list of its own. */
    boolean inherits(Knob<?> knob, Path file, String own, String text) throws IOException {
        return concerns(knob)
                && own.isEmpty()
                && of(file).filter(CpuSet.parse(text)::equals).isPresent();
    }

    /**
     * Compares what a group has with what was meant.
     *
     * @throws IOException when it has more
     */
    void requireWithin(Knob<?> knob, Path file, String text) throws IOException {
        if (!concerns(knob)) {
            return;
        }
        CpuSet meant = CpuSet.parse(text);
        Optional<CpuSet> wider = of(file).filter(cpus -> !cpus.isSubsetOf(meant));
        if (wider.isPresent()) {
            throw new IOException(WIDER + ": has CPUs " + wider.get().format() + ", its parent lacks some of " + text);
        }
    }

    /** Empty where the kernel does not say so. */
    private Optional<CpuSet> of(Path file) throws IOException {
        try {
            return Optional.of(
                    CpuSet.parse(tree.files().read(file.resolveSibling(FILE)).strip()));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            throw new IOException(file.resolveSibling(FILE) + ": " + e.getMessage(), e);
        }
    }
}
