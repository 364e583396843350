package io.koordbridge.capacity.deviceresource;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.device.DeviceInfo;
import io.koordbridge.protocol.ResourceNames;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class DeviceResourcesProperties {

    @Property
    void sumsWhatHealthyCardsOffer(@ForAll @Size(max = 20) List<@IntRange(min = 0, max = 1000) Integer> cores) {
        DeviceInfo[] cards = cores.stream()
                .map(one -> DeviceSamples.gpu(true, one.toString()))
                .toArray(DeviceInfo[]::new);

        DeviceOutcome outcome = DeviceResources.gpu(DeviceSamples.device(Map.of(), cards), false);

        long sum = cores.stream().mapToLong(Integer::longValue).sum();
        assertThat(outcome.resources())
                .isEqualTo(
                        cores.isEmpty()
                                ? Map.of()
                                : Map.of(
                                        ResourceNames.GPU, new Quantity(String.valueOf(sum)),
                                        ResourceNames.GPU_CORE, new Quantity(String.valueOf(sum))));
    }
}
