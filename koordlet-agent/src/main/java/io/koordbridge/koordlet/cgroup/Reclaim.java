package io.koordbridge.koordlet.cgroup;

import java.io.IOException;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Frees memory of a group before its {@code memory.high} goes below what it uses: by {@code memory.reclaim} (Linux 5.19), in steps. So the
 * process that writes does the work, and those of the group are held back less. What cannot be freed stays; the kernel then holds the
 * group back by {@code memory.high}.
 */
final class Reclaim {

    private static final Logger LOG = LoggerFactory.getLogger(Reclaim.class);

    /** One write frees no more, so that none takes long. */
    private static final long STEP_BYTES = 32L << 20;

    private static final int MOST_STEPS = 16;

    private final CgroupTree tree;
    private final MemoryGuard.Writer writer;

    Reclaim(CgroupTree tree, MemoryGuard.Writer writer) {
        this.tree = tree;
        this.writer = writer;
    }

    /** Before {@code memory.high} gets a value; does nothing where the kernel has no {@code memory.reclaim}. */
    void before(String group, String text, String owner) throws IOException {
        long high = CgroupFormat.memoryLimitBytes(text);
        Path file = tree.directory(Knob.MEMORY_HIGH.subsystem(), group).resolve("memory.reclaim");
        if (high < 0 || tree.version() == CgroupVersion.V1 || !tree.files().exists(file)) {
            return;
        }
        for (int step = 0; step < MOST_STEPS; step++) {
            long excess = usage(group) - high;
            if (excess <= 0) {
                return;
            }
            try {
                writer.write(file, "", Long.toString(Math.min(excess, STEP_BYTES)), owner);
            } catch (IOException e) {
                // EAGAIN: less could be freed.
                LOG.debug("not all is freed group={} excess={} cause={}", group, excess, e.getMessage());
                return;
            }
        }
    }

    private long usage(String group) throws IOException {
        Path file = tree.file(Knob.MEMORY_USAGE, group).orElseThrow(() -> new IOException("no memory.current"));
        return CgroupFormat.bytes(tree.files().read(file));
    }
}
