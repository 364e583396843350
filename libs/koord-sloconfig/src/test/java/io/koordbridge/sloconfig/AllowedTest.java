package io.koordbridge.sloconfig;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.List;
import org.junit.jupiter.api.Test;

class AllowedTest {

    private static JsonNode text(String value) {
        return TextNode.valueOf(value);
    }

    @Test
    void oneOfSomeTextsTakesThemAsTheyAreWritten() {
        Allowed allowed = Allowed.oneOf(List.of("mean", "p95"));

        assertThat(allowed.accepts(text("p95"))).isTrue();
        assertThat(allowed.accepts(text("P95"))).isFalse();
        assertThat(allowed.accepts(text(""))).isFalse();
        assertThat(allowed.accepts(LongNode.valueOf(95))).isFalse();
        assertThat(allowed.words()).isEqualTo("one of mean, p95");
    }

    @Test
    void anyTextIsOneThatIsNotEmpty() {
        assertThat(Allowed.NOT_EMPTY.accepts(text("x"))).isTrue();
        assertThat(Allowed.NOT_EMPTY.accepts(text(""))).isFalse();
        assertThat(Allowed.NOT_EMPTY.accepts(LongNode.valueOf(1))).isFalse();
    }

    @Test
    void boundsCountAsTheySay() {
        assertThat(Allowed.POSITIVE.accepts(LongNode.valueOf(0))).isFalse();
        assertThat(Allowed.NOT_NEGATIVE.accepts(LongNode.valueOf(0))).isTrue();
        assertThat(Allowed.PERCENT.accepts(DoubleNode.valueOf(100.1))).isFalse();
        assertThat(Allowed.PERCENT.accepts(text("5"))).isFalse();
    }
}
