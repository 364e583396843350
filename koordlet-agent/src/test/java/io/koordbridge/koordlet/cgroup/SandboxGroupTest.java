package io.koordbridge.koordlet.cgroup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class SandboxGroupTest {

    private static final CgroupPaths PATHS = new CgroupPaths(CgroupDriver.CGROUPFS);

    @Test
    void isTheOneGroupThatNoContainerHas() {
        assertThat(SandboxGroup.of(PATHS, "p", List.of("containerd://a"), List.of("p/a", "p/s")))
                .hasValue("p/s");
        assertThat(SandboxGroup.of(PATHS, "p", List.of("containerd://a"), List.of("p/a")))
                .isEmpty();
        assertThat(SandboxGroup.of(PATHS, "p", List.of("containerd://a"), List.of("p/a", "p/s", "p/t")))
                .isEmpty();
        assertThat(SandboxGroup.of(PATHS, "p", List.of(), List.of("p/s"))).isEmpty();
    }

    @Test
    void anUnknownRuntimeIsNamed() {
        assertThatThrownBy(() -> SandboxGroup.of(PATHS, "p", List.of("rkt://a"), List.of("p/a")))
                .hasMessageContaining("rkt://a");
    }
}
