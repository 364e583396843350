package io.koordbridge.capacity.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.device.Device;
import io.koordbridge.api.device.DeviceInfo;
import io.koordbridge.api.device.DeviceSpec;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.capacity.deviceresource.DeviceOutcome;
import io.koordbridge.capacity.deviceresource.DeviceResources;
import io.koordbridge.capacity.sum.Step;
import io.koordbridge.capacity.sum.Sum;
import io.koordbridge.protocol.ResourceNames;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DeviceSumTest {

    private static final Device DEVICE = device(
            card("gpu", 0, true, "100", "24Gi"),
            card("gpu", 1, true, "50", "16Gi"),
            card("gpu", 2, false, "100", "24Gi"),
            card("rdma", 0, true, "1", "1"));

    @Test
    void eachResourceReadsAsTheSumOfItsCards() {
        List<Sum> sums = DeviceSum.of("n", DeviceResources.gpu(DEVICE, true));

        assertThat(sums)
                .extracting(Sum::resource)
                .containsExactlyInAnyOrder(
                        ResourceNames.GPU, ResourceNames.GPU_CORE, ResourceNames.GPU_MEMORY, ResourceNames.GPU_SHARED);
        assertThat(lines(sums, ResourceNames.GPU_CORE))
                .containsExactly(
                        " gpu 0 100 | Device/n spec.devices resources of card-0",
                        "+ gpu 1 50 | Device/n spec.devices resources of card-1",
                        "+ 1 unhealthy 0 | health is not true; they count as nothing",
                        "= on the node 150 | Node/n status.allocatable");
        assertThat(lines(sums, ResourceNames.GPU))
                .startsWith(" like koordinator.sh/gpu-core 150 | Device/n vendor nvidia or none");
        assertThat(lines(sums, ResourceNames.GPU_SHARED))
                .startsWith(
                        " gpu 0 100 | Device/n 100 for each healthy card",
                        "+ gpu 1 100 | Device/n 100 for each healthy card");
    }

    @Test
    void everySumComesToWhatTheNodeShows() {
        for (DeviceOutcome outcome : List.of(DeviceResources.gpu(DEVICE, true), DeviceResources.rdma(DEVICE))) {
            assertThat(DeviceSum.of("n", outcome))
                    .hasSameSizeAs(outcome.resources().keySet());
            for (Sum sum : DeviceSum.of("n", outcome)) {
                Quantity shown = outcome.resources().get(sum.resource());
                BigDecimal added = BigDecimal.ZERO;
                for (Step step : sum.steps()) {
                    added = step.sign().apply(added, step.value());
                }
                assertThat(added).as(sum.resource()).isEqualByComparingTo(Quantities.decimal(shown));
                assertThat(sum.result()).isEqualByComparingTo(added);
            }
        }
    }

    @Test
    void aNodeWithoutAHealthyCardHasNoSums() {
        assertThat(DeviceSum.of("n", DeviceResources.gpu(device(card("gpu", 0, false, "100", "24Gi")), true)))
                .isEmpty();
    }

    private static List<String> lines(List<Sum> sums, String resource) {
        return sums.stream()
                .filter(sum -> sum.resource().equals(resource))
                .flatMap(sum -> sum.steps().stream())
                .map(step -> step.sign().text() + " " + step.name() + " "
                        + step.value().toBigInteger() + " | " + step.source())
                .toList();
    }

    private static Device device(DeviceInfo... cards) {
        Device device = new Device();
        device.setMetadata(new ObjectMetaBuilder().withName("n").build());
        device.setSpec(new DeviceSpec(List.of(cards)));
        return device;
    }

    private static DeviceInfo card(String type, int minor, boolean healthy, String core, String memory) {
        Map<String, Quantity> resources =
                Map.of(ResourceNames.GPU_CORE, new Quantity(core), ResourceNames.GPU_MEMORY, Quantity.parse(memory));
        return new DeviceInfo(type, null, "card-" + minor, minor, 0, healthy, resources, null, null, null);
    }
}
