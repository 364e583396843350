package io.koordbridge.koordlet.qos.identity;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.koordbridge.api.slo.NodeSloSpec;
import io.koordbridge.koordlet.nodeslo.NodeSlo;
import io.koordbridge.protocol.KubeQos;
import io.koordbridge.protocol.QosClass;
import io.koordbridge.testkit.conformance.Json;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IdentityRuleTest {

    static IdentityRule rule(String strategy) {
        try {
            NodeSloSpec spec = Json.MAPPER.readValue("{\"resourceQOSStrategy\":" + strategy + "}", NodeSloSpec.class);
            return IdentityRule.of(NodeSlo.of(spec, null, problem -> {}).effective());
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static final IdentityRule ALL = rule("""
        {"lsrClass": {"cpuQOS": {"enable": true, "groupIdentity": 1}}, "lsClass": {"cpuQOS": {"enable": true}},
         "beClass": {"cpuQOS": {"enable": true}}}
        """);

    @ParameterizedTest
    @CsvSource({
        "LSE, GUARANTEED, 1",
        "LSR, BEST_EFFORT, 1",
        "LS, GUARANTEED, 2",
        "BE, BURSTABLE, -1",
        "SYSTEM, GUARANTEED, 1",
        "NONE, GUARANTEED, 1",
        "NONE, BURSTABLE, 2",
        "SYSTEM, BEST_EFFORT, -1",
    })
    void aPodHasTheIdentityOfItsClass(QosClass label, KubeQos qos, long value) {
        assertThat(ALL.ofPod(label, qos, Optional.empty())).hasValue(value);
    }

    @Test
    void aGuaranteedPodFollowsLsWhereLsrIsOff() {
        IdentityRule rule = rule("{\"lsClass\": {\"cpuQOS\": {\"enable\": true}}}");

        assertThat(rule.ofPod(QosClass.NONE, KubeQos.GUARANTEED)).isEqualTo(2);
        assertThat(rule.ofPod(QosClass.LSR, KubeQos.GUARANTEED)).isZero();
        assertThat(rule.ofDirectory(KubeQos.GUARANTEED)).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "LS  | {\"enable\":true,\"groupIdentity\":-1} | -1",
                "LS  | {\"enable\":true} | 2",
                "LS  | {\"enable\":false,\"groupIdentity\":1} | 0",
                "LS  | {\"groupIdentity\":1} | 0",
                "LS  | null | 0",
                "BE  | {\"enable\":true,\"groupIdentity\":1} | -1",
                "LSR | {} | 1",
                "LS  | {bad | none",
                "BE  | {\"groupIdentity\":\"1\"} | none",
                "LSR | '' | none",
                "NONE| [] | none",
            })
    void onlyAnLsPodHasWhatItsAnnotationSays(String label, String text, String value) {
        assertThat(ALL.ofPod(QosClass.valueOf(label.strip()), KubeQos.BURSTABLE, Optional.of(IdentityWish.of(text)))
                        .map(String::valueOf)
                        .orElse("none"))
                .isEqualTo(value);
    }

    @Test
    void otherPoliciesAndNoClassLeaveItOff() {
        assertThat(rule("{\"lsClass\":{\"cpuQOS\":{\"enable\":true}},\"policies\":{\"cpuPolicy\":\"coreSched\"}}")
                        .enabled())
                .isFalse();
        assertThat(rule("{\"lsClass\":{\"cpuQOS\":{\"enable\":true}},\"policies\":{\"cpuPolicy\":\"\"}}")
                        .enabled())
                .isTrue();
        assertThat(rule("{}").enabled()).isFalse();
    }

    @Test
    void aValueThatTheKernelDoesNotTakeIsNamed() {
        assertThat(rule("{\"beClass\":{\"cpuQOS\":{\"enable\":true,\"groupIdentity\":7}}}")
                        .problems())
                .containsExactly("NodeSLO: resourceQOSStrategy.beClass.cpuQOS.groupIdentity = 7: want -1 to 2;"
                        + " groups of this class keep what they have");
        assertThat(ALL.problems()).isEmpty();
    }
}
