package io.koordbridge.koordlet.measure.cpi;

import com.sun.jna.LastErrorException;
import com.sun.jna.Library;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.NativeLong;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** The kernel's counters by perf_event_open(2), two for each group and CPU: a leader and one that counts together with it. */
public final class PerfEvents implements CounterSource {

    /** Descriptors that a group needs on a CPU. */
    static final int DESCRIPTORS = 2;

    /** Number of the system call by architecture. */
    private static final Map<String, Integer> CALLS = Map.of("amd64", 298, "x86_64", 298, "aarch64", 241);

    /** The first form of the structure, which every kernel takes. */
    private static final int ATTRIBUTE_BYTES = 64;

    private static final int TYPE = 0;
    private static final int SIZE = 4;
    private static final int CONFIG = 8;
    private static final int READ_FORMAT = 32;
    /** Time enabled, time running, and all counters of the group. */
    private static final long TIMES_AND_GROUP = 1 | 2 | 8;

    private static final int OF_GROUP = 4;
    private static final int CLOSE_ON_EXEC = 8;
    private static final int READ_ONLY_CLOSE_ON_EXEC = 524_288;

    private static final int WORD = 8;
    /** Number of counters, the two times, two counters. */
    private static final int ANSWER_WORDS = 5;

    private static final int NO_SUCH_FILE = 2;
    private static final int NO_SUCH_DEVICE = 19;

    private final Event first;
    private final Event second;

    /**
     * An event of the kernel.
     *
     * @param type 0 for hardware, 1 for software
     */
    record Event(int type, long config) {
        static final Event CYCLES = new Event(0, 0);
        static final Event INSTRUCTIONS = new Event(0, 1);
    }

    /** Cycles and instructions. */
    public PerfEvents() {
        this(Event.CYCLES, Event.INSTRUCTIONS);
    }

    /** Two events of any kind, shown in the places of cycles and instructions. */
    PerfEvents(Event first, Event second) {
        this.first = first;
        this.second = second;
    }

    private interface LibC extends Library {
        NativeLong syscall(NativeLong number, Memory attributes, int pid, int cpu, int leader, NativeLong flags)
                throws LastErrorException;

        int open(String path, int flags) throws LastErrorException;

        NativeLong read(int descriptor, Memory into, NativeLong count) throws LastErrorException;

        int close(int descriptor) throws LastErrorException;
    }

    private static LibC libc() throws IOException {
        try {
            return Native.load("c", LibC.class);
        } catch (UnsatisfiedLinkError | NoClassDefFoundError e) {
            throw new IOException("the C library cannot be called: " + e.getMessage(), e);
        }
    }

    /** Tries both on the own process, on any CPU. */
    @Override
    public Optional<String> obstacle() {
        try {
            LibC libc = libc();
            int leader = open(libc, first, 0, -1, -1, 0);
            try {
                close(libc, open(libc, second, 0, -1, leader, 0));
            } finally {
                close(libc, leader);
            }
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of("perf_event_open: " + e.getMessage());
        }
    }

    @Override
    public Optional<Cpi.Counters> open(Path group, int cpu) throws IOException {
        LibC libc = libc();
        int directory = directory(libc, group);
        try {
            int leader = open(libc, first, directory, cpu, -1, OF_GROUP);
            try {
                return Optional.of(new Pair(libc, leader, open(libc, second, directory, cpu, leader, OF_GROUP)));
            } catch (IOException e) {
                close(libc, leader);
                throw e;
            }
        } catch (IOException e) {
            if (e.getCause() instanceof LastErrorException refused && refused.getErrorCode() == NO_SUCH_DEVICE) {
                return Optional.empty();
            }
            throw e;
        } finally {
            close(libc, directory);
        }
    }

    private static int directory(LibC libc, Path group) throws IOException {
        try {
            return libc.open(group.toString(), READ_ONLY_CLOSE_ON_EXEC);
        } catch (LastErrorException e) {
            throw e.getErrorCode() == NO_SUCH_FILE ? new NoSuchFileException(group.toString()) : words(e);
        }
    }

    private static int open(LibC libc, Event event, int pid, int cpu, int leader, int flags) throws IOException {
        String architecture = System.getProperty("os.arch", "").toLowerCase(Locale.ROOT);
        Integer call = CALLS.get(architecture);
        if (call == null) {
            throw new IOException("not known on " + architecture);
        }
        try (Memory attributes = new Memory(ATTRIBUTE_BYTES)) {
            attributes.clear();
            attributes.setInt(TYPE, event.type());
            attributes.setInt(SIZE, ATTRIBUTE_BYTES);
            attributes.setLong(CONFIG, event.config());
            attributes.setLong(READ_FORMAT, TIMES_AND_GROUP);
            return libc.syscall(
                            new NativeLong(call),
                            attributes,
                            pid,
                            cpu,
                            leader,
                            new NativeLong((long) flags | CLOSE_ON_EXEC))
                    .intValue();
        } catch (LastErrorException e) {
            throw words(e);
        }
    }

    private static IOException words(LastErrorException error) {
        return new IOException(String.valueOf(error.getMessage()).replaceFirst("^\\[\\d+\\] ?", ""), error);
    }

    /** A descriptor that was only read is closed in any case. */
    private static void close(LibC libc, int descriptor) {
        try {
            int unused = libc.close(descriptor);
        } catch (LastErrorException e) {
            throw new IllegalStateException("a counter cannot be closed: " + e.getMessage(), e);
        }
    }

    /** Both counters of a group on a CPU. */
    private static final class Pair implements Cpi.Counters {
        private final LibC libc;
        private final int leader;
        private final int other;

        Pair(LibC libc, int leader, int other) {
            this.libc = libc;
            this.leader = leader;
            this.other = other;
        }

        @Override
        public CpuCounters read() throws IOException {
            try (Memory answer = new Memory(ANSWER_WORDS * WORD)) {
                int length =
                        libc.read(leader, answer, new NativeLong(answer.size())).intValue();
                if (length < ANSWER_WORDS * WORD) {
                    throw new IOException("counters: " + length + " bytes, want " + ANSWER_WORDS * WORD);
                }
                return new CpuCounters(
                        OptionalLong.of(answer.getLong(3 * WORD)),
                        OptionalLong.of(answer.getLong(4 * WORD)),
                        answer.getLong(WORD),
                        answer.getLong(2 * WORD));
            } catch (LastErrorException e) {
                throw words(e);
            }
        }

        @Override
        public void close() {
            try {
                PerfEvents.close(libc, other);
            } finally {
                PerfEvents.close(libc, leader);
            }
        }
    }
}
