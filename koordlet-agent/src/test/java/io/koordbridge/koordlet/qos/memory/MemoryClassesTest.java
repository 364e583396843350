package io.koordbridge.koordlet.qos.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.protocol.QosClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MemoryClassesTest {

    @Test
    void withoutSettingsNothingIsEnabled() {
        List<String> problems = new ArrayList<>();
        MemoryClasses classes = MemoryClasses.of(Optional.empty(), MemoryClasses.OFF, problems::add);

        assertThat(problems).isEmpty();
        assertThat(MemoryClasses.OFF.anyEnabled()).isFalse();
        assertThat(classes.of(QosClass.LSE)).isEqualTo(classes.lsr());
        assertThat(classes.of(QosClass.BE)).isEqualTo(classes.be());
    }
}
