package io.koordbridge.koordlet.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.testkit.metrics.MetricsOfModule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a running agent serves, against the families of the reference. */
class ReferenceFamiliesTest {

    private static final Path LIST = Path.of("src/test/resources/reference/metric-families.txt");
    private static final String PARTS = "_(bucket|sum|count)$";
    private static final Pattern TYPE = Pattern.compile("# TYPE (koordlet_\\w+) (\\w+)");
    private static final Pattern SERIES = Pattern.compile("(koordlet_\\w+)\\{([^}]*)} .*");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"");
    private static final Set<String> WITHOUT_NODE =
            Set.of("koordlet_kubelet_request_duration_seconds", "koordlet_resource_update_duration_milliseconds");

    /** What needs an eviction, a kubelet, an application or a day of forecasts is served by tests of its own. */
    private static final Set<String> OF_A_SMALL_NODE = Set.of(
            "koordlet_start_time",
            "koordlet_node_used_cpu_cores",
            "koordlet_node_used_memory_bytes",
            "koordlet_be_suppress_cpu_cores",
            "koordlet_be_suppress_ls_used_cpu_cores",
            "koordlet_be_suppress_be_used_cpu_cores",
            "koordlet_node_metric_node_usage",
            "koordlet_node_metric_system_usage",
            "koordlet_node_resource_priority_reclaimable_status",
            "koordlet_resource_update_duration_milliseconds");

    @TempDir
    private Path temp;

    private record Family(String name, String type, Set<String> labels, String here) {

        static Family of(String line) {
            String[] cells = Arrays.stream(line.split("\\|")).map(String::strip).toArray(String[]::new);
            Set<String> labels = new TreeSet<>(List.of(cells[2].split(" ")));
            labels.remove("");
            String name = "koordlet_" + cells[0];
            if (!WITHOUT_NODE.contains(name)) {
                labels.add("node");
            }
            return new Family(name, cells[1], labels, cells[3]);
        }

        /** A counter of ours whose name does not end as counters do is written without a type. */
        Set<String> types() {
            return type.equals("counter") ? Set.of("untyped", "unknown", "counter") : Set.of(type);
        }
    }

    private static Map<String, Family> families() throws IOException {
        return Files.readAllLines(LIST).stream()
                .filter(line -> !line.startsWith("#"))
                .map(Family::of)
                .collect(Collectors.toMap(Family::name, family -> family));
    }

    @Test
    void whatIsListedAsServedIsAndTheRestHasAReason() throws IOException {
        Set<String> ours = MetricsOfModule.help().stringPropertyNames();

        assertThat(families().values()).hasSize(41).allSatisfy(family -> {
            assertThat(family.here()).matches("yes|feature|no: .+");
            if (!family.here().equals("feature")) {
                assertThat(ours.contains(family.name()))
                        .as(family.name())
                        .isEqualTo(family.here().equals("yes"));
            }
        });
    }

    private interface Check {
        void on(KoordletProcess agent);
    }

    private void onARunningAgent(Check check, String... flags) throws IOException {
        try (FakeCluster cluster = new FakeCluster();
                SimulatedMachine machine = new SimulatedMachine(temp.resolve("machine"))) {
            cluster.createNode(SimulatedMachine.CPUS, "16Gi");
            cluster.createNodeMetric(60, 5);
            Pod online = cluster.createPod("online", "u", "Burstable", "LS", "c");
            machine.addGroup("kubepods/burstable/pod" + online.getMetadata().getUid());
            cluster.putNodeSlo(true, 65, "cfsQuota");
            List<String> all = flags(cluster, machine);
            all.addAll(List.of(flags));
            try (KoordletProcess agent = KoordletProcess.start(temp, all)) {
                check.on(agent);
            }
        }
    }

    private static ConditionFactory soon() {
        return await().atMost(Duration.ofSeconds(60));
    }

    @Test
    void aRunningAgentServesTypesAndLabelsOfTheReference() throws IOException {
        Map<String, Family> families = families();
        onARunningAgent(agent -> {
            Map<String, Set<String>> labels = new HashMap<>();
            soon().until(() -> {
                labels.clear();
                agent.text("/metrics").lines().forEach(line -> read(line, labels));
                return base(labels.keySet()).containsAll(OF_A_SMALL_NODE);
            });

            labels.forEach((series, names) -> {
                Family family = families.getOrDefault(series, families.get(series.replaceAll(PARTS, "")));
                assertThat(names).as(series).isEqualTo(family.labels());
            });
            agent.text("/metrics")
                    .lines()
                    .map(TYPE::matcher)
                    .filter(Matcher::matches)
                    .forEach(type -> assertThat(families.get(type.group(1)).types())
                            .as(type.group(1))
                            .contains(type.group(2)));
        });
    }

    @Test
    void aRunningAgentServesItsPlanAndPagesOfItsRecord() throws IOException {
        onARunningAgent(
                agent -> {
                    soon().untilAsserted(() -> {
                        JsonNode plan = agent.json("/plan");
                        assertThat(plan.path("features").path("BECPUSuppress").asText())
                                .isEqualTo("works");
                        JsonNode suppress = plan.path("strategies").get(0);
                        assertThat(suppress.path("gates").toString()).isEqualTo("[\"BECPUSuppress\"]");
                        assertThat(suppress.path("writes")).isNotEmpty();
                    });
                    soon().untilAsserted(() -> assertThat(
                                    agent.text("/events?size=1").lines())
                            .singleElement()
                            .satisfies(line -> assertThat(line)
                                    .startsWith("{\"createdAt\":")
                                    .contains("\"reason\":")));
                },
                "--feature-gates=AuditEventsHTTPHandler=true");
    }

    private List<String> flags(FakeCluster cluster, SimulatedMachine machine) throws IOException {
        Path config = Files.writeString(temp.resolve("koordlet.yaml"), """
                report: {minIntervalSeconds: 2, minAggregateSeconds: 2}
                audit: {directory: %1$s/audit}
                yarn: {socketDirectory: %1$s/yarn}
                tier: {driver: cgroupfs}
                """.formatted(temp));
        return new ArrayList<>(List.of(
                "--config=" + config,
                "--node-name=" + FakeCluster.NODE,
                "--api-server=" + cluster.url(),
                "--cgroup-root=" + machine.cgroups(),
                "--proc-root=" + machine.proc(),
                "--sys-root=" + machine.sys()));
    }

    private static Set<String> base(Set<String> series) {
        return series.stream().map(name -> name.replaceAll(PARTS, "")).collect(Collectors.toSet());
    }

    private static void read(String line, Map<String, Set<String>> labels) {
        Matcher series = SERIES.matcher(line);
        if (series.matches()) {
            Set<String> names = new HashSet<>();
            LABEL.matcher(series.group(2)).results().forEach(one -> names.add(one.group(1)));
            names.remove("le");
            labels.computeIfAbsent(series.group(1), unused -> new TreeSet<>()).addAll(names);
        }
    }
}
