package io.koordbridge.it.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.Watch;
import io.koordbridge.api.device.Device;
import io.koordbridge.api.device.DeviceInfo;
import io.koordbridge.api.device.DeviceSpec;
import io.koordbridge.api.device.DeviceTopology;
import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.lab.kube.ChartDefinitions;
import io.koordbridge.lab.kube.RealControlPlane;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** 8 nodes with 8 GPUs and 2 RDMA cards each, described by Device objects, behind a stock kube-scheduler on a real API server. */
class DevicesIT {

    private static final Logger LOG = LoggerFactory.getLogger(DevicesIT.class);
    private static final String ALLOCATED = "scheduling.koordinator.sh/device-allocated";
    private static final String JOINT = "scheduling.koordinator.sh/device-joint-allocate";
    private static final String CORE = "koordinator.sh/gpu-core";
    private static final String RATIO = "koordinator.sh/gpu-memory-ratio";
    private static final String MEMORY = "koordinator.sh/gpu-memory";
    private static final String RDMA = "koordinator.sh/rdma";
    private static final Duration SOON = Duration.ofMinutes(3);
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final int NODES = 8;
    private static final int GPUS = 8;
    private static final int PODS = 500;
    private static final int DELETED_EVERY = 3;
    private static final int CRASH_AT = 250;
    private static final int ENOUGH_HELD = NODES * GPUS / 2;
    /** What a bind that is under way needs. */
    private static final Duration BINDING = Duration.ofSeconds(3);

    @TempDir
    private Path directory;

    private RealControlPlane controlPlane;
    private ExtenderProcess extender;

    @BeforeEach
    void start() throws IOException {
        controlPlane = ControlPlaneGate.share();
        KubernetesClient client = controlPlane.client();
        ChartDefinitions.install(client, Device.class);
        for (int node = 0; node < NODES; node++) {
            createNode("d" + node);
        }
        extender = new ExtenderProcess(controlPlane.kubeconfig(), directory);
        extender.start();
        await().atMost(SOON).until(() -> knowsDevices("d" + (NODES - 1)));
        controlPlane.startScheduler(extender.schedulerConfiguration());
    }

    @AfterEach
    void stop() {
        if (extender != null) {
            extender.close();
        }
        if (controlPlane != null) {
            controlPlane.stopScheduler();
        }
    }

    private boolean knowsDevices(String node) {
        return extender.view("/nodes/" + node).at("/plugins/devices").size() == GPUS + 2;
    }

