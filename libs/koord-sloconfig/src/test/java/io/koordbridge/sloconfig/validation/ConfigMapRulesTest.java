package io.koordbridge.sloconfig.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.koordbridge.sloconfig.Problem;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigMapRulesTest {

    private static final String A_B = "[{\"name\":\"a\",\"nodeSelector\":{\"matchLabels\":{\"pool\":\"x\"}}},"
            + "{\"name\":\"b\",\"nodeSelector\":{\"matchLabels\":{\"zone\":\"1\"}}}]";

    private static Optional<Rejection> denial(Map<String, String> data, LabelledNode... nodes) {
        return ConfigMapRules.denial(data, null, List.of(nodes), false);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"clusterStrategy\":{\"memoryEvictThresholdPercent\":70}}",
                "{\"clusterStrategy\":{\"cpuEvictLowerPercent\":77}}",
                "{\"clusterStrategy\":{\"memoryEvictThresholdPercent\":70,\"memoryEvictLowerPercent\":null}}",
                "{}"
            })
    void aThresholdNeedsNoPartner(String text) {
        assertThat(denial(Map.of("resource-threshold-config", text))).isEmpty();
    }

    @Test
    void aPairOutOfOrderNamesBothWithTheirLines() {
        Rejection denial = denial(Map.of("resource-threshold-config", """
                {"clusterStrategy": {
                   "memoryEvictLowerPercent": 70,
                   "memoryEvictThresholdPercent": 70}}
                """)).orElseThrow();

        assertThat(denial.fields()).containsExactly("memoryEvictLowerPercent", "memoryEvictThresholdPercent");
        assertThat(denial.problems()).extracting(one -> one.line()).containsExactly(2, 3);
        assertThat(denial.message())
                .startsWith("___{\"reason\":\"ConfigParamInvalid\",\"message\":{")
                .contains("less than memoryEvictThresholdPercent = 70")
                .endsWith("}___");
    }

    @Test
    void aRiskBesideAnEstimateIsDeniedWhereTheSamePartSaysBoth() {
        String entry = "{\"riskPercent\":1,\"nodeConfigs\":[{\"name\":\"a\",\"cpuUsageEstimate\":\"p95\","
                + "\"nodeSelector\":{\"matchLabels\":{\"a\":\"b\"}}}]}";

        assertThat(denial(Map.of("colocation-config", entry))).isEmpty();
        assertThat(denial(Map.of("colocation-config", "{\"riskPercent\":1,\"cpuUsageEstimateWindowSeconds\":600}"))
                        .orElseThrow()
                        .message())
                .contains("riskPercent", "cpuUsageEstimateWindowSeconds = 600, not both");
    }

    @Test
    void theClusterIsToldBeforeItsEntries() {
        Rejection denial = denial(Map.of(
                        "colocation-config",
                        "{\"degradeTimeMinutes\":0,\"nodeConfigs\":[{\"name\":\"a\",\"midUnallocatedPercent\":101,"
                                + "\"nodeSelector\":{\"matchLabels\":{\"a\":\"b\"}}}]}"))
                .orElseThrow();

        assertThat(denial.fields()).containsExactly("degradeTimeMinutes");
    }

    @Test
    void aDenialTellsEverythingThatIsWrongWithItsKey() {
        Rejection denial = denial(Map.of("resource-threshold-config", """
                {"clusterStrategy": {
                   "cpuSuppressThresholdPercent": "65",
                   "cpuEvictTimeWindowSeconds": 0},
                 "nodeStrategies": [
                   {"name": "a", "nodeSelector": {"matchLabels": 1}, "memoryEvictThresholdPercent": 101},
                   {"name": "b", "cpuSuppressMinPercent": -1}]}
                """)).orElseThrow();

        assertThat(denial.reason()).isEqualTo(Reason.UNREADABLE);
        assertThat(denial.fields()).containsExactly("cpuSuppressThresholdPercent", "matchLabels");
        assertThat(denial.further())
                .extracting(Problem::line, Problem::field)
                .containsExactly(
                        tuple(6, "nodeStrategies[1].nodeSelector"),
                        tuple(3, "clusterStrategy.cpuEvictTimeWindowSeconds"),
                        tuple(5, "nodeStrategies[0].memoryEvictThresholdPercent"),
                        tuple(6, "nodeStrategies[1].cpuSuppressMinPercent"));
        assertThat(denial.message())
                .startsWith("___{\"reason\":\"ParseConfigFail\",\"message\":\"")
                .contains("cpuSuppressThresholdPercent = \\\"65\\\" (line 2), allowed: a whole number")
                .contains("cpuEvictTimeWindowSeconds = 0 (line 3), allowed: > 0")
                .contains("cpuSuppressMinPercent = -1 (line 6), allowed: 0..100");
    }

    @Test
    void furtherProblemsStandInTheMapOfFields() {
        Rejection denial = denial(Map.of("resource-qos-config", """
                {"clusterStrategy": {"beClass": {"networkQOS": {"ingressRequest": 101}}},
                 "nodeStrategies": [
                   {"name": "a", "nodeSelector": {"matchLabels": {"pool": "x"}}, "lsClass": {"cpuQOS": {"schedIdle": 2}}},
                   {"name": "b", "nodeSelector": {"matchLabels": {"pool": "x"}}, "lsClass": {"cpuQOS": {"schedIdle": 3}}}]}
                """)).orElseThrow();

        assertThat(denial.reason()).isEqualTo(Reason.NOT_ALLOWED);
        assertThat(denial.fields()).containsExactly("schedIdle");
        assertThat(denial.problems())
                .singleElement()
                .satisfies(one -> assertThat(one.line()).isEqualTo(3));
        assertThat(denial.message())
                .contains("\"nodeStrategies[1].lsClass.cpuQOS.schedIdle\":\"resource-qos-config: ")
                .contains("\"clusterStrategy.beClass.networkQOS.ingressRequest\":\"")
                .contains("\"nodeStrategies\":\"resource-qos-config: nodeStrategies = a, b");
    }

    @Test
    void aBrokenSystemConfigHidesNoRangeOfTheOtherKey() {
        Rejection denial = denial(Map.of(
                        "resource-qos-config",
                        "{\"clusterStrategy\":{\"lsClass\":{\"networkQOS\":{\"egressRequest\":101}}}}",
                        "system-config",
                        "{"))
                .orElseThrow();

        assertThat(denial.reason()).isEqualTo(Reason.UNREADABLE);
        assertThat(denial.problems()).extracting(Problem::key).containsExactly("system-config");
        assertThat(denial.further())
                .extracting(Problem::field)
                .contains("clusterStrategy.lsClass.networkQOS.egressRequest");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // requests of lsr, ls, be | bandwidth | what is wrong
                "1, 2, 97 | 1k | ",
                "1, 2, 98 | 1k | <= 100",
                "1, '\"20M\"', 1 | 1G | all in percent or all in bits",
                "'\"20M\"', '\"20M\"', '\"20M\"' | 60M | ",
                "'\"20M\"', '\"20M\"', '\"21M\"' | 60M | <= totalNetworkBandwidth = 60000000",
                "'\"1\"', '\"100\"', '\"1\"' | 1k | ",
                "-1, 0, 0 | 1k | 0..100 (percent)",
                "'\"20X\"', 0, 0 | 1k | 0..100 (percent)",
                "50, 40, 10 | 1 | "
            })
    void percentsAddUpToHundredAndQuantitiesToTheBandwidth(String requests, String bandwidth, String wrong) {
        String[] values = requests.replace("'", "").split(",");
        String part = "\"lsrClass\":{\"networkQOS\":{\"ingressRequest\":%s}},"
                + "\"lsClass\":{\"networkQOS\":{\"ingressRequest\":%s}},"
                + "\"beClass\":{\"networkQOS\":{\"ingressRequest\":%s}}";

        Optional<Rejection> denial = denial(Map.of(
                "resource-qos-config",
                "{\"clusterStrategy\":{" + part.formatted((Object[]) values) + "}}",
                "system-config",
                "{\"clusterStrategy\":{\"totalNetworkBandwidth\":\"" + bandwidth + "\"}}"));

        assertThat(denial.isPresent()).isEqualTo(wrong != null);
        denial.ifPresent(found -> {
            assertThat(found.reason()).isEqualTo(Reason.BANDWIDTH);
            assertThat(found.message()).contains(wrong).doesNotContain("___");
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | true",
                "{\"clusterStrategy\":{\"totalNetworkBandwidth\":\"10M\"}} | false",
                "{\"clusterStrategy\":{\"totalNetworkBandwidth\":\"30M\"}} | true",
                "{\"clusterStrategy\":{\"minFreeKbytesFactor\":1}} | false",
                "{\"clusterStrategy\":{\"totalNetworkBandwidth\":\"30M\"},\"nodeStrategies\":[{\"name\":\"o\",\"nodeSelector\":{\"matchLabels\":{\"pool\":\"y\"}}}]} | false",
                "{\"nodeStrategies\":[{\"name\":\"o\",\"totalNetworkBandwidth\":\"20M\",\"nodeSelector\":{\"matchLabels\":{\"pool\":\"x\"}}}]} | true",
                "{\"nodeStrategies\":[{\"name\":\"o\",\"totalNetworkBandwidth\":\"19M\",\"nodeSelector\":{\"matchLabels\":{\"pool\":\"x\"}}}]} | false"
            })
    void anEntryHasTheBandwidthOfTheSameSelector(String system, boolean allowed) {
        String qos = "{\"nodeStrategies\":[{\"name\":\"a\",\"nodeSelector\":{\"matchLabels\":{\"pool\":\"x\"}},"
                + "\"lsClass\":{\"networkQOS\":{\"egressRequest\":\"20M\"}}}]}";

        assertThat(denial(Map.of("resource-qos-config", qos, "system-config", system))
                        .isEmpty())
                .isEqualTo(allowed);
    }

    @Test
    void aMissingSystemConfigSaysNothingAboutBandwidth() {
        String qos = "{\"clusterStrategy\":{\"lsClass\":{\"networkQOS\":{\"egressRequest\":\"20M\"}}}}";

        assertThat(denial(Map.of("resource-qos-config", qos))).isEmpty();
    }

    @Test
    void nodesThatAreSelectedTwiceAreNamed() {
        Rejection denial = denial(
                        Map.of("resource-threshold-config", "{\"nodeStrategies\":" + A_B + "}"),
                        new LabelledNode("n0", Map.of("pool", "x")),
                        new LabelledNode("n1", Map.of("pool", "x", "zone", "1")),
                        new LabelledNode("n2", Map.of("pool", "x", "zone", "1")))
                .orElseThrow();

        assertThat(denial.reason()).isEqualTo(Reason.NODE_CONFLICT);
        assertThat(denial.conflict())
                .isEqualTo(new Conflict("resource-threshold-config", List.of("a", "b"), List.of("n1", "n2")));
        assertThat(denial.message())
                .isEqualTo("___{\"reason\":\"ExistNodeConfict\",\"message\":{\"config\":\"resource-threshold-config\","
                        + "\"strategies\":[\"a\",\"b\"],\"exampleNodes\":[\"n1\",\"n2\"]}}___");
    }

    @Test
    void nodesAreNotAskedForWhenNothingCanCollide() {
        Iterable<LabelledNode> nodes = () -> {
            throw new AssertionError("asked for nodes");
        };

        assertThat(ConfigMapRules.denial(Map.of("colocation-config", "{\"enable\":true}"), null, nodes, false))
                .isEmpty();
    }

    @Test
    void manyValuesInManyExpressionsEndInTime() {
        StringBuilder expressions = new StringBuilder();
        for (int key = 0; key < 40; key++) {
            expressions
                    .append(key == 0 ? "" : ",")
                    .append("{\"key\":\"k")
                    .append(key)
                    .append("\",\"operator\":\"In\",\"values\":[\"v0\"");
            for (int value = 1; value < 40 + key; value++) {
                expressions.append(",\"v").append(value).append('"');
            }
            expressions.append("]}");
        }
        String entry = "{\"name\":\"%s\",\"nodeSelector\":{\"matchExpressions\":[" + expressions + "]}}";

        Rejection denial = denial(Map.of(
                        "colocation-config",
                        "{\"nodeConfigs\":[" + entry.formatted("a") + "," + entry.formatted("b") + "]}"))
                .orElseThrow();

        assertThat(denial.reason()).isEqualTo(Reason.OVERLAP);
    }

    @Test
    void aNodeMayNotGetLabelsThatTwoEntriesSelect() {
        Map<String, String> data = Map.of("resource-threshold-config", "{\"nodeStrategies\":" + A_B + "}");
        LabelledNode node = new LabelledNode("n", Map.of("pool", "x", "zone", "1"));

        assertThat(NodeLabelRules.denial(Map.of("pool", "x"), node, data))
                .hasValueSatisfying(denial -> assertThat(denial.message()).contains("\"exampleNodes\":[\"n\"]"));
        assertThat(NodeLabelRules.denial(node.labels(), node, data)).isEmpty();
        assertThat(NodeLabelRules.denial(Map.of(), node, Map.of("resource-threshold-config", "{")))
                .isEmpty();
    }
}
