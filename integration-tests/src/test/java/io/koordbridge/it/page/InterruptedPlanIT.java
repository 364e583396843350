package io.koordbridge.it.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import io.koordbridge.testkit.await.PatientAwaits;
import io.koordbridge.testkit.http.LoopbackServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ctrl-C while {@code bin/colo plan} watches a metrics-server for an hour. */
class InterruptedPlanIT {
    /** What a shell shows of a process that SIGINT ended. */
    private static final int INTERRUPTED = 130;

    private static final String NODES = """
            {"kind":"NodeList","apiVersion":"v1","items":[
             {"metadata":{"name":"a"},"status":{"capacity":{"cpu":"4","memory":"8Gi"}}}]}
            """;
    private static final String METRICS = """
            {"kind":"NodeMetricsList","apiVersion":"metrics.k8s.io/v1beta1","items":[
             {"metadata":{"name":"a"},"timestamp":"%s","window":"10s","usage":{"cpu":"1","memory":"2Gi"}}]}
            """;

    @TempDir
    private Path directory;

    private final AtomicInteger looks = new AtomicInteger();
    private final LoopbackServer apiServer = new LoopbackServer(this::answer);
    private Process colo;

    private void answer(HttpExchange exchange) throws IOException {
        if (exchange.getRequestURI().getPath().startsWith("/apis/metrics.k8s.io/")) {
            LoopbackServer.answer(exchange, 200, METRICS.formatted(Instant.now()));
            looks.incrementAndGet();
        } else {
            LoopbackServer.answer(exchange, 200, NODES);
        }
    }

    @BeforeEach
    void start() throws IOException {
        Path kubeconfig = Files.writeString(directory.resolve("config"), apiServer.kubeconfig());
        // A shell without job control hands on that SIGINT is ignored.
        List<String> line = new ArrayList<>(List.of("env", "--default-signal=INT", Launcher.FILE.toString()));
        ProcessBuilder builder = new ProcessBuilder(line)
                .directory(directory.toFile())
                .redirectOutput(directory.resolve("out").toFile())
                .redirectError(directory.resolve("err").toFile());
        builder.command()
                .addAll(List.of("plan", "--metrics-server", "--for", "1h", "--poll", "15s", "--page", "plan.html"));
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("KUBECONFIG", kubeconfig.toString());
        colo = builder.start();
    }

    @AfterEach
    void end() {
        colo.destroyForcibly();
        apiServer.close();
    }

    private void interruptAfter(int seen) throws IOException, InterruptedException {
        await().atMost(PatientAwaits.PATIENCE).until(() -> looks.get() >= seen);
        await().atMost(PatientAwaits.PATIENCE).until(() -> read("err").contains("1 nodes, 1 of 240 looks"));
        new ProcessBuilder("kill", "-INT", Long.toString(colo.pid())).start().waitFor();
        assertThat(colo.waitFor(PatientAwaits.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .as("long before the hour is over\n" + read("err"))
                .isTrue();
    }

    private String read(String file) throws IOException {
        return Files.readString(directory.resolve(file));
    }

    @Test
    void plansWithWhatWasSeen() throws IOException, InterruptedException {
        interruptAfter(2);

        assertThat(colo.exitValue()).as(read("err")).isEqualTo(INTERRUPTED);
        assertThat(read("out")).contains("all: 1 node, 4 cores, 8Gi", "short minutes", "enabled: true");
        assertThat(read("plan.html")).startsWith("<!DOCTYPE html>").endsWith("</html>\n");
        assertThat(directory).isDirectoryNotContaining("glob:**.part");
    }

    @Test
    void saysWhenTooLittleWasSeenAndLeavesNoPage() throws IOException, InterruptedException {
        interruptAfter(1);

        assertThat(colo.exitValue()).isEqualTo(INTERRUPTED);
        assertThat(read("err"))
                .contains("metrics-server shows too little to plan with: 1 sample of 1 node, and two of a node")
                .doesNotContain("\tat ");
        assertThat(read("out")).isEmpty();
        assertThat(directory).isDirectoryNotContaining("glob:**plan.html*");
    }
}
