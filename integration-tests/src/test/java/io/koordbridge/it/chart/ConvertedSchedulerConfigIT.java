package io.koordbridge.it.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.koordbridge.it.page.Launcher;
import io.koordbridge.lab.process.ChildProcess;
import io.koordbridge.lab.process.ProjectLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** From the scheduler's configuration of Koordinator to a koord-scheduler: {@code bin/colo}, the chart, the executable. */
class ConvertedSchedulerConfigIT {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final YAMLMapper YAML = new YAMLMapper();

    @TempDir
    private Path directory;

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "numa, /numa/numaScoringStrategy/type, MostAllocated, 100",
        "cluster, /quotaRevoke/delayEvictTime, 300s, 40"
    })
    void isAConfigurationThatTheChartAndTheSchedulerTake(String name, String pointer, String value, String nodes)
            throws Exception {
        Path file = ProjectLayout.find()
                .root()
                .resolve("k8s-controllers/colo-cli/src/test/resources/convert/" + name + ".yaml");
        Launcher.Result result = new Launcher(directory, Map.of()).run("convert", "scheduler-config", file.toString());
        assertThat(result.exitCode()).as(result.err()).isZero();
        Path values = Files.writeString(
                directory.resolve("values.yaml"),
                result.out() + "image: {registry: registry.example.invalid/bridge}\n");

        List<HasMetadata> release = new Chart().render(values);

        Map<String, String> data = Rendered.named(release, ConfigMap.class, "koord-scheduler-config")
                .getData();
        JsonNode kubeScheduler = YAML.readTree(data.get("kube-scheduler.yaml"));
        assertThat(YAML.readTree(data.get("config.yaml")).at(pointer).asText()).isEqualTo(value);
        assertThat(kubeScheduler.path("percentageOfNodesToScore").asText()).isEqualTo(nodes);
        Path config = Files.writeString(directory.resolve("config.yaml"), data.get("config.yaml"));
        try (ChildProcess check = Executables.command(
                        "koord-scheduler", "scheduler-plugins", "io.koordbridge.scheduler.app.SchedulerMain")
                .arguments(List.of("--check-config", "--config", config.toString()))
                .start(directory, directory.resolve("check.log"))) {
            assertThat(check.awaitExit(PATIENCE)).as(check.logTail(20)).isTrue();
            assertThat(check.exitCode().orElseThrow()).as(check.logTail(20)).isZero();
        }
    }
}
