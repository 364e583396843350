package io.koordbridge.scheduler.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dropwizard.testing.ConfigOverride;
import io.dropwizard.testing.DropwizardTestSupport;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.server.mock.KubernetesCrudDispatcher;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.fabric8.mockwebserver.Context;
import io.fabric8.mockwebserver.MockWebServer;
import io.koordbridge.api.device.Device;
import io.koordbridge.api.device.DeviceInfo;
import io.koordbridge.api.device.DeviceSpec;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.api.topology.NodeResourceTopology;
import io.koordbridge.api.topology.Zone;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import io.koordbridge.scheduler.Samples;
import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Each object that cannot be used gets one event that names field, value and what is allowed, however often it is seen. */
class BadInputEventsTest {

    private static final String FOUR_CPUS = "{\"detail\":[{\"id\":0,\"core\":0,\"socket\":0,\"node\":0},"
            + "{\"id\":1,\"core\":0,\"socket\":0,\"node\":0},{\"id\":2,\"core\":1,\"socket\":0,\"node\":0},"
            + "{\"id\":3,\"core\":1,\"socket\":0,\"node\":0}]}";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final KubernetesMockServer SERVER = new KubernetesMockServer(
            new Context(), new MockWebServer(), new HashMap<>(), new KubernetesCrudDispatcher(), false);

    private static DropwizardTestSupport<SchedulerConfiguration> process;
    private static KubernetesClient client;

    private final List<Case> cases = new ArrayList<>();

    /** An object, and what its event has to say. */
    private record Case(HasMetadata object, List<String> words) {}

    @BeforeAll
    static void start() throws Exception {
        SERVER.init(InetAddress.getLoopbackAddress(), 0);
        client = SERVER.createClient();
        client.resource(Samples.node("good", 8_000, "32Gi", Map.of())).create();
        client.resource(topology("good", Map.of(Annotations.NRT_CPU_TOPOLOGY, FOUR_CPUS)))
                .create();
        process = new DropwizardTestSupport<>(
                SchedulerApplication.class,
                "src/main/dist/conf/koord-scheduler.yaml",
                ConfigOverride.config("server.applicationConnectors[0].port", "0"),
                ConfigOverride.config("server.adminConnectors[0].port", "0"),
                ConfigOverride.config("kubernetes.apiServer", SERVER.url("/")));
        process.before();
        await().atMost(PATIENCE)
                .until(() -> process.getEnvironment()
                        .healthChecks()
                        .runHealthCheck("loaded")
                        .isHealthy());
    }

    @AfterAll
    static void stop() {
        process.after();
        client.close();
        SERVER.destroy();
    }

    private void given(HasMetadata object, String... words) {
        cases.add(new Case(object, List.of(words)));
    }

    private static String name(String prefix, int i) {
        return prefix + "-" + i;
    }

    private static NodeResourceTopology topology(String name, Map<String, String> annotations, String... zones) {
        NodeResourceTopology object = new NodeResourceTopology();
        object.setMetadata(new ObjectMetaBuilder()
                .withName(name)
                .withAnnotations(annotations)
                .build());
        object.setZones(Stream.of(zones)
                .map(zone -> new Zone(zone, "Node", null, List.of()))
                .toList());
        return object;
    }

    private void nodes() {
        int i = 0;
        for (String policy : List.of("none", "Strict", "single-numa-node")) {
            given(
                    new NodeBuilder(Samples.node(name("policy", i++), 1_000, "1Gi", Map.of()))
                            .editMetadata()
                            .addToLabels(Labels.NODE_NUMA_TOPOLOGY_POLICY, policy)
                            .endMetadata()
                            .build(),
                    Labels.NODE_NUMA_TOPOLOGY_POLICY,
                    "'" + policy + "'",
                    "allowed are None, BestEffort, Restricted and SingleNUMANode");
        }
        Map<String, String> ratios = Map.of(
                "{\"cpu\":\"NaN\"}", "allowed: a number from 1.00 to 1000000",
                "{\"cpu\":NaN}", "NaN",
                "{\"cpu\":0.5}", "field cpu: '0.5'; allowed: a number from 1.00 to 1000000; counts as 1",
                "{\"cpu\":-3}", "field cpu: '-3'; allowed: a number from 1.00 to 1000000; counts as 1",
                "{\"cpu\":true}", "field cpu: 'true'; allowed: a number from 1.00 to 1000000");
        for (Map.Entry<String, String> ratio : ratios.entrySet()) {
            given(
                    Samples.node(
                            name("ratio", i++),
                            1_000,
                            "1Gi",
                            Map.of(Annotations.NODE_AMPLIFICATION_RATIO, ratio.getKey())),
                    Annotations.NODE_AMPLIFICATION_RATIO,
                    ratio.getValue());
        }
        given(
                Samples.node(
                        "thresholds",
                        1_000,
                        "1Gi",
                        Map.of(
                                Annotations.NODE_USAGE_THRESHOLDS,
                                "{\"usageThresholds\":{\"cpu\":101},\"prodUsageThresholds\":{\"cpu\":-1}}")),
                "field usageThresholds.cpu: '101'; allowed: from 0 to 100",
                "field prodUsageThresholds.cpu: '-1'; allowed: from 0 to 100");
    }

