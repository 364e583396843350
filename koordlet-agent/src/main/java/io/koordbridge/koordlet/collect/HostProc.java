package io.koordbridge.koordlet.collect;

import io.koordbridge.koordlet.cgroup.CgroupFiles;
import java.io.IOException;
import java.nio.file.Path;

/** The two files of /proc that the collectors read. */
public final class HostProc {

    private final CgroupFiles files;
    private final Path root;

    public HostProc(CgroupFiles files, Path root) {
        this.files = files;
        this.root = root;
    }

    /** Ticks of work of all CPUs. */
    public long activeTicks() throws IOException {
        Path file = root.resolve("stat");
        try {
            return ProcText.activeTicks(files.read(file));
        } catch (IllegalArgumentException e) {
            throw new IOException(file + ": " + e.getMessage(), e);
        }
    }

    public String meminfo() throws IOException {
        return files.read(root.resolve("meminfo"));
    }
}
