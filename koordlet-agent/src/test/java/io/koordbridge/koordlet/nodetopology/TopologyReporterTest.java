package io.koordbridge.koordlet.nodetopology;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.topology.NodeResourceTopology;
import io.koordbridge.api.topology.Zone;
import io.koordbridge.api.topology.ZoneResource;
import io.koordbridge.koordlet.app.FakeCluster;
import io.koordbridge.koordlet.cgroup.HostFiles;
import io.koordbridge.koordlet.kubelet.Kubelet;
import io.koordbridge.koordlet.kubelet.KubeletConfig;
import io.koordbridge.koordlet.kubepods.NodeFacts;
import io.koordbridge.koordlet.kubepods.NodeView;
import io.koordbridge.protocol.Annotations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TopologyReporterTest {

    private static final Instant NOW = Instant.ofEpochSecond(1_700_000_000);

    private final List<String> problems = new ArrayList<>();
    private final Map<String, String> local = new HashMap<>();
    private final FakeCluster cluster = new FakeCluster();

    @TempDir
    Path machine;

    private NodeView view = NodeView.UNKNOWN;

    @BeforeEach
    void machine() throws IOException {
        for (int cpu = 0; cpu < 4; cpu++) {
            put("sys/devices/system/cpu/cpu" + cpu + "/topology/core_id", String.valueOf(cpu / 2));
            put("sys/devices/system/cpu/cpu" + cpu + "/topology/physical_package_id", "0");
        }
        put("sys/devices/system/cpu/smt/active", "1\n");
        put("sys/devices/system/node/node0/meminfo", "Node 0 MemTotal:       16777216 kB\nNode 0 MemFree: 1 kB\n");
        put("sys/devices/system/node/node0/hugepages/hugepages-2048kB/nr_hugepages", "512\n");
        put("proc/cpuinfo", "processor : 0\nvendor_id\t: GenuineIntel\nmodel name\t: A CPU @ 2.5GHz\n");
        put("kubelet/config.yaml", "cpuManagerPolicy: none\ntopologyManagerPolicy: restricted\n");
        cluster.createNode(4, "16Gi");
        Node node = cluster.client().nodes().withName(FakeCluster.NODE).get();
        view = new NodeView(
                Optional.of(NodeFacts.of(node, null, problems::add)),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of());
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    private void put(String file, String content) throws IOException {
        Path path = machine.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, content);
    }

    @Test
    void writesWhatTheMachineIsAndNothingWhileThatStays() {
        TopologyReporter reporter = reporter(false);

        round(reporter, NOW);
        NodeResourceTopology object = object().orElseThrow();
        String written = object.getMetadata().getResourceVersion();
        for (int second = 3; second < 300; second += 3) {
            round(reporter, NOW.plusSeconds(second));
        }

        assertThat(object().orElseThrow().getMetadata().getResourceVersion()).isEqualTo(written);
        assertThat(object.getMetadata().getAnnotations())
                .containsEntry(
                        Annotations.NRT_CPU_BASIC_INFO,
                        "{\"cpuModel\":\"A CPU @ 2.5GHz\",\"hyperThreadEnabled\":true,\"vendorID\":\"GenuineIntel\"}")
                .containsEntry(Annotations.NRT_CPU_SHARED_POOLS, "[{\"socket\":0,\"node\":0,\"cpuset\":\"0-3\"}]");
        assertThat(object.getMetadata().getOwnerReferences())
                .singleElement()
                .satisfies(owner -> assertThat(owner.getKind()).isEqualTo("Node"));
        assertThat(object.getTopologyPolicies()).containsExactly("RestrictedContainerLevel");
        assertThat(zone(object, "memory").capacity()).isEqualTo(new Quantity("16Gi"));
        assertThat(local)
                .containsEntry(Annotations.NRT_CPU_SHARED_POOLS, "[{\"socket\":0,\"node\":0,\"cpuset\":\"0-3\"}]");
        assertThat(problems).isEmpty();
    }

    /** Some kernels keep the topology of a CPU that is offline. */
    @Test
    void aCpuThatGoesOfflineAndComesBackIsInTheReportAtOnce() throws IOException {
        put("sys/devices/system/cpu/online", "0-3\n");
        TopologyReporter reporter = reporter(false);
        round(reporter, NOW);

        put("sys/devices/system/cpu/online", "0,2-3\n");
        round(reporter, NOW.plusSeconds(3));
        assertThat(local)
                .containsEntry(Annotations.NRT_CPU_SHARED_POOLS, "[{\"socket\":0,\"node\":0,\"cpuset\":\"0,2-3\"}]");

        put("sys/devices/system/cpu/online", "0-3\n");
        round(reporter, NOW.plusSeconds(6));
        assertThat(local)
                .containsEntry(Annotations.NRT_CPU_SHARED_POOLS, "[{\"socket\":0,\"node\":0,\"cpuset\":\"0-3\"}]");
    }

    @Test
    void keepsWhatOthersWroteInTheSameObject() {
        NodeResourceTopology object = new NodeResourceTopology();
        object.getMetadata().setName(FakeCluster.NODE);
        object.getMetadata().setAnnotations(Map.of("others", "note"));
        Quantity batch = new Quantity("1500");
        object.setZones(List.of(
                new Zone(
                        "node-0",
                        "Node",
                        null,
                        List.of(new ZoneResource("kubernetes.io/batch-cpu", batch, batch, batch))),
                new Zone("node-7", "Node", null, List.of())));
        cluster.client().resource(object).create();

        round(reporter(true), NOW);

        NodeResourceTopology after = object().orElseThrow();
        assertThat(after.getMetadata().getAnnotations()).containsEntry("others", "note");
        assertThat(after.getZones())
                .singleElement()
                .satisfies(zone -> assertThat(zone.resources())
                        .extracting(ZoneResource::name)
                        .containsExactlyInAnyOrder(
                                "cpu", "memory", "hugepages-2Mi", "hugepages-1Gi", "kubernetes.io/batch-cpu"));
        assertThat(zone(after, "memory").capacity()).isEqualTo(new Quantity("15Gi"));
        assertThat(zone(after, "hugepages-2Mi").allocatable()).isEqualTo(new Quantity("1Gi"));
    }

    @Test
    void whatSomebodyChangedIsMended() {
        TopologyReporter reporter = reporter(false);
        round(reporter, NOW);
        cluster.client()
                .resources(NodeResourceTopology.class)
                .withName(FakeCluster.NODE)
                .edit(object -> {
                    object.setZones(List.of());
                    return object;
                });

        round(reporter, NOW.plusSeconds(6));

        assertThat(zone(object().orElseThrow(), "cpu").allocatable()).isEqualTo(new Quantity("4"));
    }

    @Test
    void saysNothingWithoutTheConfigurationOfTheKubelet() throws IOException {
        Files.delete(machine.resolve("kubelet/config.yaml"));

        round(reporter(false), NOW);

        assertThat(object()).isEmpty();
        assertThat(local).isEmpty();
        assertThat(problems).singleElement().asString().contains("configuration of the kubelet is not known");
    }

    @Test
    void aStateFileThatCannotBeReadStopsTheReport() throws IOException {
        put("kubelet/config.yaml", "cpuManagerPolicy: static\nreservedSystemCPUs: \"0\"\n");
        put("kubelet/cpu_manager_state", "{\"policyName\":\"static\",\"entries\":{\"u\":{\"c\":\"1-x\"}}}");

        round(reporter(false), NOW);

        assertThat(object()).isEmpty();
        assertThat(problems).singleElement().asString().contains("1-x");
    }

    private TopologyReporter reporter(boolean hugePages) {
        return new TopologyReporter(
                cluster.client(),
                new MachineFactsReader(new HostFiles(), machine.resolve("sys"), machine.resolve("proc"), hugePages),
                new Kubelet(
                        new KubeletConfig(
                                false,
                                "none",
                                "none",
                                machine.resolve("kubelet").toString(),
                                false),
                        new MetricRegistry(),
                        problems::add),
                local::putAll,
                new MetricRegistry(),
                problems::add);
    }

    private void round(TopologyReporter reporter, Instant now) {
        reporter.calculate(view, now)
                .ifPresent(facts -> reporter.write(view.node().orElseThrow(), object(), facts, now));
    }

    private Optional<NodeResourceTopology> object() {
        return Optional.ofNullable(cluster.client()
                .resources(NodeResourceTopology.class)
                .withName(FakeCluster.NODE)
                .get());
    }

    private static ZoneResource zone(NodeResourceTopology object, String resource) {
        return object.getZones().get(0).resources().stream()
                .filter(one -> resource.equals(one.name()))
                .findFirst()
                .orElseThrow();
    }
}
