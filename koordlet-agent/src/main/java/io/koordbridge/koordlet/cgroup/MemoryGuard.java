package io.koordbridge.koordlet.cgroup;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Lowers a memory limit of version 2 without killing: the kernel ends processes of a group that uses more than its new {@code memory.max}.
 * So {@code memory.high} goes down first, for which the kernel frees memory and holds the group back, and the limit follows once the group
 * fits.
 */
final class MemoryGuard {

    static final String REASON = "before memory.max";

    private final CgroupTree tree;
    private final Writer writer;
    private final Map<String, String> lowered = new ConcurrentHashMap<>();

    /** Writes one file and reports it. */
    interface Writer {
        void write(Path file, String before, String text) throws IOException;
    }

    MemoryGuard(CgroupTree tree, Writer writer) {
        this.tree = tree;
        this.writer = writer;
    }

    private static boolean concerns(CgroupTree tree, Knob<?> knob) {
        return tree.version() == CgroupVersion.V2 && knob == Knob.MEMORY_LIMIT;
    }

    /**
     * Makes room for a smaller limit.
     *
     * @throws IOException when the group still uses more: the limit has to wait
     */
    void before(Knob<?> knob, String group, String text) throws IOException {
        if (!concerns(tree, knob) || text.equals("max")) {
            return;
        }
        long limit = Long.parseLong(text);
        if (usage(group) <= limit) {
            return;
        }
        Optional<Path> high = tree.file(Knob.MEMORY_HIGH, group).filter(tree.files()::exists);
        if (high.isPresent()) {
            lower(high.get(), group, text);
        }
        long usage = usage(group);
        if (usage > limit) {
            throw new IOException(
                    "uses " + usage + " bytes, more than " + limit + "; memory.high holds it back until it fits");
        }
    }

    private void lower(Path high, String group, String text) throws IOException {
        String now = tree.files().read(high).strip();
        if (!now.equals(text)) {
            lowered.putIfAbsent(group, now);
            writer.write(high, now, text);
        }
    }

    private long usage(String group) throws IOException {
        Path file = tree.file(Knob.MEMORY_USAGE, group).orElseThrow(() -> new IOException("no memory.current"));
        return tree.files().exists(file) ? CgroupFormat.bytes(tree.files().read(file)) : 0;
    }

    /** The limit holds: {@code memory.high} goes back to what it was. */
    void after(Knob<?> knob, String group) throws IOException {
        String before = concerns(tree, knob) ? lowered.remove(group) : null;
        if (before != null) {
            Path high = tree.file(Knob.MEMORY_HIGH, group).orElseThrow(() -> new IOException("no memory.high"));
            String now = tree.files().read(high).strip();
            writer.write(high, now, before);
        }
    }
}
