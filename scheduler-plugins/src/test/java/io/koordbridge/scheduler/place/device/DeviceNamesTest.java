package io.koordbridge.scheduler.place.device;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.admission.mutation.PodMutation;
import io.koordbridge.capacity.deviceresource.DeviceResources;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.scheduler.Samples;
import io.koordbridge.scheduler.view.PodFactsReader;
import io.koordbridge.testkit.conformance.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What nodes show, what the webhook adds and what is placed by card: names that only one of them knows are those of the guide. */
class DeviceNamesTest {

    /** Shown for the device plugin of the vendor, which chooses the card itself. */
    private static final Set<String> WITHOUT_CARDS =
            Set.of(ResourceNames.NPU_CORE, ResourceNames.NPU_CPU, ResourceNames.NPU_DVPP);
    /** Of device plugins; koord-manager shows none. */
    private static final Set<String> OF_DEVICE_PLUGINS = Set.of(DeviceNames.NVIDIA_GPU, DeviceNames.FPGA_RESOURCE);

    private static Set<String> shown() {
        Set<String> names = new TreeSet<>(DeviceResources.GPU_RESOURCES);
        names.addAll(DeviceResources.RDMA_RESOURCES);
        return names;
    }

    private static boolean isRead(String name) {
        return !DeviceRequestReader.read(PodFactsReader.read(Samples.pod("p", Map.of(name, "100")))
                        .shape())
                .equals(DeviceRequest.NONE);
    }

    @Test
    void whatNodesShowIsPlacedByCard() {
        assertThat(shown().stream().filter(name -> !isRead(name))).hasSameElementsAs(WITHOUT_CARDS);
    }

    @Test
    void whatIsPlacedByCardIsShownByUsOrByADevicePlugin() {
        Set<String> read = new TreeSet<>(DeviceRequestReader.resources());
        read.removeAll(shown());

        assertThat(read).isEqualTo(OF_DEVICE_PLUGINS);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "koordinator.sh/gpu",
                "koordinator.sh/gpu-core",
                "koordinator.sh/gpu-memory",
                "koordinator.sh/gpu-memory-ratio",
                "koordinator.sh/rdma",
                "nvidia.com/gpu",
                "huawei.com/npu-core"
            })
    void whatTheWebhookAddsIsShownAndRead(String requested) {
        ObjectNode pod = (ObjectNode) Json.tree(Samples.pod("p", Map.of(requested, "100")));
        JsonNode requests = PodMutation.mutate(new PodMutation.Input(
                        pod, null, List.of(), Map.of(), name -> 0, PodMutation.Gates.NONE, quota -> Optional.empty()))
                .pod()
                .at("/spec/containers/0/resources/requests");

        Set<String> added = new TreeSet<>();
        requests.fieldNames().forEachRemaining(added::add);
        added.remove(requested);

        assertThat(shown()).containsAll(added);
        assertThat(added).allMatch(DeviceNamesTest::isRead);
        assertThat(added.contains(ResourceNames.GPU_SHARED)).isEqualTo(requested.startsWith("koordinator.sh/gpu"));
    }

    @Test
    void theGuideSaysWhoShowsWhat() throws IOException {
        String guide = Files.readString(Path.of("../docs/guide/devices.md"));

        assertThat(Stream.of(shown(), OF_DEVICE_PLUGINS, WITHOUT_CARDS)
                        .flatMap(Set::stream)
                        .filter(name -> !guide.contains("`" + name + "`")))
                .isEmpty();
    }
}
