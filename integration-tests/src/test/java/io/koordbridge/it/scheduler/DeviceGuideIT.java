package io.koordbridge.it.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.koordbridge.api.device.Device;
import io.koordbridge.api.device.DeviceInfo;
import io.koordbridge.api.device.DeviceSpec;
import io.koordbridge.api.device.DeviceTopology;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.it.chart.Chart;
import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.it.manager.ManagerCluster;
import io.koordbridge.it.manager.ManagerUnderTest;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.lab.manager.ManagerOptions;
import io.koordbridge.lab.process.ProjectLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every example of docs/guide/devices.md, with the manager, its webhook, the extender and a stock kube-scheduler on a real API server, and the
 * gates of the chart.
 */
class DeviceGuideIT {

    private static final String ALLOCATED = "scheduling.koordinator.sh/device-allocated";
    private static final String JOINT = "scheduling.koordinator.sh/device-joint-allocate";
    private static final Duration SOON = Duration.ofMinutes(3);
    private static final String NODE = "guide";
    private static final int GPUS = 8;
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Pattern ROW = Pattern.compile("\\| (`.*`) \\| ([0-9]+) ([a-z]+) \\| (`.*`) \\|");
    private static final Pattern AMOUNT = Pattern.compile("`([^`:]+): ([^`]+)`");

    @TempDir
    private static Path directory;

    private static RealControlPlane controlPlane;
    private static KubernetesClient client;
    private static ManagerUnderTest manager;
    private static ExtenderProcess extender;

    /** A row of the guide. */
    record Example(Map<String, String> request, int devices, String type, Map<String, String> each) {

        @Override
        public String toString() {
            return request.toString();
        }
    }

    static Stream<Example> examples() throws IOException {
        return Files.readString(guide())
                .lines()
                .map(ROW::matcher)
                .filter(Matcher::matches)
                .map(row -> new Example(
                        amounts(row.group(1)), Integer.parseInt(row.group(2)), row.group(3), amounts(row.group(4))));
    }

    private static Path guide() {
        return ProjectLayout.find().root().resolve("docs/guide/devices.md");
    }

    private static Map<String, String> amounts(String cell) {
        Map<String, String> amounts = new TreeMap<>();
        AMOUNT.matcher(cell).results().forEach(one -> amounts.put(one.group(1), one.group(2)));
        return amounts;
    }

    @BeforeAll
    static void start() throws IOException {
        controlPlane = ControlPlaneGate.share();
        client = controlPlane.client();
        ManagerCluster cluster = new ManagerCluster(controlPlane);
        cluster.configure("{\"enable\": true}");
        manager = ManagerUnderTest.start(ManagerOptions.of("koord-manager", controlPlane.kubeconfig(), directory)
                .yaml(gatesOfTheChart()));
        mutatePods();
        describeDevices();
        // GPUs of NVIDIA and FPGAs are shown by device plugins, as the guide says.
        controlPlane.createNode(
                NODE,
                Map.of(
                        "cpu", "64",
                        "memory", "512Gi",
                        "pods", "110",
                        "nvidia.com/gpu", "8",
                        "koordinator.sh/fpga", "100"));
        await().atMost(SOON)
                .until(() -> client.resources(NodeMetric.class).withName(NODE).get() != null);
        cluster.report(NODE, 1_000);
        await().atMost(SOON).until(() -> shown("koordinator.sh/gpu.shared") && shown("koordinator.sh/rdma"));
        extender = new ExtenderProcess(controlPlane.kubeconfig(), directory);
        extender.start();
        await().atMost(SOON)
                .until(() ->
                        extender.view("/nodes/" + NODE).at("/plugins/devices").size() == GPUS + 3);
        controlPlane.startScheduler(extender.schedulerConfiguration());
        ManagerCluster.awaitAnswer(() -> client.resource(pod("probe", Map.of("koordinator.sh/gpu", "50")))
                .dryRun()
                .create()
                .getSpec()
                .getContainers()
                .get(0)
                .getResources()
                .getRequests()
                .containsKey("koordinator.sh/gpu.shared"));
    }

    @AfterAll
    static void stop() {
        Stream.of(extender, manager).filter(java.util.Objects::nonNull).forEach(DeviceGuideIT::close);
        if (controlPlane != null) {
            controlPlane.stopScheduler();
        }
    }

