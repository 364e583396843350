package io.koordbridge.copilot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CgroupJoinCommandTest {
    private static final String[] ORIGINAL = {"printf", "%s|", "a b", "$HOME", "it's"};

    @TempDir
    Path directory;

    @Test
    void isTheOriginalWhenThereIsNothingToJoin() {
        assertThat(CgroupJoinCommand.wrap(null, true, ORIGINAL)).isSameAs(ORIGINAL);
        assertThat(CgroupJoinCommand.wrap(List.of(), true, ORIGINAL)).isSameAs(ORIGINAL);
    }

    @Test
    void writesItsPidToEveryGroupAndExecsTheOriginal() throws Exception {
        Path first = Files.createDirectory(directory.resolve("first group"));
        Path second = Files.createDirectory(directory.resolve("second'group"));

        Process process = start(CgroupJoinCommand.wrap(List.of(first, second), true, ORIGINAL));

        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        assertThat(output).isEqualTo("a b|$HOME|it's|");
        assertThat(first.resolve("cgroup.procs")).hasContent(Long.toString(process.pid()));
        assertThat(second.resolve("cgroup.procs")).hasContent(Long.toString(process.pid()));
    }

    @Test
    void doesNotRunTheOriginalOutsideTheGroupWhereThatIsRequired() throws Exception {
        Path missing = directory.resolve("missing");

        Process process =
                start(CgroupJoinCommand.wrap(List.of(missing), true, new String[] {"touch", ran().toString()}));

        assertThat(process.waitFor()).isEqualTo(126);
        assertThat(ran()).doesNotExist();
    }

    @Test
    void runsTheOriginalWithoutAWordWhereAGroupCannotBeJoined() throws Exception {
        Path joined = Files.createDirectory(directory.resolve("joined"));

        Process process = start(CgroupJoinCommand.wrap(List.of(directory.resolve("missing"), joined), false, ORIGINAL));

        assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEqualTo("a b|$HOME|it's|");
        assertThat(process.getErrorStream().readAllBytes()).isEmpty();
        assertThat(process.waitFor()).isZero();
        assertThat(joined.resolve("cgroup.procs")).hasContent(Long.toString(process.pid()));
    }

    private Path ran() {
        return directory.resolve("ran");
    }

    private static Process start(String[] command) throws IOException {
        return new ProcessBuilder(command).start();
    }
}
