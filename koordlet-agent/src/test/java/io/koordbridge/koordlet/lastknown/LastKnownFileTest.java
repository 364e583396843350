package io.koordbridge.koordlet.lastknown;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.koordbridge.api.slo.NodeSloSpec;
import io.koordbridge.koordlet.cluster.override.OverrideKey;
import io.koordbridge.koordlet.cluster.override.OverrideKeys;
import io.koordbridge.koordlet.cluster.override.Overrides;
import io.koordbridge.koordlet.conformance.KernelCase;
import io.koordbridge.koordlet.kubepods.LastKnown;
import io.koordbridge.koordlet.kubepods.NodeFacts;
import io.koordbridge.koordlet.kubepods.NodeView;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.kubepods.PodInfos;
import io.koordbridge.koordlet.nodeslo.NodeSlo;
import io.koordbridge.testkit.conformance.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LastKnownFileTest {

    private static final Instant NOW = Instant.ofEpochSecond(1_700_000_000);

    private final List<String> problems = new ArrayList<>();

    @TempDir
    Path directory;

    @Test
    void everythingOfAViewIsReadAgain() throws IOException {
        NodeView view = view("0-3");
        new LastKnownFile(directory, problems::add).save(view, NOW);

        LastKnown read = new LastKnownFile(directory, problems::add).read();

        assertThat(problems).isEmpty();
        assertThat(read).isEqualTo(LastKnown.of(view));
        assertThat(read.pods().get(0).placement().cpus().format()).isEqualTo("0-3");
    }

    @Test
    void annotationsOfStrategiesAreReadAgainAndOldFilesHaveNone() throws IOException {
        OverrideKey<Integer> percent = new OverrideKey<>("example.org/percent", "a number", Integer::valueOf);
        PodInfo pod = PodInfos.of(
                new PodBuilder()
                        .withNewMetadata()
                        .withName("p")
                        .addToAnnotations("example.org/percent", "40")
                        .endMetadata()
                        .build(),
                new OverrideKeys(List.of(percent)),
                problems::add);
        NodeView view =
                new NodeView(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), List.of(pod));
        new LastKnownFile(directory, problems::add).save(view, NOW);

        PodInfo read = new LastKnownFile(directory, problems::add).read().pods().get(0);
        assertThat(read).isEqualTo(pod);
        assertThat(read.overrides().get(percent)).hasValue(40);

        Path file = directory.resolve("last-known.json");
        String before = Files.readString(file);
        String old = before.replace(",\"overrides\":{\"example.org/percent\":\"40\"}", "");
        assertThat(old).isNotEqualTo(before);
        Files.writeString(file, old);

        assertThat(new LastKnownFile(directory, problems::add)
                        .read()
                        .pods()
                        .get(0)
                        .overrides())
                .isSameAs(Overrides.NONE);
        assertThat(problems).isEmpty();
    }

    @Test
    void isWrittenWhenSomethingChangedAndNotAllTheTime() throws IOException {
        LastKnownFile file = new LastKnownFile(directory, problems::add);
        file.save(view("0"), NOW);
        Object first = Files.getAttribute(directory.resolve("last-known.json"), "unix:ino");

        file.save(view("0"), NOW.plusSeconds(60));
        file.save(view("1"), NOW.plusSeconds(5));
        assertThat(Files.getAttribute(directory.resolve("last-known.json"), "unix:ino"))
                .isEqualTo(first);
        file.save(view("1"), NOW.plusSeconds(70));

        assertThat(file.read().pods().get(0).placement().annotated()).isEqualTo("1");
    }

    @Test
    void aReservationOfAnEarlierReleaseIsRead() throws IOException {
        new LastKnownFile(directory, problems::add).save(view("0"), NOW);
        Path file = directory.resolve("last-known.json");
        String before = Files.readString(file);
        String old =
                before.replace("\"cpus\":\"\",\"applyPolicy\":\"\"", "\"reservedCPUs\":\"2-3\",\"applyPolicy\":null");
        assertThat(old).isNotEqualTo(before);
        Files.writeString(file, old);

        LastKnown read = new LastKnownFile(directory, problems::add).read();

        assertThat(problems).isEmpty();
        assertThat(Objects.requireNonNull(read.node())
                        .layout()
                        .reservation()
                        .orElseThrow()
                        .milliCpu())
                .isEqualTo(2_000);
    }

    @Test
    void aFileThatIsDamagedCountsAsEmpty() throws IOException {
        Files.writeString(directory.resolve("last-known.json"), "{\"pods\":[{\"placement\":{\"cpus\":\"7-1\"}}]}");

        assertThat(new LastKnownFile(directory, problems::add).read()).isEqualTo(LastKnown.NOTHING);
        assertThat(problems).singleElement().asString().contains("last-known.json", "7-1");
    }

    private NodeView view(String cpus) throws IOException {
        JsonNode node = Json.MAPPER.readTree("""
            {"metadata": {"name": "node-a", "uid": "n-1", "annotations": {
               "node.koordinator.sh/reservation": "{\\"resources\\":{\\"cpu\\":\\"500m\\"}}",
               "node.koordinator.sh/system-qos-resource": "{\\"cpuset\\":\\"0\\"}"}},
             "status": {"capacity": {"cpu": "8", "memory": "16Gi"}, "allocatable": {"cpu": "7", "memory": "15Gi"},
               "addresses": [{"type": "InternalIP", "address": "10.0.0.1"}],
               "daemonEndpoints": {"kubeletEndpoint": {"Port": 10250}}}}
            """);
        JsonNode pods = Json.MAPPER.readTree("""
            [{"metadata": {"name": "p", "namespace": "jobs", "uid": "u1", "creationTimestamp": "2026-01-01T00:00:00Z",
               "labels": {"koordinator.sh/qosClass": "LSR"},
               "annotations": {"scheduling.koordinator.sh/resource-status": "{\\"cpuset\\":\\"%s\\"}"}},
              "spec": {"containers": [{"name": "c", "resources": {"requests": {"cpu": "4", "memory": "1Gi"},
               "limits": {"kubernetes.io/batch-cpu": "500"}}}]},
              "status": {"phase": "Running", "containerStatuses": [{"name": "c", "containerID": "containerd://c1"}]}}]
            """.formatted(cpus));
        NodeSloSpec slo = Json.as(
                Json.MAPPER.readTree(
                        "{\"resourceUsedThresholdWithBE\":{\"enable\":true,\"cpuSuppressThresholdPercent\":50}}"),
                NodeSloSpec.class);
        return new NodeView(
                Optional.of(NodeFacts.of(Json.as(node, Node.class), null, problems::add)),
                Optional.of(NodeSlo.of(slo, null, problems::add)),
                Optional.empty(),
                Optional.of(Map.of("node.koordinator.sh/cpu-shared-pools", "[]")),
                KernelCase.pods(pods));
    }
}
