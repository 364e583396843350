package io.koordbridge.colo.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SchedulerConfigFileTest {

    private static final String OBJECT = "{kind: KubeSchedulerConfiguration, a: 0x10}";

    @Test
    void findsTheObjectAmongOthers() {
        assertThat(SchedulerConfigFile.read("kind: List\nitems: [{kind: Secret}, " + OBJECT + "]")
                        .path("a")
                        .asInt())
                .isEqualTo(16);
    }

    @Test
    void refusesSeveralAndNone() {
        assertThatThrownBy(() -> SchedulerConfigFile.read(OBJECT + "\n---\n" + OBJECT))
                .hasMessageContaining("kind: 2 configurations is not allowed");
        assertThatThrownBy(() -> SchedulerConfigFile.read("")).hasMessageContaining("kind: nothing is not allowed");
        assertThatThrownBy(() -> SchedulerConfigFile.read("{kind: ConfigMap, data: [1]}"))
                .hasMessageContaining("kind: 'ConfigMap' is not allowed");
    }

    @Test
    void refusesAFieldThatIsThereTwice() {
        assertThatThrownBy(() -> SchedulerConfigFile.read("kind: KubeSchedulerConfiguration\na: 1\na: 2"))
                .hasMessageContaining("uplicate");
    }
}
