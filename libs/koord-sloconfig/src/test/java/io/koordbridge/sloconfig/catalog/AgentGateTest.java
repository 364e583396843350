package io.koordbridge.sloconfig.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgentGateTest {

    @ParameterizedTest
    @CsvSource({
        "resource-threshold-config, cpuSuppressThresholdPercent, BECPUSuppress",
        "resource-threshold-config, memoryEvictThresholdPercent, BEMemoryEvict MemoryEvict",
        "resource-threshold-config, evictEnabledPriorityThreshold, MemoryEvict CPUEvict",
        "resource-threshold-config, cpuEvictBESatisfactionLowerPercent, BECPUEvict",
        "resource-threshold-config, cpuEvictLowerPercent, CPUEvict",
        "resource-threshold-config, cpuAllocatableEvictLowerPercent, CPUAllocatableEvict",
        "resource-threshold-config, enable, ''",
        "resource-qos-config, beClass.memoryQOS, CgroupReconcile",
        "resource-qos-config, beClass.blkioQOS, BlkIOReconcile",
        "resource-qos-config, lsClass.resctrlQOS, RdtResctrl",
        "cpu-burst-config, policy, CPUBurst",
        "system-config, minFreeKbytesFactor, SystemConfig",
        "colocation-config, enable, ''",
    })
    void aFieldNeedsOneOfItsGates(String key, String path, String gates) {
        assertThat(String.join(
                        " ",
                        AgentGate.of(key, path).stream()
                                .map(AgentGate::wireName)
                                .toList()))
                .isEqualTo(gates);
    }

    @Test
    void aGateThatIsNotNamedHasItsDefault() {
        assertThat(AgentGate.BECPU_SUPPRESS.isOn(Map.of())).isTrue();
        assertThat(AgentGate.BE_MEMORY_EVICT.isOn(Map.of())).isFalse();
        assertThat(AgentGate.BE_MEMORY_EVICT.isOn(Map.of("BEMemoryEvict", true)))
                .isTrue();
    }
}
