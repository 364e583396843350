package io.koordbridge.sloconfig;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.sloconfig.noderatios.NodeRatioSchemas;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MergedConfigTest {

    private static final ConfigDocument DOCUMENT = NodeRatioSchemas.NORMALIZATION;

    @Test
    void anotherNameOfAnEntryIsAChange() {
        KeyState before = KeyState.initial(DOCUMENT).next(DOCUMENT, data("a")).state();

        assertThat(before.next(DOCUMENT, data("a")).changed()).isFalse();
        assertThat(before.next(DOCUMENT, data("b")).changed()).isTrue();
    }

    private static Map<String, String> data(String name) {
        return Map.of(
                DOCUMENT.key(), "{\"nodeConfigs\":[{\"name\":\"" + name + "\",\"nodeSelector\":{},\"enable\":true}]}");
    }
}
