package io.koordbridge.koordlet.cgroup;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The file system of control groups and of /proc and /sys; replaced by a tree in memory in tests. */
public interface CgroupFiles {

    /**
     * Whole content.
     *
     * @throws java.nio.file.NoSuchFileException when it does not exist
     */
    String read(Path file) throws IOException;

    /** A way to read the same files at every tick; made once, closed by who asked for it. */
    ByteSource bytes();

    /** Hands one value to the kernel in one write; never creates the file. */
    void write(Path file, String value) throws IOException;

    boolean exists(Path path);

    /** Names of the directories in a directory, sorted; empty when it does not exist. */
    List<String> directories(Path directory);

    /** Makes one directory; its parent must exist. */
    void makeDirectory(Path directory) throws IOException;

    /** Removes a control group without processes and without children. */
    void removeDirectory(Path directory) throws IOException;
}
