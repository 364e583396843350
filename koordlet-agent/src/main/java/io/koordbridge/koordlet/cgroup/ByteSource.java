package io.koordbridge.koordlet.cgroup;

import java.io.IOException;
import java.nio.file.Path;

/** Reads the same small files repeatedly, into the same array. One thread. */
public interface ByteSource extends AutoCloseable {

    /**
     * Reads a whole file.
     *
     * @return number of bytes
     * @throws java.nio.file.NoSuchFileException when it does not exist any more
     * @throws TooLongException when it does not fit
     */
    int read(Path file, byte[] into) throws IOException;

    /** A tick ends: what was not read in it nor in the one before is let go. */
    void endTick();

    @Override
    void close();
}