    private void topologies() {
        int i = 0;
        for (String json : List.of("{", "[]", "{\"detail\":7}", "\"x\"")) {
            given(
                    topology(name("broken", i++), Map.of(Annotations.NRT_CPU_TOPOLOGY, json)),
                    Annotations.NRT_CPU_TOPOLOGY,
                    "'" + json + "'");
        }
        for (int id : List.of(64, 4_096, -1, Integer.MIN_VALUE, Integer.MAX_VALUE)) {
            given(
                    topology(
                            name("numa", i++),
                            Map.of(
                                    Annotations.NRT_CPU_TOPOLOGY,
                                    FOUR_CPUS.replace(
                                            "]}", ",{\"id\":9,\"core\":9,\"socket\":9,\"node\":%d}]}".formatted(id)))),
                    Annotations.NRT_CPU_TOPOLOGY,
                    "node=" + id,
                    "NUMA ids from 0 to 63");
        }
        given(topology("zone", Map.of(), "node-0", "node-64"), "zone node-64", "NUMA ids from 0 to 63");
        for (String list : List.of("0-", "a", "0-99999", "-1", "1,,2", "3-1")) {
            given(
                    topology(
                            name("list", i++),
                            Map.of(
                                    Annotations.NRT_KUBELET_CPU_MANAGER_POLICY,
                                    "{\"policy\":\"static\",\"reservedCPUs\":\"%s\"}".formatted(list))),
                    "field reservedCPUs",
                    "'" + list + "'");
        }
    }

    private void pod(String name, String annotation, String value, String... words) {
        Pod pod = Samples.bound(Samples.pod(name, Map.of("cpu", "1")), "good");
        pod.getMetadata().setAnnotations(Map.of(annotation, value));
        given(pod, words);
    }

    private void pods() {
        int i = 0;
        for (String annotation : List.of(
                Annotations.POD_RESOURCE_STATUS,
                Annotations.POD_RESOURCE_SPEC,
                Annotations.POD_NUMA_TOPOLOGY_SPEC,
                Annotations.POD_DEVICE_ALLOCATED,
                Annotations.POD_LOAD_FACTORS)) {
            pod(name("large", i++), annotation, "[".repeat(1 << 20), annotation);
        }
        pod(
                "stranger",
                Annotations.POD_RESOURCE_STATUS,
                "{\"cpuset\":\"2,40-41\",\"numaNodeResources\":[{\"node\":77,\"resources\":{\"cpu\":\"2\"}}]}",
                "field cpuset: '40-41'; allowed: CPUs of its node, 0-3; others take nothing there",
                "field numaNodeResources.node: '[77]'; allowed: ids of NUMA nodes from 0 to 63",
                "cpuset counts as absent: neither class nor bind policy");
        pod(
                "amount",
                Annotations.POD_RESOURCE_STATUS,
                "{\"numaNodeResources\":[{\"node\":0,\"resources\":{\"cpu\":\"2\"}}]}",
                "cpu of its NUMA nodes counts as absent: it is 2000 in sum",
                "requests 1000");
        pod(
                "card",
                Annotations.POD_DEVICE_ALLOCATED,
                "{\"gpu\":[{\"minor\":0,\"resources\":{\"koordinator.sh/gpu-core\":\"100\"}}]}",
                Annotations.POD_DEVICE_ALLOCATED
                        + " counts as absent: gpu: it names 1 devices, and the pod requests 0");
        pod("backwards", Annotations.POD_RESOURCE_STATUS, "{\"cpuset\":\"3-1\"}", "'3-1'", "a list of CPUs from 0");
        pod(
                "bind",
                Annotations.POD_RESOURCE_SPEC,
                "{\"preferredCPUBindPolicy\":\"Full\"}",
                "preferredCPUBindPolicy: 'Full'; allowed: Default, FullPCPUs, SpreadByPCPUs");
        pod(
                "policy",
                Annotations.POD_NUMA_TOPOLOGY_SPEC,
                "{\"numaTopologyPolicy\":\"Strict\"}",
                "numaTopologyPolicy: 'Strict'; allowed: None, BestEffort, Restricted, SingleNUMANode");
        pod("soon", Annotations.POD_LOAD_AFTER_SCHEDULED, "soon", "'soon'; allowed: whole seconds from 0");
        pod("factors", Annotations.POD_LOAD_FACTORS, "{\"cpu\":\"85\"}", "whole percentages from 0 to 10000");
        pod("gang", Annotations.GANG_MODE, "strict", Annotations.GANG_MODE, "allowed: NonStrict, Strict");
        pod("hint", Annotations.POD_DEVICE_HINT, "{gpu", Annotations.POD_DEVICE_HINT, "{gpu");
        pod("minor", Annotations.POD_DEVICE_ALLOCATED, "{\"gpu\":[{\"minor\":\"0\"}]}", "minor");
    }

