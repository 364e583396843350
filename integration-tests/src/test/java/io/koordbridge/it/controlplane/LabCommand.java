package io.koordbridge.it.controlplane;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.koordbridge.lab.process.ProjectLayout;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The command {@code bin/lab}, each call as a process with its output in a file below {@code directory}. */
public record LabCommand(Path directory, Duration patience) {
    /** How a command ended. */
    public record Outcome(int exitCode, String output) {}

    /** The directory of the cluster that {@link #onCluster} works on. */
    public Path cluster() {
        return directory.resolve("cluster");
    }

    /** A subcommand on that cluster. */
    public Outcome onCluster(String... arguments) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.add("--dir");
        all.add(cluster().toString());
        return run(all.toArray(String[]::new));
    }

    public Outcome run(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(ProjectLayout.find().root().resolve("bin/lab").toString());
        command.addAll(List.of(arguments));
        return runCommand(command, patience);
    }

    public Outcome runCommand(List<String> command, Duration limit) throws IOException, InterruptedException {
        Path output = Files.createTempFile(directory, "command", ".out");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        boolean ended = process.waitFor(limit.toSeconds(), TimeUnit.SECONDS);
        if (!ended) {
            process.destroyForcibly();
        }
        String printed = Files.readString(output, StandardCharsets.UTF_8);
        assertThat(ended).as("%s%n%s", command, printed).isTrue();
        return new Outcome(process.exitValue(), printed);
    }

    /** What {@code up} wrote of the running cluster. */
    public JsonNode state() throws IOException {
        return new ObjectMapper().readTree(cluster().resolve("state.json").toFile());
    }

    List<Long> pids() throws IOException {
        List<Long> pids = new ArrayList<>();
        state().get("processes").forEach(pid -> pids.add(pid.asLong()));
        return pids;
    }
}
