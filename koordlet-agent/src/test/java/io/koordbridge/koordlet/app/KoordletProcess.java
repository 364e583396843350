package io.koordbridge.koordlet.app;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.testkit.conformance.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.core.ConditionTimeoutException;

/** The agent as a process of its own, with the memory settings it ships with. */
final class KoordletProcess implements AutoCloseable {

    private static final Pattern PORT = Pattern.compile("admin server listens .* port=(\\d+)");
    /** Only an end of all patience: an emulated guest on a busy machine takes minutes. */
    private static final Duration START = Duration.ofMinutes(10);

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final Process process;
    private final Path log;
    private final int port;

    private KoordletProcess(Process process, Path log, int port) {
        this.process = process;
        this.log = log;
        this.port = port;
    }

    static KoordletProcess start(Path temp, List<String> flags) throws IOException {
        List<String> line =
                new ArrayList<>(List.of(ProcessHandle.current().info().command().orElseThrow()));
        line.addAll(Files.readAllLines(Path.of("src/main/dist/jvm.options")));
        line.addAll(List.of("-cp", classPath(), "io.koordbridge.koordlet.app.KoordletMain"));
        return start(temp, line, flags);
    }

    /** The same of a command. */
    static KoordletProcess start(Path temp, List<String> command, List<String> flags) throws IOException {
        Path log = temp.resolve("koordlet.log");
        List<String> line = new ArrayList<>(command);
        line.addAll(flags);
        line.addAll(List.of("--admin-port", "0"));
        Process process = new ProcessBuilder(line)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            await().atMost(START).until(() -> !process.isAlive() || port(log) > 0);
        } catch (ConditionTimeoutException e) {
            // An agent that nobody knows would go on writing beside the next one.
            process.destroyForcibly().onExit().join();
            throw e;
        }
        if (!process.isAlive()) {
            throw new IllegalStateException("the agent ended at once: " + Files.readString(log));
        }
        return new KoordletProcess(process, log, port(log));
    }

    /** Without what only tests need. */
    private static String classPath() {
        return java.util.Arrays.stream(System.getProperty("java.class.path").split(":"))
                .filter(entry -> !entry.contains("test-classes") && !entry.contains("koord-testkit"))
                .collect(java.util.stream.Collectors.joining(":"));
    }

    private static int port(Path log) throws IOException {
        Matcher found = PORT.matcher(Files.readString(log));
        return found.find() ? Integer.parseInt(found.group(1)) : 0;
    }

    String log() throws IOException {
        return Files.readString(log);
    }

    JsonNode state() {
        return json("/state");
    }

    JsonNode json(String path) {
        try {
            return Json.MAPPER.readTree(text(path));
        } catch (IOException e) {
            throw new IllegalStateException("no JSON at " + path, e);
        }
    }

    String text(String path) {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .build();
        try {
            return HTTP.send(request, HttpResponse.BodyHandlers.ofString()).body();
        } catch (IOException e) {
            throw new IllegalStateException("no answer at " + path, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** SIGTERM, and the end. */
    int terminate() {
        process.destroy();
        return process.onExit().join().exitValue();
    }

    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().join();
    }
}
