package io.koordbridge.it.yarn;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.lab.hadoop.CopilotClient;
import io.koordbridge.lab.hadoop.HadoopRuntime;
import io.koordbridge.lab.hadoop.NodeManagerOptions;
import io.koordbridge.lab.hadoop.NodeManagerProcess;
import io.koordbridge.lab.hadoop.PluginOptions;
import io.koordbridge.lab.hadoop.ResourceManagerOptions;
import io.koordbridge.lab.hadoop.ResourceManagerProcess;
import io.koordbridge.lab.hadoop.SparkApplication;
import io.koordbridge.lab.hadoop.SparkJobOptions;
import io.koordbridge.lab.hadoop.SparkRuntime;
import io.koordbridge.lab.hadoop.SparkSubmission;
import io.koordbridge.lab.process.ProjectLayout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** One ResourceManager, one NodeManager of 4 vcores and 4096 MB with the plugin, one Spark job of a master and three executors. */
final class JobScene implements AutoCloseable {
    static final int EXECUTORS = 3;
    static final int CONTAINER_MEGABYTES = 768;
    private static final String SHORT_LIVED = "-XX:+UseSerialGC -XX:TieredStopAtLevel=1";

    private final Path directory;
    private final TestCgroups cgroups = new TestCgroups();
    private final ResourceManagerProcess resourceManager;
    private final NodeManagerProcess nodeManager;
    private final CopilotClient copilot;
    private final SparkApplication job;

    private JobScene(Path directory, Path sockets, Map<String, String> pluginKeys) throws IOException {
        this.directory = directory;
        ProjectLayout layout = ProjectLayout.find();
        HadoopRuntime runtime = HadoopRuntime.hadoop34(layout);
        PluginOptions plugin = PluginOptions.of(layout.jar("copilot-nodemanager-plugin"), sockets);
        if (TestCgroups.writable()) {
            cgroups.makeTier();
            plugin = plugin.cgroup(TestCgroups.ROOT, cgroups.path());
        }
        for (Map.Entry<String, String> key : pluginKeys.entrySet()) {
            plugin = plugin.property(key.getKey(), key.getValue());
        }
        this.copilot = new CopilotClient(plugin.socket());
        this.resourceManager =
                ResourceManagerProcess.launch(ResourceManagerOptions.of(runtime, directory.resolve("rm")));
        try {
            this.nodeManager = NodeManagerProcess.start(
                    resourceManager,
                    NodeManagerOptions.of(runtime, directory.resolve("nm"))
                            .recovery(true)
                            .plugin(plugin));
        } catch (RuntimeException e) {
            resourceManager.close();
            throw e;
        }
        this.job = submit(layout);
    }

    /** Logs stay in a directory of this name below the build directory, for a look after a failure; the socket's path must be short. */
    static JobScene start(String name, Path sockets) throws IOException {
        return start(name, sockets, Map.of());
    }

    /** The same with more keys for the plugin. */
    static JobScene start(String name, Path sockets, Map<String, String> pluginKeys) throws IOException {
        Path directory = Path.of("target", "yarn-it", name).toAbsolutePath();
        delete(directory);
        return new JobScene(Files.createDirectories(directory), sockets, pluginKeys);
    }

    TestCgroups cgroups() {
        return cgroups;
    }

    ResourceManagerProcess resourceManager() {
        return resourceManager;
    }

    NodeManagerProcess nodeManager() {
        return nodeManager;
    }

    CopilotClient copilot() {
        return copilot;
    }

    SparkApplication job() {
        return job;
    }

    /** Containers of one kind that run and are not about to end. */
    List<JsonNode> running(String containerType) throws IOException {
        return copilot.containers().stream()
                .filter(container -> container.path("state").asText().equals("RUNNING"))
                .filter(container -> !container.path("ending").asBoolean())
                .filter(container -> container.path("containerType").asText().equals(containerType))
                .toList();
    }

    /** What the job's master has logged so far. */
    String masterLog() {
        try (Stream<Path> files = Files.walk(nodeManager.containerLogs())) {
            StringBuilder log = new StringBuilder();
            for (Path file : files.filter(path -> path.endsWith("stderr"))
                    .filter(path -> path.getParent().toString().endsWith("_000001"))
                    .toList()) {
                log.append(Files.readString(file));
            }
            return log.toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void letTheJobEnd() throws IOException {
        Files.createFile(end());
    }

    String result() throws IOException {
        return Files.readString(directory.resolve("result"));
    }

    @Override
    public void close() {
        try (cgroups;
                resourceManager;
                nodeManager) {
            if (!job.status().ended()) {
                job.kill();
            }
        }
    }

    private SparkApplication submit(ProjectLayout layout) {
        SparkJobOptions options = SparkJobOptions.pi(layout.jar("story/spark-job"), 24, 5_000_000)
                .executors(EXECUTORS)
                .arguments(List.of("--until", end().toString()))
                .arguments(List.of("--result", directory.resolve("result").toString()))
                // Its processes live for a minute and share the machine with other tests.
                .configuration("spark.driver.extraJavaOptions", SHORT_LIVED)
                .configuration("spark.executor.extraJavaOptions", SHORT_LIVED)
                // One executor lost by a fault ends the job: what is evicted or drained must not count as one.
                .configuration("spark.executor.maxNumFailures", "1");
        return new SparkSubmission(SparkRuntime.ofThisProcess(layout), resourceManager, directory.resolve("spark"))
                .submit(options);
    }

    private static void delete(Path directory) throws IOException {
        if (Files.exists(directory)) {
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    private Path end() {
        return directory.resolve("end");
    }
}
