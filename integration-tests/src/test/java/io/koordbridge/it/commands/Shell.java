package io.koordbridge.it.commands;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs a command as a user does. */
final class Shell {
    private Shell() {}

    record Outcome(int exitCode, String output) {
        String lastLine() {
            List<String> lines = output.strip().lines().toList();
            return lines.get(lines.size() - 1);
        }
    }

    static Outcome run(Path directory, Duration patience, Map<String, String> environment, String... command)
            throws IOException, InterruptedException {
        Path output = Files.createTempFile("command", ".out");
        try {
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(directory.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile());
            builder.environment().putAll(environment);
            Process process = builder.start();
            boolean ended = process.waitFor(patience.toSeconds(), TimeUnit.SECONDS);
            if (!ended) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
            String text = Files.readString(output, StandardCharsets.UTF_8);
            assertThat(ended).as("%s ends:%n%s", List.of(command), text).isTrue();
            return new Outcome(process.exitValue(), text);
        } finally {
            Files.delete(output);
        }
    }

    static void script(Path file, String content) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/usr/bin/env bash\n" + content);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
