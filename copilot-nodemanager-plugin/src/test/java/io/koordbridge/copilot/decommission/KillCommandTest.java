package io.koordbridge.copilot.decommission;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.copilot.node.BashOnly;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KillCommandTest {
    private static final int TERM = 15;

    @TempDir
    private Path directory;

    /** What the process without other programs runs. */
    public static final class Sender {
        private Sender() {}

        public static void main(String[] args) {
            System.exit(new KillCommand().send(Long.parseLong(args[0]), Integer.parseInt(args[1])) ? 0 : 1);
        }
    }

    @Test
    void needsNoProgramButBash() throws Exception {
        Process victim = new ProcessBuilder("sleep", "600").start();
        try {
            assertThat(BashOnly.run(directory, Sender.class, Long.toString(victim.pid()), Integer.toString(TERM)))
                    .isZero();
            assertThat(victim.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(victim.exitValue()).isEqualTo(128 + TERM);
        } finally {
            victim.destroyForcibly();
        }
    }

    @Test
    void aProcessThatIsGoneGetsNone() throws Exception {
        Process gone = new ProcessBuilder("true").start();
        assertThat(gone.waitFor(60, TimeUnit.SECONDS)).isTrue();

        assertThat(new KillCommand().send(gone.pid(), TERM)).isFalse();
    }
}
