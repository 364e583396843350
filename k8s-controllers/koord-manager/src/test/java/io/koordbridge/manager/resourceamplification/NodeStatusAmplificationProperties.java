package io.koordbridge.manager.resourceamplification;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.api.quantity.ExactQuantity;
import io.koordbridge.protocol.Annotations;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.LongRange;

class NodeStatusAmplificationProperties {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    @Property
    void neverShowsLessThanTheKubeletReported(
            @ForAll @LongRange(min = 0, max = 1_000_000) long milli,
            @ForAll @DoubleRange(min = 0, max = 100) double ratio) {
        ObjectNode stored = NodeStatusAmplification.update(node("{\"cpu\":" + ratio + "}", milli + "m", null), null)
                .node();

        String shown = stored.at("/status/allocatable/cpu").asText();
        assertThat(ExactQuantity.parse(shown).orElseThrow().milli())
                .isEqualTo(ratio > 1 ? (long) (milli * ratio) : milli)
                .isGreaterThanOrEqualTo(milli);
    }

    private static ObjectNode node(String ratios, String cpu, String kept) {
        ObjectNode node = MAPPER.createObjectNode();
        ObjectNode annotations = node.putObject("metadata").putObject("annotations");
        annotations.put(Annotations.NODE_AMPLIFICATION_RATIO, ratios);
        if (kept != null) {
            annotations.put(Annotations.NODE_RAW_ALLOCATABLE, kept);
        }
        node.putObject("status").putObject("allocatable").put("cpu", cpu);
        return node;
    }
}
