package io.koordbridge.koordlet.load;

import com.sun.jna.LastErrorException;
import com.sun.jna.Library;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.NativeLong;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Says when processes of the machine stall for memory, as soon as the kernel notices it (pressure stall information). One thread. */
public final class MemoryPressure implements AutoCloseable {

    /** A tenth of a second of stall within one second; within two where the kernel grants less only to CAP_SYS_RESOURCE. */
    private static final List<String> TRIGGERS = List.of("some 100000 1000000", "some 100000 2000000");

    private static final int READ_WRITE_NON_BLOCKING = 2 | 2048;
    private static final short PRIORITY_EVENT = 2;
    private static final int POLL_BYTES = 8;
    private static final int EVENTS_OFFSET = 4;
    private static final int RESULT_OFFSET = 6;
    private static final int INTERRUPTED = 4;

    private final LibC libc;
    private final int descriptor;
    private final String trigger;

    private interface LibC extends Library {
        int open(String path, int flags) throws LastErrorException;

        NativeLong write(int descriptor, byte[] bytes, NativeLong count) throws LastErrorException;

        int poll(Memory descriptors, NativeLong count, int timeoutMillis) throws LastErrorException;

        int close(int descriptor) throws LastErrorException;
    }

    private MemoryPressure(LibC libc, int descriptor, String trigger) {
        this.libc = libc;
        this.descriptor = descriptor;
        this.trigger = trigger;
    }

    /**
     * Asks the kernel to say it.
     *
     * @param file {@code /proc/pressure/memory}
     * @throws IOException where the kernel has no such information, or does not let this process ask
     */
    public static MemoryPressure watch(Path file) throws IOException {
        LastErrorException refused = null;
        try {
            LibC libc = Native.load("c", LibC.class);
            for (String trigger : TRIGGERS) {
                // A descriptor takes one trigger in its life.
                int descriptor = libc.open(file.toString(), READ_WRITE_NON_BLOCKING);
                try {
                    byte[] text = (trigger + "\0").getBytes(StandardCharsets.US_ASCII);
                    NativeLong unused = libc.write(descriptor, text, new NativeLong(text.length));
                    return new MemoryPressure(libc, descriptor, trigger);
                } catch (LastErrorException e) {
                    libc.close(descriptor);
                    refused = e;
                }
            }
        } catch (LastErrorException e) {
            refused = e;
        } catch (UnsatisfiedLinkError | NoClassDefFoundError e) {
            throw new IOException(file + ": the C library cannot be called: " + e.getMessage(), e);
        }
        throw new IOException(file + ": " + (refused == null ? "no trigger" : refused.getMessage()), refused);
    }

    /** What the kernel was asked for: kind, stall and window in microseconds. */
    public String trigger() {
        return trigger;
    }

    /**
     * Whether there was a stall; waits for one for at most {@code longest}.
     *
     * @throws IOException when the kernel says no more
     */
    public boolean await(Duration longest) throws IOException {
        try (Memory descriptors = new Memory(POLL_BYTES)) {
            descriptors.setInt(0, descriptor);
            descriptors.setShort(EVENTS_OFFSET, PRIORITY_EVENT);
            descriptors.setShort(RESULT_OFFSET, (short) 0);
            int ready = libc.poll(descriptors, new NativeLong(1), (int) longest.toMillis());
            short seen = descriptors.getShort(RESULT_OFFSET);
            if (ready > 0 && (seen & PRIORITY_EVENT) == 0) {
                throw new IOException("pressure of memory: the kernel ended the trigger, poll gave " + seen);
            }
            return ready > 0;
        } catch (LastErrorException e) {
            if (e.getErrorCode() == INTERRUPTED) {
                return false;
            }
            throw new IOException("pressure of memory: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        libc.close(descriptor);
    }
}
