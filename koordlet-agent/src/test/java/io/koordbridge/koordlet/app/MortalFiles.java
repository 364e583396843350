package io.koordbridge.koordlet.app;

import io.koordbridge.koordlet.cgroup.CgroupFiles;
import io.koordbridge.koordlet.cgroup.ForwardingFiles;
import java.io.IOException;
import java.nio.file.Path;

/** The files of a node as one process sees them, which dies instead of a certain write: none of its threads writes from then on. */
final class MortalFiles extends ForwardingFiles {

    private long writesLeft;

    MortalFiles(CgroupFiles files, long writes) {
        super(files);
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
        super.write(file, value);
    }
}
