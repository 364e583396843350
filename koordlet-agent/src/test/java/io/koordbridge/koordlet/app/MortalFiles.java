package io.koordbridge.koordlet.app;

import io.koordbridge.koordlet.cgroup.ByteSource;
import io.koordbridge.koordlet.cgroup.CgroupFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The files of a node as one process sees them, which dies instead of a certain write: none of its threads writes from then on. */
final class MortalFiles implements CgroupFiles {

    private final CgroupFiles files;
    private long writesLeft;

    MortalFiles(CgroupFiles files, long writes) {
        this.files = files;
        this.writesLeft = writes;
    }

    /** What happens to a process that ends in the middle of its work. */
    static final class KilledError extends Error {
        private static final long serialVersionUID = 1L;
    }

    @Override
    public synchronized void write(Path file, String value) throws IOException {
        if (writesLeft <= 0) {
            throw new KilledError();
        }
        writesLeft--;
        files.write(file, value);
    }

    @Override
    public String read(Path file) throws IOException {
        return files.read(file);
    }

    @Override
    public ByteSource bytes() {
        return files.bytes();
    }

    @Override
    public boolean exists(Path path) {
        return files.exists(path);
    }

    @Override
    public List<String> directories(Path directory) {
        return files.directories(directory);
    }

    @Override
    public void makeDirectory(Path directory) throws IOException {
        files.makeDirectory(directory);
    }

    @Override
    public void removeDirectory(Path directory) throws IOException {
        files.removeDirectory(directory);
    }
}
