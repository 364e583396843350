package io.koordbridge.koordlet.cgroup;

import com.sun.jna.LastErrorException;
import com.sun.jna.Library;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import java.nio.file.Path;
import java.util.OptionalLong;

/** The one system call that distinguishes file systems. */
final class StatFs {

    private static final int BUFFER_BYTES = 512;

    private StatFs() {}

    private interface LibC extends Library {
        int statfs(String path, Memory buffer) throws LastErrorException;
    }

    /** Magic number of the file system of a path; empty when it cannot be asked. */
    static OptionalLong magic(Path path) {
        try (Memory buffer = new Memory(BUFFER_BYTES)) {
            LibC libc = Native.load("c", LibC.class);
            int status = libc.statfs(path.toString(), buffer);
            return status == 0 ? OptionalLong.of(buffer.getLong(0)) : OptionalLong.empty();
        } catch (LastErrorException | UnsatisfiedLinkError | NoClassDefFoundError e) {
            return OptionalLong.empty();
        }
    }
}
