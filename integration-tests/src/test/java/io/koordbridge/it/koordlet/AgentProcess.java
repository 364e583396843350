package io.koordbridge.it.koordlet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.koordbridge.it.chart.Executables;
import io.koordbridge.lab.process.ChildProcess;
import io.koordbridge.lab.process.FreePorts;
import io.koordbridge.testkit.await.PatientAwaits;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The agent of a node from its distribution, on a machine made of plain files: control groups version 1 without a kernel. */
public final class AgentProcess implements AutoCloseable {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final HttpClient http = HttpClient.newHttpClient();
    private final int port = FreePorts.find(1).get(0);
    private final Path cgroups;
    private final ChildProcess process;

    /** An agent whose files are in a directory; the plugin's socket and the lease file are in {@code yarn} below it. */
    public AgentProcess(Path kubeconfig, String node, Path directory) throws IOException {
        cgroups = directory.resolve("cgroup");
        for (String hierarchy : List.of("cpu", "cpuacct", "memory", "cpuset", "blkio")) {
            Path mounted = Files.createDirectories(cgroups.resolve(hierarchy));
            Files.writeString(mounted.resolve("cgroup.procs"), "");
        }
        addGroup("kubepods/besteffort");
        Path config = Files.writeString(directory.resolve("koordlet.yaml"), """
            audit: {directory: %1$s/audit}
            yarn: {socketDirectory: %1$s/yarn}
            tier: {driver: cgroupfs}
            kubernetes: {kubelet: {directory: %1$s/kubelet}}
            """.formatted(directory));
        process = Executables.command("koordlet", "koordlet-agent", "io.koordbridge.koordlet.app.KoordletMain")
                .arguments(List.of(
                        "--config=" + config,
                        "--kubeconfig=" + kubeconfig,
                        "--node-name=" + node,
                        "--cgroup-root=" + cgroups,
                        "--admin-port=" + port))
                .start(directory, directory.resolve("koordlet.log"));
    }

    /** A group without limits. */
    void addGroup(String group) throws IOException {
        write("cpu", group, "cpu.cfs_period_us", "100000");
        write("cpu", group, "cpu.cfs_quota_us", "-1");
        write("memory", group, "memory.limit_in_bytes", "9223372036854771712");
        write("cpu", group, "cpu.shares", "2");
    }

    private void write(String hierarchy, String group, String file, String content) throws IOException {
        Path directory = Files.createDirectories(cgroups.resolve(hierarchy).resolve(group));
        Files.writeString(directory.resolve(file), content);
    }

    String cpuShares(String group) throws IOException {
        return read(group, "cpu.shares");
    }

    String quota(String group) throws IOException {
        return read(group, "cpu.cfs_quota_us");
    }

    private String read(String group, String file) throws IOException {
        return Files.readString(cgroups.resolve("cpu").resolve(group).resolve(file))
                .strip();
    }

    public String logTail() {
        return process.logTail(60);
    }

    JsonNode state() throws IOException, InterruptedException {
        return MAPPER.readTree(get("/state").body());
    }

    HttpResponse<String> health() throws IOException, InterruptedException {
        return get("/healthcheck");
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        process.requireAlive();
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(PatientAwaits.PATIENCE)
                .build();
        return http.send(request, HttpResponse.BodyHandlers.ofString());
    }

    /** Lines of the log that contain a text. */
    List<String> log(String text) throws IOException {
        return Files.readAllLines(process.logFile()).stream()
                .filter(line -> line.contains(text))
                .toList();
    }

    @Override
    public void close() {
        process.close();
    }
}
