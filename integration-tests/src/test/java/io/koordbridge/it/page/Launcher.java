package io.koordbridge.it.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.lab.process.ProjectLayout;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * {@code bin/colo} as a user starts it.
 *
 * @param directory working directory, also of its output
 */
public record Launcher(Path directory, Map<String, String> environment) {
    static final Path FILE = ProjectLayout.find().root().resolve("bin/colo");

    /** Runs it. */
    public Result run(String... arguments) throws IOException, InterruptedException {
        return run(FILE, arguments);
    }

    Result run(Path launcher, String... arguments) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(List.of(launcher.toString()));
        line.addAll(List.of(arguments));
        Path out = directory.resolve("out");
        Path err = directory.resolve("err");
        ProcessBuilder builder = new ProcessBuilder(line)
                .directory(directory.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().putAll(environment);
        Process process = builder.start();
        try {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            return new Result(
                    process.exitValue(),
                    Files.readString(out, StandardCharsets.UTF_8),
                    Files.readString(err, StandardCharsets.UTF_8));
        } finally {
            process.destroyForcibly();
        }
    }

    /** How it ended and what it said. */
    public record Result(int exitCode, String out, String err) {}
}
