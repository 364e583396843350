package io.koordbridge.koordlet.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class ReferenceFlagsTest {

    private static final List<String> OURS = List.of("config", "cgroup-root", "feature-gates", "node-name");

    @Test
    void theArgumentsOfTheReferencesDaemonSetStartOurAgent() {
        ReferenceFlags.Split split = ReferenceFlags.split(
                List.of(
                        "-addr=0.0.0.0:9316",
                        "-cgroup-root-dir=/host-cgroup/",
                        "-feature-gates=AllAlpha=false,BECPUSuppress=true",
                        "--logtostderr=true",
                        "-runtime-hooks-network=unix",
                        "-runtime-hooks-addr=/host-var-run-koordlet/koordlet.sock",
                        "--v=4",
                        "-v",
                        "5",
                        "--config",
                        "a.yaml"),
                OURS);

        assertThat(split.args())
                .containsExactly(
                        "--cgroup-root=/host-cgroup/",
                        "--feature-gates=AllAlpha=false,BECPUSuppress=true",
                        "--config",
                        "a.yaml");
        assertThat(split.warnings())
                .contains("--addr has no meaning for this agent", "--v has no meaning for this agent")
                .hasSize(6);
    }

    @Test
    void anUnknownFlagIsAnErrorWithTheNearestName() {
        assertThatThrownBy(() -> ReferenceFlags.split(List.of("--cpu-supress-interval-seconds=1"), OURS))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "unknown flag --cpu-supress-interval-seconds, did you mean --cpu-suppress-interval-seconds?");
    }

    @Test
    void valuesAndShortFlagsOfOursStay() {
        assertThat(ReferenceFlags.split(List.of("--node-name", "n", "-h", "-V"), OURS)
                        .args())
                .containsExactly("--node-name", "n", "-h", "-V");
    }
}
