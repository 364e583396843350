package io.koordbridge.koordlet.cluster.override;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OverridesTest {
    private static final OverrideKey<Integer> PERCENT =
            new OverrideKey<>("example.org/percent", "a whole number", Integer::valueOf);

    @Test
    void isOnDiskAsTextsAndDecodedAfterwards() throws JsonProcessingException {
        ObjectMapper mapper = new ObjectMapper();
        Overrides before = new Overrides(Map.of("example.org/percent", "40"), Map.of(PERCENT, 40));

        String text = mapper.writeValueAsString(before);
        Overrides after = mapper.readValue(text, Overrides.class);

        assertThat(text).isEqualTo("{\"example.org/percent\":\"40\"}");
        assertThat(after).isEqualTo(before).hasSameHashCodeAs(before).hasToString("{example.org/percent=40}");
        assertThat(after.get(PERCENT)).hasValue(40);
    }

    @Test
    void aTextThatThisVersionDoesNotTakeIsAbsent() {
        assertThat(Overrides.ofTexts(Map.of("example.org/percent", "much")).get(PERCENT))
                .isEmpty();
        assertThat(Overrides.ofTexts(Map.of())).isSameAs(Overrides.NONE);
    }
}
