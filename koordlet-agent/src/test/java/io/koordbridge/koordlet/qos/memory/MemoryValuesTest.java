package io.koordbridge.koordlet.qos.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.kubepods.PodMemory;
import org.junit.jupiter.api.Test;

class MemoryValuesTest {

    @Test
    void whatIsSwitchedOffHasNeutralValuesOnly() {
        assertThat(MemoryValues.container(MemoryClasses.NEUTRAL, new PodMemory.Ask(1000, 2000), 4096))
                .containsEntry(Knob.MEMORY_HIGH, MemoryValues.UNLIMITED)
                .allSatisfy((knob, value) ->
                        assertThat(MemoryValues.isNeutral(knob, value)).isTrue());
    }
}