    private static void close(AutoCloseable process) {
        try {
            process.close();
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }

    /** As the chart writes them into the file of the manager. */
    private static String gatesOfTheChart() {
        String file = new Chart()
                .renderWith().stream()
                        .filter(ConfigMap.class::isInstance)
                        .flatMap(map -> ((ConfigMap) map).getData().values().stream())
                        .filter(text -> text.contains("EnableSyncGPUSharedResource"))
                        .findFirst()
                        .orElseThrow();
        JsonNode gates =
                new KubernetesSerialization().unmarshal(file, JsonNode.class).path("featureGates");
        return "featureGates: " + gates + "\n";
    }

    private static void mutatePods() {
        ManagerCluster.load(client, """
                apiVersion: admissionregistration.k8s.io/v1
                kind: MutatingWebhookConfiguration
                metadata: {name: koordinator-mutating-webhook-configuration}
                webhooks:
                - name: mpod.koordinator.sh
                  admissionReviewVersions: [v1]
                  sideEffects: None
                  failurePolicy: Fail
                  timeoutSeconds: 5
                  clientConfig: {url: "%s"}
                  rules: [{apiGroups: [""], apiVersions: [v1], resources: [pods], operations: [CREATE]}]
                """.formatted(manager.webhookUrl()));
    }

    private static void describeDevices() {
        List<DeviceInfo> cards = new ArrayList<>();
        for (int gpu = 0; gpu < GPUS; gpu++) {
            cards.add(card(
                    "gpu",
                    gpu,
                    gpu * 2 / GPUS,
                    Map.of(
                            "koordinator.sh/gpu-core", "100",
                            "koordinator.sh/gpu-memory-ratio", "100",
                            "koordinator.sh/gpu-memory", "80Gi")));
        }
        cards.add(card("rdma", 0, 0, Map.of("koordinator.sh/rdma", "100")));
        cards.add(card("rdma", 1, 1, Map.of("koordinator.sh/rdma", "100")));
        cards.add(card("fpga", 0, 0, Map.of("koordinator.sh/fpga", "100")));
        Device device = new Device();
        device.setMetadata(new ObjectMetaBuilder().withName(NODE).build());
        device.setSpec(new DeviceSpec(cards));
        client.resource(device).create();
    }

    private static DeviceInfo card(String type, int minor, int half, Map<String, String> offers) {
        Map<String, Quantity> resources = new TreeMap<>();
        offers.forEach((name, amount) -> resources.put(name, new Quantity(amount)));
        return new DeviceInfo(
                type,
                null,
                type + "-" + minor,
                minor,
                null,
                true,
                resources,
                new DeviceTopology(half, half, "p" + half, "0000:" + minor),
                null,
                null);
    }

    private static boolean shown(String name) {
        return client.nodes().withName(NODE).get().getStatus().getAllocatable().containsKey(name);
    }

    @AfterEach
    void removePods() {
        client.pods().inNamespace("default").withGracePeriod(0).delete();
        await().atMost(SOON)
                .until(() -> extender.view("/nodes/" + NODE).at("/plugins/devices").findValuesAsText("state").stream()
                        .allMatch("free"::equals));
    }

    private static Pod pod(String name, Map<String, String> amounts) {
        Map<String, Quantity> requests = new TreeMap<>();
        amounts.forEach((resource, amount) -> requests.put(resource, new Quantity(amount)));
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace("default")
                .withName(name)
                .endMetadata()
                .withNewSpec()
                .withSchedulerName("koord-scheduler")
                .withTerminationGracePeriodSeconds(0L)
                .addNewContainer()
                .withName("main")
                .withImage("none")
                .withNewResources()
                .withRequests(requests)
                .withLimits(requests)
                .endResources()
                .endContainer()
                .endSpec()
                .build();
    }

    private static JsonNode allocated(Pod pod) throws IOException {
        client.resource(pod).create();
        await().atMost(SOON)
                .untilAsserted(() ->
                        assertThat(client.resource(pod).get()).matches(Scene::isPlaced, "placed, but: " + words(pod)));
        Pod placed = client.resource(pod).get();
        return MAPPER.readTree(placed.getMetadata().getAnnotations().get(ALLOCATED));
    }

    private static List<String> words(Pod pod) {
        return client.v1().events().inNamespace("default").list().getItems().stream()
                .filter(event -> pod.getMetadata()
                        .getName()
                        .equals(event.getInvolvedObject().getName()))
                .map(event -> event.getMessage())
                .distinct()
                .toList();
    }

    @ParameterizedTest
    @MethodSource("examples")
    void theExampleIsPlacedOnTheCardsThatTheGuideNames(Example example) throws IOException {
        JsonNode cards = allocated(pod("example", example.request())).path(example.type());

        assertThat(cards).hasSize(example.devices());
        for (JsonNode card : cards) {
            example.each()
                    .forEach((name, amount) -> assertThat(new Quantity(card.path("resources")
                                    .path("koordinator.sh/" + name)
                                    .asText()))
                            .as("%s of %s", name, card)
                            .isEqualTo(new Quantity(amount)));
        }
    }

    @Test
    void theJointExampleIsPlacedBehindOneSwitch() throws IOException {
        Matcher example = Pattern.compile("`" + JOINT + ": '(\\{.*\\})'`").matcher(Files.readString(guide()));
        assertThat(example.find()).isTrue();
        Pod pod = pod("joint", Map.of("koordinator.sh/gpu", "200", "koordinator.sh/rdma", "100"));
        pod.getMetadata().setAnnotations(Map.of(JOINT, example.group(1)));

        JsonNode types = allocated(pod);

        assertThat(types.path("gpu")).hasSize(2);
        assertThat(types.path("rdma")).hasSize(1);
    }

    @Test
    void theGuideHasExamplesOfEachType() throws IOException {
        assertThat(examples().map(Example::type))
                .contains("gpu", "rdma", "fpga")
                .hasSizeGreaterThan(8);
    }
}
