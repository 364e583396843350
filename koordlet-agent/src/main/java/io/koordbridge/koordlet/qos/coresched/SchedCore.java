package io.koordbridge.koordlet.qos.coresched;

import com.sun.jna.LastErrorException;
import com.sun.jna.Library;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import java.util.Optional;

/** Asks the kernel whether it has core scheduling, by the cookie of this process. Changes nothing. */
public final class SchedCore {

    private static final int PR_SCHED_CORE = 62;
    private static final long GET = 0;
    private static final long THIS_PROCESS = 0;
    private static final long THREAD = 0;

    private static final int NO_DEVICE = 19;
    private static final int INVALID = 22;

    private SchedCore() {}

    private interface LibC extends Library {
        int prctl(int option, long command, long process, long type, Memory cookie) throws LastErrorException;
    }

    /** Why the kernel lacks it; empty when it has it. */
    public static Optional<String> missing() {
        try (Memory cookie = new Memory(Long.BYTES)) {
            Native.load("c", LibC.class).prctl(PR_SCHED_CORE, GET, THIS_PROCESS, THREAD, cookie);
            return Optional.empty();
        } catch (LastErrorException e) {
            return Optional.of(words(e.getErrorCode()));
        } catch (UnsatisfiedLinkError | NoClassDefFoundError e) {
            return Optional.of("prctl cannot be called: " + e.getMessage());
        }
    }

    static String words(int error) {
        return "prctl(PR_SCHED_CORE) answers "
                + switch (error) {
                    case INVALID -> "EINVAL: the kernel is built without CONFIG_SCHED_CORE";
                    case NO_DEVICE -> "ENODEV: the cores of this machine have one thread each";
                    default -> "error " + error;
                };
    }
}
