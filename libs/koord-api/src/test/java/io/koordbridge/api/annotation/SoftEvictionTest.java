package io.koordbridge.api.annotation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.koordbridge.protocol.Annotations;
import org.junit.jupiter.api.Test;

class SoftEvictionTest {

    @Test
    void theTextHasTheFieldsOfTheReferenceAndTheJob() {
        SoftEviction asked = new SoftEviction(
                "2026-01-01T00:00:00Z",
                JsonNodeFactory.instance.objectNode().put("gracePeriodSeconds", 0),
                "LowNodeLoad",
                "node is overutilized",
                "job-1");

        String text = AnnotationCodec.write(asked);

        assertThat(text)
                .isEqualTo("{\"timestamp\":\"2026-01-01T00:00:00Z\",\"deleteOptions\":{\"gracePeriodSeconds\":0},"
                        + "\"initiator\":\"LowNodeLoad\",\"reason\":\"node is overutilized\",\"job\":\"job-1\"}");
        assertThat(AnnotationCodec.decode("Pod/p", Annotations.POD_SOFT_EVICTION, text, SoftEviction.class))
                .isEqualTo(asked);
    }

    @Test
    void oneOfAnotherWriterLacksTheJob() {
        SoftEviction read = AnnotationCodec.decode(
                "Pod/p", Annotations.POD_SOFT_EVICTION, "{\"initiator\":\"x\",\"other\":1}", SoftEviction.class);

        assertThat(read).isEqualTo(new SoftEviction(null, null, "x", null, null));
    }
}