    private static NodeMetric report(String name, Instant time, String usage, String pods) {
        client.resource(Samples.node(name, 1_000, "1Gi", Map.of())).create();
        return new KubernetesSerialization()
                .unmarshal(
                        ("{'metadata':{'name':'%s'},'status':{'updateTime':'%s',"
                                        + "'nodeMetric':{'nodeUsage':{'resources':{%s}}},'podsMetric':[%s]}}")
                                .formatted(name, time, usage, pods)
                                .replace('\'', '"'),
                        NodeMetric.class);
    }

    private void reports() {
        Instant now = Instant.now().minusSeconds(30);
        given(
                report("future", now.plus(Duration.ofHours(2)), "'cpu':'1'", ""),
                "status.updateTime is in the future: ",
                "allowed is");
        given(report("silent", now, "", ""), "status.nodeMetric.nodeUsage says nothing");
        given(
                report(
                        "unknown",
                        now,
                        "'cpu':'1'",
                        "{'name':'gone','namespace':'x','podUsage':{'resources':{'cpu':'1','memory':'1Gi'}}}"),
                "status.podsMetric: x/gone",
                "allowed are pods that are bound to it");
    }

    private void device(String name, List<DeviceInfo> cards, String... words) {
        Device device = new Device();
        device.setMetadata(new ObjectMetaBuilder().withName(name).build());
        device.setSpec(new DeviceSpec(cards));
        given(device, words);
    }

    private static DeviceInfo gpu(int minor, String core) {
        return new DeviceInfo(
                "gpu",
                null,
                "GPU-" + minor,
                minor,
                null,
                true,
                Map.of("koordinator.sh/gpu-core", new Quantity(core)),
                null,
                null,
                null);
    }

    private void devices() {
        device("twins", List.of(gpu(0, "100"), gpu(0, "100")), "gpu 0 is there twice, the first one counts");
        device("negative", List.of(gpu(0, "-1")), "gpu 0 is left out: koordinator.sh/gpu-core -1, allowed are 0 to");
        device("absurd", List.of(gpu(0, "9e18")), "gpu 0 is left out", "allowed are 0 to");
    }

    @Test
    void eachBadObjectGetsOneEvent() {
        nodes();
        topologies();
        pods();
        reports();
        devices();
        cases.forEach(one -> client.resource(one.object()).create());
        touch();
        reportAgain();
        await().atMost(PATIENCE).untilAsserted(() -> eachHasItsEvent(cases));

        touch();
        List<Case> seen = List.copyOf(cases);
        cases.clear();
        marks();
        cases.forEach(one -> client.resource(one.object()).create());
        await().atMost(PATIENCE).untilAsserted(() -> eachHasItsEvent(cases));

        eachHasItsEvent(seen);
    }

    /** Objects of each kind behind the changes of the others: when they have their events, those have been seen. */
    private void marks() {
        given(Samples.node("mark", 1_000, "1Gi", Map.of(Annotations.NODE_AMPLIFICATION_RATIO, "{")), "{");
        given(topology("mark", Map.of(Annotations.NRT_CPU_TOPOLOGY, "{")), "{");
        pod("mark", Annotations.POD_RESOURCE_SPEC, "{", "{");
        given(report("mark-report", Instant.now(), "", ""), "nodeUsage");
        device("mark", List.of(gpu(0, "-1")), "-1");
    }

    private static void eachHasItsEvent(List<Case> cases) {
        List<Event> events = client.v1().events().inAnyNamespace().list().getItems();
        for (Case one : cases) {
            assertThat(events)
                    .filteredOn(event -> isAbout(event, one.object()))
                    .extracting(Event::getMessage)
                    .as("events of %s", one.object().getMetadata().getName())
                    .singleElement()
                    .asString()
                    .contains(one.words());
        }
    }

    private static boolean isAbout(Event event, HasMetadata object) {
        return event.getInvolvedObject().getKind().equals(object.getKind())
                && event.getInvolvedObject()
                        .getName()
                        .equals(object.getMetadata().getName());
    }

    /** Changes nothing that is read. */
    private void touch() {
        String patch = "{\"metadata\":{\"labels\":{\"example.com/touched\":\"%s\"}}}".formatted(System.nanoTime());
        cases.forEach(one -> client.resource(one.object()).patch(PatchContext.of(PatchType.JSON_MERGE), patch));
    }

    /** The same pods once more, later. */
    private static void reportAgain() {
        client.resources(NodeMetric.class)
                .withName("unknown")
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        "{\"status\":{\"updateTime\":\"%s\"}}".formatted(Instant.now()));
    }
}
