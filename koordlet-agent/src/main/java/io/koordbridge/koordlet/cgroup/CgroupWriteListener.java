package io.koordbridge.koordlet.cgroup;

import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Learns of every value handed to the kernel. */
public interface CgroupWriteListener {

    /** A write that comes next; {@link #written} follows. May wait for a disk, but never long. */
    default void writing(Path file, String before, String after, String reason) {}

    /**
     * A write that succeeded, or with {@code error} one that did not.
     *
     * @param before content before, null when it was not read
     */
    void written(Path file, @Nullable String before, String after, String reason, @Nullable String error);

    /** Protection that is not what was meant, in words for people. */
    default void noticed(String problem) {}

    /** A file that another program writes as well: what it holds now is not given back. */
    default void left(Intent.Target target) {}

    /** What a file held before its first write; empty for one that was not written, or is not on any record. */
    default Optional<String> before(Intent.Target target) {
        return Optional.empty();
    }
}
