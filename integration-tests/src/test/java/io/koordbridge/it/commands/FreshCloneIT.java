package io.koordbridge.it.commands;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.it.commands.Shell.Outcome;
import io.koordbridge.lab.process.ProjectLayout;
import io.koordbridge.testkit.prerequisite.Prerequisite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands for daily work, where nothing has been built before: what is committed is complete and up to date. */
@Tag("soak")
class FreshCloneIT {
    private static final Path ROOT = ProjectLayout.find().root();
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    @TempDir
    private Path temp;

    private Path clone;

    @Test
    void theCommandsForDailyWorkSucceedAndChangeNoFile() throws Exception {
        Prerequisite.require(Files.exists(ROOT.resolve(".git")), "needs a git checkout");
        clone = temp.resolve("clone");
        run(ROOT, "git", "clone", "-q", "--depth=1", ROOT.toUri().toString(), clone.toString());

        assertThat(run(clone, "bin/t", "CpuSetTest").output())
                .containsPattern("io.koordbridge.protocol.CpuSetTest: \\d\\d tests, 0 errors, 0 failures");
        run(clone, "mvn", "-B", "-ntp", "-q", "-T1", "spotless:apply", "-pl", "libs/koord-protocol");
        run(clone, "bin/crds");
        run(clone, "bin/config-reference");
        assertThat(run(clone, "bin/conformance").lastLine()).endsWith(" 0 failed");

        assertThat(run(clone, "git", "status", "--porcelain").output()).isEmpty();
    }

    private static Outcome run(Path directory, String... command) throws IOException, InterruptedException {
        Outcome outcome = Shell.run(directory, PATIENCE, Map.of(), command);
        assertThat(outcome.exitCode())
                .as("%s:%n%s", String.join(" ", command), outcome.output())
                .isZero();
        return outcome;
    }
}
