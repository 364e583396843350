package io.koordbridge.capacity.batchresource;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.document.node.ThirdParties;
import io.koordbridge.capacity.batchresource.ThirdPartyShare.Source;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.ResourceNames;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ThirdPartySharesTest {

    private static String allocation(String priority, String cpu, String memory) {
        return "{\"name\": \"yarn\", \"priority\": \"" + priority + "\", \"resources\": {\"" + ResourceNames.BATCH_CPU
                + "\": \"" + cpu + "\", \"" + ResourceNames.BATCH_MEMORY + "\": \"" + memory + "\"}}";
    }

    private static ThirdPartyShare read(String... allocations) {
        return of("{\"allocations\": [" + String.join(", ", allocations) + "]}");
    }

    private static ThirdPartyShare of(@Nullable String text) {
        Map<String, String> annotations =
                text == null ? Map.of() : Map.of(Annotations.NODE_THIRD_PARTY_ALLOCATIONS, text);
        return ThirdPartyShares.of(ThirdParties.read(new NodeBuilder()
                .withNewMetadata()
                .withName("n1")
                .withAnnotations(annotations)
                .endMetadata()
                .build()));
    }

    @Test
    void sumsAllocationsOfPriorityBatch() {
        ThirdPartyShare share = read(
                allocation("koord-batch", "1500", "2Gi"),
                allocation("koord-mid", "9000", "9Gi"),
                allocation("koord-batch", "500m", "1"));

        assertThat(share).isEqualTo(new ThirdPartyShare(1_500_500, ((2L << 30) + 1) * 1000, Source.ANNOTATION));
    }

    @Test
    void readsAbsenceAsNothing() {
        assertThat(of(null)).isEqualTo(ThirdPartyShare.NONE);
        assertThat(of("{}")).isEqualTo(new ThirdPartyShare(0, 0, Source.ANNOTATION));
    }

    @Test
    void givesPodsNothingForNegativeAmounts() {
        ThirdPartyShare share = read(allocation("koord-batch", "-5000", "-1Gi"), allocation("koord-batch", "100", "1"));

        assertThat(share.microCpu()).isEqualTo(100_000);
        assertThat(share.milliBytes()).isEqualTo(1000);
    }

    @Test
    void saturatesAbsurdSums() {
        String absurd = allocation("koord-batch", "9E", "9E");

        assertThat(read(absurd, absurd).microCpu()).isEqualTo(Long.MAX_VALUE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{", "[]", "{\"allocations\": 7}", "{\"allocations\": [{\"resources\": {\"cpu\": \"much\"}}]}"})
    void takesNothingOffForWhatCannotBeRead(String text) {
        assertThat(of(text)).isEqualTo(new ThirdPartyShare(0, 0, Source.UNREADABLE));
    }

    @Test
    void concludesTheShareFromWhatTheNodeShowsAfterARestart() {
        Map<String, Quantity> origin = shown("8000", "16Gi");

        assertThat(ThirdPartyShares.shown(origin, shown("5000", "10Gi")))
                .contains(new ThirdPartyShare(3_000_000, (6L << 30) * 1000, Source.LAST_GOOD));
        assertThat(ThirdPartyShares.shown(origin, shown("9000", "16Gi")))
                .contains(new ThirdPartyShare(0, 0, Source.LAST_GOOD));
        assertThat(ThirdPartyShares.shown(origin, Map.of(ResourceNames.BATCH_CPU, new Quantity("1"))))
                .isEmpty();
    }

    private static Map<String, Quantity> shown(String cpu, String memory) {
        return Map.of(ResourceNames.BATCH_CPU, new Quantity(cpu), ResourceNames.BATCH_MEMORY, new Quantity(memory));
    }
}
