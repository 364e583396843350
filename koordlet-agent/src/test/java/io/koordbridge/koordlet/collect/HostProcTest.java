package io.koordbridge.koordlet.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.koordbridge.koordlet.cgroup.HostFiles;
import io.koordbridge.koordlet.cgroup.TooLongException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostProcTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final String NUMBERS =
            " 123456789012 100012345678 123456789012 123456789012345 12345678901 0 123456789012 1234567890 0 0\n";
    private static final long TICKS = 123_456_789_012L + 100_012_345_678L + 123_456_789_012L + 123_456_789_012L;

    @TempDir
    private Path proc;

    private HostProc host;

    private HostProc machine(int cpus, String more) throws IOException {
        StringBuilder text = new StringBuilder("cpu " + NUMBERS);
        for (int cpu = 0; cpu < cpus; cpu++) {
            text.append("cpu").append(cpu).append(NUMBERS);
        }
        Files.writeString(proc.resolve("stat"), text.append(more).append("ctxt 1\n"));
        host = new HostProc(new HostFiles(), proc);
        return host;
    }

    @AfterEach
    void close() {
        host.close();
    }

    /** 66,154 bytes on a machine with 640 CPUs: above 64 KiB the agent was blind. */
    @Test
    void readsTheTicksOf640Cpus() throws IOException {
        machine(640, "intr 1 2 3\n");

        assertThat(Files.size(proc.resolve("stat"))).isGreaterThan(66_154);
        assertThat(host.activeTicks(START)).isEqualTo(TICKS);
        assertThat(host.ticksByCpu(START)).hasSize(640).containsOnly(TICKS);
    }

    @Test
    void readsALongLineOfInterrupts() throws IOException {
        machine(8, "intr 1" + " 0".repeat(500_000) + "\n");

        assertThat(host.activeTicks(START)).isEqualTo(TICKS);
    }

    @Test
    void makesNoGarbageOnceItHasGrown() throws IOException {
        machine(640, "");
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long id = Thread.currentThread().getId();
        long sum = 0;
        for (int i = 0; i < 20; i++) {
            sum += host.activeTicks(START.plusSeconds(i));
        }

        long before = threads.getThreadAllocatedBytes(id);
        for (int i = 20; i < 120; i++) {
            sum += host.activeTicks(START.plusSeconds(i));
        }
        long made = threads.getThreadAllocatedBytes(id) - before;

        assertThat(sum).isEqualTo(120 * TICKS);
        assertThat(made / 100).isLessThan(1024);
    }

    @Test
    void namesAFileWithoutEnd() throws IOException {
        machine(1, "intr 1" + " 0".repeat(10 << 20) + "\n");

        assertThatThrownBy(() -> host.activeTicks(START))
                .isInstanceOf(TooLongException.class)
                .hasMessage(proc.resolve("stat") + ": longer than 16777216 bytes");
    }
}
