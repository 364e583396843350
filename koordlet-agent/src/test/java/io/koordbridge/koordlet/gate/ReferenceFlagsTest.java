package io.koordbridge.koordlet.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
                .contains("--logtostderr has no meaning for this agent", "--v has no meaning for this agent")
                .hasSize(5);
        assertThat(split.settings()).isEqualTo(Map.of("admin.bind", "0.0.0.0", "admin.port", 9316L));
    }

    @Test
    void anUnknownFlagIsAnErrorWithTheNearestName() {
        assertThatThrownBy(() -> ReferenceFlags.split(List.of("--cpu-supress-interval-seconds=1"), OURS))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "unknown flag --cpu-supress-interval-seconds, did you mean --cpu-suppress-interval-seconds?");
    }

    private static Map<String, Object> settings(String... args) {
        return ReferenceFlags.split(List.of(args), OURS).settings();
    }

    @Test
    void flagsThatSetKeysAreConverted() {
        assertThat(settings(
                        "-cpu-evict-cool-time-seconds=7",
                        "--memory-evict-cool-time-seconds",
                        "8",
                        "--collect-res-used-interval=1s500ms",
                        "--prediction-cold-start-duration=1h30m",
                        "--audit-max-disk-space-mb=2",
                        "--audit-log-dir=/log",
                        "--enable-node-metric-report=false",
                        "-kubelet-insecure-tls"))
                .isEqualTo(Map.of(
                        "evict.cpuCoolSeconds",
                        7L,
                        "evict.memoryCoolSeconds",
                        8L,
                        "collect.intervalMillis",
                        1500L,
                        "report.prediction.coldStartSeconds",
                        5400L,
                        "audit.maxBytes",
                        2L << 20,
                        "audit.directory",
                        "/log",
                        "report.enabled",
                        false,
                        "kubernetes.kubelet.insecureSkipVerify",
                        true));
    }

    @Test
    void aSwitchTakesNoArgumentThatFollowsAndTheLastValueHolds() {
        assertThat(ReferenceFlags.split(List.of("--enable-node-metric-report", "--config", "a"), OURS)
                        .args())
                .containsExactly("--config", "a");
        assertThat(settings("--cpu-evict-cool-time-seconds=7", "--cpu-evict-cool-time-seconds=9"))
                .containsEntry("evict.cpuCoolSeconds", 9L);
    }

    @ParameterizedTest
    @CsvSource({
        "-addr=:9316, 0.0.0.0, 9316",
        "-addr=127.0.0.1:0, 127.0.0.1, 0",
        "--addr=[::1]:80, ::1, 80",
        "--addr=node.local:65535, node.local, 65535",
    })
    void anAddressIsHostAndPort(String flag, String bind, long port) {
        assertThat(settings(flag)).isEqualTo(Map.of("admin.bind", bind, "admin.port", port));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--cpu-evict-cool-time-seconds=0",
                "--cpu-evict-cool-time-seconds=3601",
                "--cpu-evict-cool-time-seconds=99999999999999999999",
                "--cpu-evict-cool-time-seconds=1s",
                "--cpu-evict-cool-time-seconds",
                "--prediction-cold-start-duration=500ms",
                "--prediction-cold-start-duration=1500ms",
                "--prediction-cold-start-duration=24",
                "--collect-res-used-interval=1us",
                "--collect-res-used-interval=-1s",
                "--audit-max-disk-space-mb=1025",
                "--audit-log-dir=",
                "--enable-node-metric-report=yes",
                "--addr=9316",
                "--addr=host:65536"
            })
    void aValueThatIsNotAllowedIsRefusedWithFlagAndRange(String arg) {
        assertThatThrownBy(() -> settings(arg))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(arg)
                .hasMessageContaining(": want ")
                .hasMessageContaining("; it sets ");
    }

    @Test
    void theRangeIsInTheUnitOfTheFlag() {
        assertThatThrownBy(() -> settings("--audit-max-disk-space-mb=0"))
                .hasMessage("--audit-max-disk-space-mb=0: want a whole number from 1 to 1024; it sets audit.maxBytes");
        assertThatThrownBy(() -> settings("--model-expiration-duration=30s"))
                .hasMessage("--model-expiration-duration=30s: want a duration in whole seconds such as 24h from 60 to"
                        + " 2592000 s; it sets report.prediction.expirySeconds");
    }

    @Test
    void valuesAndShortFlagsOfOursStay() {
        assertThat(ReferenceFlags.split(List.of("--node-name", "n", "-h", "-V"), OURS)
                        .args())
                .containsExactly("--node-name", "n", "-h", "-V");
    }
}
