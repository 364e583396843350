package io.koordbridge.it.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.koordbridge.lab.hadoop.ResourceManagerRest;
import io.koordbridge.lab.process.ChildProcess;
import io.koordbridge.lab.process.ProjectLayout;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;

/** {@code ./quickstart --control-plane real} as a process; its parts are found as any user finds them. */
final class StoryProcess implements AutoCloseable {
    private static final int SUCCESS = 0;
    private static final int INCOMPLETE = 4;
    /** With the build that it begins with. */
    private static final Duration START = Duration.ofMinutes(10);

    private static final Duration RUN = Duration.ofMinutes(15);
    /** Longer than the default, so that the lease has grown before the load comes. */
    private static final List<String> LENGTHS = List.of("--quiet-seconds", "20", "--job-seconds", "60");

    private final ChildProcess process;
    private final Path logs;

    private StoryProcess(ChildProcess process, Path logs) {
        this.process = process;
        this.logs = logs;
    }

    /**
     * Starts it.
     *
     * @param directory for its logs, not there yet
     */
    static StoryProcess start(Path directory) throws IOException {
        ProjectLayout layout = ProjectLayout.find();
        Path logs = Files.createDirectories(directory).resolve("logs");
        List<String> line = new ArrayList<>(List.of(
                layout.root().resolve("quickstart").toString(),
                "--control-plane",
                "real",
                "--log-dir",
                logs.toString()));
        line.addAll(LENGTHS);
        ChildProcess process = ChildProcess.start(
                "story",
                line,
                Map.of("MAVEN_OPTS", ProjectLayout.keepingClasses()),
                layout.root(),
                directory.resolve("story.log"));
        return new StoryProcess(process, logs);
    }

    /** Until the operator, the last of the parts that one can look at, is started. */
    void awaitParts() {
        await("the operator's flags").atMost(START).until(() -> {
            process.requireAlive();
            return kubeconfig().isPresent();
        });
    }

    /** Its API server. */
    KubernetesClient apiServer() throws IOException {
        String config = Files.readString(kubeconfig().orElseThrow());
        return new KubernetesClientBuilder()
                .withConfig(Config.fromKubeconfig(config))
                .build();
    }

    private Optional<Path> kubeconfig() {
        return process.descendants().stream()
                .flatMap(one -> one.info().arguments().stream())
                .map(Arrays::asList)
                .filter(arguments -> arguments.contains("io.koordbridge.yarnoperator.app.YarnOperatorMain"))
                .filter(arguments -> arguments.contains("--kubeconfig"))
                .map(arguments -> Path.of(arguments.get(arguments.indexOf("--kubeconfig") + 1)))
                .findFirst();
    }

    ResourceManagerRest resourceManager() throws IOException {
        Configuration site = new Configuration(false);
        site.addResource(new org.apache.hadoop.fs.Path(
                Path.of(operatorSetting("confDir"), "yarn-site.xml").toUri()));
        return new ResourceManagerRest(URI.create("http://" + site.get("yarn.resourcemanager.webapp.address")));
    }

    /** A setting of the operator in this run. */
    String operatorSetting(String key) throws IOException {
        String yaml = Files.readString(logs.resolve("work/yarn-operator.yaml"));
        Matcher line = Pattern.compile("(?m)^ *" + key + ": *(\\S+)$").matcher(yaml);
        assertThat(line.find()).as(key + " in " + yaml).isTrue();
        return line.group(1);
    }

    /** Until it has ended by itself; fails when something did not hold. What other load hid is in the summary. */
    void awaitEnd() {
        assertThat(process.awaitExit(RUN)).as(process.logTail(40)).isTrue();
        assertThat(process.exitCode().orElse(-1)).as(process.logTail(60)).isIn(SUCCESS, INCOMPLETE);
    }

    /** What it says of itself after its end. */
    JsonNode summary() throws IOException {
        return new ObjectMapper()
                .readTree(logs.resolve("summary.json").toFile())
                .path("summary");
    }

    /** Where files of the run were; not there after its end. */
    Path work() {
        return logs.resolve("work");
    }

    @Override
    public void close() {
        process.close();
    }
}