    private void createNode(String name) {
        Map<String, String> offers = new HashMap<>(Map.of("cpu", "64", "memory", "512Gi", "pods", "500"));
        offers.put(CORE, "800");
        offers.put(RATIO, "800");
        offers.put(MEMORY, "640Gi");
        offers.put(RDMA, "200");
        controlPlane.createNode(name, offers);
        List<DeviceInfo> cards = new ArrayList<>();
        for (int gpu = 0; gpu < GPUS; gpu++) {
            cards.add(card("gpu", gpu, gpu / 4, Map.of(CORE, "100", RATIO, "100", MEMORY, "80Gi")));
        }
        cards.add(card("rdma", 0, 0, Map.of(RDMA, "100")));
        cards.add(card("rdma", 1, 1, Map.of(RDMA, "100")));
        Device device = new Device();
        device.setMetadata(new ObjectMetaBuilder().withName(name).build());
        device.setSpec(new DeviceSpec(cards));
        controlPlane.client().resource(device).create();
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

    @Test
    void noDeviceIsHeldBeyondAllOfItAndARestartForgetsNothing() {
        Random random = new Random(11);
        List<Pod> versions = new CopyOnWriteArrayList<>();
        List<String> names = new ArrayList<>();
        KubernetesClient client = controlPlane.client();
        try (Watch watch = watch(versions)) {
            for (int number = 0; number < PODS; number++) {
                String name = "p" + number;
                client.resource(pod(name, random)).create();
                names.add(name);
                if (number % DELETED_EVERY == 0) {
                    client.pods()
                            .inNamespace("default")
                            .withName(names.remove(random.nextInt(names.size())))
                            .withGracePeriod(0)
                            .delete();
                }
                if (number == CRASH_AT) {
                    extender.crash();
                    extender.start();
                }
            }
            await().atMost(SOON).until(() -> held().size() > ENOUGH_HELD);
        }
        assertThat(versions.stream().filter(Scene::isPlaced))
                .allSatisfy(pod -> assertThat(pod.getMetadata().getAnnotations())
                        .as("the write that bound %s", pod.getMetadata().getName())
                        .containsKey(ALLOCATED));
        // Pods still wait for devices: what is bound from now on would not be in the sums.
        controlPlane.stopScheduler();
        await().pollDelay(BINDING).atMost(SOON).until(() -> true);
        Map<String, Long> held = held();
        assertThat(held.values()).allMatch(amount -> amount <= 100);
        LOG.info("Devices in use={} placed={}", held.size(), placed().size());
        assertThat(held.size()).isGreaterThan(ENOUGH_HELD);

        extender.crash();
        extender.start();

        held.forEach((card, amount) -> {
            String[] at = card.split("/", 2);
            JsonNode shown = extender.view("/nodes/" + at[0])
                    .path("plugins")
                    .path("devices")
                    .path(at[1]);
            String resource = at[1].startsWith("gpu") ? CORE : RDMA;
            assertThat(shown.path("free").path(resource).asLong()).as(card).isEqualTo(100 - amount);
        });
    }

    private List<Pod> placed() {
        return controlPlane.client().pods().inNamespace("default").list().getItems().stream()
                .filter(Scene::isPlaced)
                .toList();
    }

    /** Percent of cores of each GPU and of each RDMA card, by node, type and number. */
    private Map<String, Long> held() {
        Map<String, Long> held = new TreeMap<>();
        for (Pod pod : placed()) {
            JsonNode types = tree(pod.getMetadata().getAnnotations().get(ALLOCATED));
            for (String type : List.of("gpu", "rdma")) {
                for (JsonNode grant : types.path(type)) {
                    String resource = type.equals("gpu") ? CORE : RDMA;
                    String card = pod.getSpec().getNodeName() + "/" + type + "/"
                            + grant.path("minor").asInt();
                    held.merge(card, grant.path("resources").path(resource).asLong(), Long::sum);
                }
            }
        }
        return held;
    }

    private static JsonNode tree(String json) {
        try {
            return MAPPER.readTree(json);
        } catch (com.fasterxml.jackson.core.JsonProcessingException notJson) {
            throw new IllegalStateException(notJson);
        }
    }

    private Watch watch(List<Pod> versions) {
        return controlPlane.client().pods().inNamespace("default").watch(new PodVersions(versions));
    }

    /** Whole, shared, by memory with cores, or jointly with a network card. */
    private static Pod pod(String name, Random random) {
        int kind = random.nextInt(4);
        Map<String, Quantity> requests = switch (kind) {
            case 0 -> gpus(100L * (1 + random.nextInt(2)));
            case 1 -> gpus(10L * (1 + random.nextInt(9)));
            case 2 -> Map.of(CORE, new Quantity("20"), MEMORY, new Quantity("16Gi"));
            default -> Map.of(CORE, new Quantity("100"), RATIO, new Quantity("100"), RDMA, new Quantity("20"));
        };
        PodBuilder pod = new PodBuilder()
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
                .endSpec();
        if (kind == 3) {
            pod.editMetadata()
                    .addToAnnotations(JOINT, "{\"deviceTypes\":[\"gpu\",\"rdma\"],\"requiredScope\":\"SamePCIe\"}")
                    .endMetadata();
        }
        return pod.build();
    }

    private static Map<String, Quantity> gpus(long percent) {
        Quantity amount = new Quantity(Long.toString(percent));
        return Map.of(CORE, amount, RATIO, amount);
    }
}
