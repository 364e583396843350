package io.koordbridge.capacity.deviceresource;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.device.Device;
import io.koordbridge.capacity.deviceresource.DeviceOutcome.Reason;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.ResourceNames;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DeviceResourcesTest {

    @Test
    void showsHowOftenCardsCanBeSharedOnlyWhenAsked() {
        Device device = DeviceSamples.device(
                Map.of(),
                DeviceSamples.gpu(true, "100"),
                DeviceSamples.gpu(true, "100"),
                DeviceSamples.gpu(false, "100"));

        assertThat(DeviceResources.gpu(device, true).resources())
                .containsEntry(ResourceNames.GPU_SHARED, new Quantity("200"));
        assertThat(DeviceResources.gpu(device, false).resources()).doesNotContainKey(ResourceNames.GPU_SHARED);
        assertThat(DeviceResources.gpu(device, true).counts()).isEqualTo(new DeviceOutcome.Counts(2, 1));
    }

    @Test
    void leavesWhatOtherVendorsShowAsGpu() {
        Device device = DeviceSamples.device(Map.of(Labels.GPU_VENDOR, "huawei"), DeviceSamples.gpu(true, "100"));

        Map<String, Quantity> prepared = DeviceResources.gpu(device, false)
                .preparation()
                .preparedResources(Map.of(ResourceNames.GPU, new Quantity("1"), "cpu", new Quantity("8")));

        assertThat(prepared)
                .containsEntry(ResourceNames.GPU, new Quantity("1"))
                .containsEntry(ResourceNames.GPU_CORE, new Quantity("100"))
                .containsKey("cpu");
    }

    @Test
    void removesEveryKnownResourceWithoutAHealthyCard() {
        DeviceOutcome outcome = DeviceResources.gpu(
                DeviceSamples.device(Map.of(Labels.GPU_MODEL, "A100"), DeviceSamples.gpu(false, "100")), true);

        assertThat(outcome.reason()).isEqualTo(Reason.NO_HEALTHY_DEVICE);
        assertThat(outcome.preparation().resources().keySet())
                .containsExactlyInAnyOrderElementsOf(DeviceResources.GPU_RESOURCES);
        assertThat(outcome.preparation().labels()).isEmpty();
        assertThat(DeviceResources.rdma(null).reason()).isEqualTo(Reason.DEVICE_MISSING);
    }

    @Test
    void countsAnAmountThatIsNoQuantityAsNothingAndSaysSo() {
        DeviceOutcome outcome = DeviceResources.gpu(
                DeviceSamples.device(Map.of(), DeviceSamples.gpu(true, "many"), DeviceSamples.gpu(true, "50")), false);

        assertThat(outcome.resources()).containsEntry(ResourceNames.GPU, new Quantity("50"));
        assertThat(outcome.problems())
                .containsExactly("device id: koordinator.sh/gpu-core = many, allowed: a quantity");
    }

    @Test
    void comparesOnlyTheThreeLabels() {
        Map<String, String> shown = Map.of(Labels.GPU_MODEL, "A100", "x", "y");

        assertThat(DeviceResources.metaCheck(shown, Map.of(Labels.GPU_MODEL, "A100")))
                .isFalse();
        assertThat(DeviceResources.metaCheck(shown, Map.of(Labels.GPU_MODEL, "H100", "x", "y")))
                .isTrue();
    }
}
