package io.koordbridge.copilot.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs a program of the tests as in an image that has bash, and no other program on its path. */
public final class BashOnly {
    private static final long PATIENCE_SECONDS = 120;

    private BashOnly() {}

    /** The exit code. */
    public static int run(Path directory, Class<?> program, String... args) throws IOException, InterruptedException {
        Path bin = Files.createDirectories(directory.resolve("bin"));
        Files.copy(bash(), bin.resolve("bash"), StandardCopyOption.COPY_ATTRIBUTES);
        List<String> command = new ArrayList<>(Arrays.asList(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                program.getName()));
        command.addAll(Arrays.asList(args));
        ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
        builder.environment().put("PATH", bin.toString());
        Process process = builder.start();
        try {
            assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
            return process.exitValue();
        } finally {
            process.destroyForcibly();
        }
    }

    private static Path bash() {
        return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .map(place -> Path.of(place, "bash"))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow();
    }
}
