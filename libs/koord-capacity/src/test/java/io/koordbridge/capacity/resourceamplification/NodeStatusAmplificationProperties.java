package io.koordbridge.capacity.resourceamplification;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.api.quantity.ExactQuantity;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.LongRange;

class NodeStatusAmplificationProperties {

    @Property
    void neverShowsLessThanTheKubeletReported(
            @ForAll @LongRange(min = 0, max = 1_000_000) long milli,
            @ForAll @DoubleRange(min = 0, max = 100) double ratio) {
        ObjectNode stored = NodeStatusAmplification.update(
                        AmplifiedNodes.node("{\"cpu\":" + ratio + "}", milli + "m", null), null)
                .node();

        String shown = stored.at("/status/allocatable/cpu").asText();
        assertThat(ExactQuantity.parse(shown).orElseThrow().milli())
                .isEqualTo(ratio > 1 ? (long) (milli * ratio) : milli)
                .isGreaterThanOrEqualTo(milli);
    }
}
