package io.koordbridge.sloconfig.review;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.koordbridge.sloconfig.review.Finding.Severity;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigReviewTest {

    private static List<Finding> review(String key, String text) {
        return ConfigReview.of(Map.of(key, text));
    }

    @Test
    void allThatIsWrongIsToldAtOnceWithLines() {
        List<Finding> findings = review("colocation-config", """
                {
                  "enable": true,
                  "degradeTimeMinuts": 5,
                  "midCPUThresholdPercent": 101,
                  "metricMemoryCollectPolicy": "",
                  "nodeConfigs": [
                    {"name": "a",
                     "resourceDiffThreshold": 2}
                  ]
                }
                """);

        assertThat(findings)
                .extracting(Finding::severity, Finding::line, Finding::field, Finding::allowed)
                .containsExactly(
                        tuple(Severity.WARNING, 3, "degradeTimeMinuts", "did you mean degradeTimeMinutes?"),
                        tuple(Severity.ERROR, 4, "midCPUThresholdPercent", "0..100"),
                        tuple(Severity.ERROR, 5, "metricMemoryCollectPolicy", "a non-empty text"),
                        tuple(
                                Severity.ERROR,
                                7,
                                "nodeConfigs[0].nodeSelector",
                                "a selector with at least one label or expression"),
                        tuple(Severity.ERROR, 8, "nodeConfigs[0].resourceDiffThreshold", "> 0, <= 1"));
    }

    @Test
    void anEstimateBesideARiskIsToldOnceWithItsLine() {
        List<Finding> findings = review("colocation-config", """
                {"riskPercent": 1,
                 "cpuUsageEstimate": "p95",
                 "nodeConfigs": [
                  {"name": "a", "nodeSelector": {"matchLabels": {"x": "1"}}, "memoryUsageEstimate": "p80",
                   "cpuUsageEstimate": "p99"}]}
                """);

        assertThat(findings)
                .extracting(Finding::severity, Finding::line, Finding::field, Finding::allowed)
                .containsExactly(
                        tuple(Severity.ERROR, 1, "riskPercent", "either it or cpuUsageEstimate = p95, not both"),
                        tuple(
                                Severity.ERROR,
                                4,
                                "nodeConfigs[0].memoryUsageEstimate",
                                "one of mean, p90, p95, p99, max"));
    }

    @Test
    void whatIsWrongWithASelectorIsToldInWordsOfItsOwn() {
        List<Finding> findings = review("colocation-config", """
                {"nodeConfigs": [
                  {"name": "a", "nodeSelector": {}},
                  {"name": "b", "nodeSelector": {"matchExpressions": [{"key": "a b", "operator": "Exists"}]}},
                  {"nodeSelector": {"matchLabels": {"x": "1"}}},
                  {"name": "d", "nodeSelector": {"matchLabels": {"x": "1"}}}
                ]}
                """);

        assertThat(findings)
                .extracting(Finding::line, Finding::field, Finding::problem)
                .contains(
                        tuple(2, "nodeConfigs[0].nodeSelector", "missing or empty"),
                        tuple(3, "nodeConfigs[1].nodeSelector", "key 'a b' is no valid label key"),
                        tuple(1, "nodeConfigs", "entries can select the same node: a, one without name, d"));
    }

    @Test
    void aFieldThatCannotBeReadHidesNothingElseOfItsKey() {
        List<Finding> findings = review("colocation-config", """
                {
                  "enable": "yes",
                  "midCPUThresholdPercent": 101,
                  "metricMemoryCollectPolicy": "",
                  "extensions": {"damping": {
                    "growStepPercent": "10", "holdRangePercent": 200,
                    "mid": {"growStepPercent": "5"},
                    "steadyPods": {"windowSeconds": 0}}},
                  "nodeConfigs": [
                    {"name": 7, "nodeSelector": {"matchLabels": {"pool": "a"}}, "resourceDiffThreshold": 2},
                    {"name": "b", "nodeSelector": "pool", "degradeTimeMinutes": 0},
                    5,
                    {"name": "d", "nodeSelector": {"matchExpressions": [{"key": "k", "operator": "In", "values": "v"}]},
                     "extensions": {"damping": {"roundMemoryMiB": -1}}}
                  ]
                }
                """);

        assertThat(findings)
                .extracting(Finding::line, Finding::field)
                .containsExactly(
                        tuple(2, "enable"),
                        tuple(3, "midCPUThresholdPercent"),
                        tuple(4, "metricMemoryCollectPolicy"),
                        tuple(5, "extensions.damping.growStepPercent"),
                        tuple(5, "extensions.damping.holdRangePercent"),
                        tuple(5, "extensions.damping.mid.growStepPercent"),
                        tuple(5, "extensions.damping.steadyPods.windowSeconds"),
                        tuple(10, "nodeConfigs[0].name"),
                        tuple(10, "nodeConfigs[0].resourceDiffThreshold"),
                        tuple(11, "nodeConfigs[1].degradeTimeMinutes"),
                        tuple(11, "nodeConfigs[1].nodeSelector"),
                        tuple(12, "nodeConfigs[2]"),
                        tuple(13, "nodeConfigs[3].nodeSelector.matchExpressions[0].values"),
                        tuple(14, "nodeConfigs[3].extensions.damping.roundMemoryMiB"));
        assertThat(findings).allSatisfy(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.ERROR);
            assertThat(finding.problem()).isNotEmpty();
            assertThat(finding.allowed()).isNotEmpty();
        });
    }

    @Test
    void whatIsReadBeforeATextBreaksOffIsLookedAtToo() {
        assertThat(review("resource-threshold-config", """
                {"clusterStrategy": {
                  "cpuSuppressThresholdPercent": 101,
                  "memoryEvictThresholdPercent": 70
                  "cpuSuppressMinPercent": 101
                """))
                .extracting(Finding::line, Finding::field)
                .containsExactly(tuple(2, "clusterStrategy.cpuSuppressThresholdPercent"), tuple(4, ""));
    }

    @Test
    void aValueOfTheClusterThatIsNotTakenHidesNoEntry() {
        assertThat(review("colocation-config", """
                {"metricMemoryCollectPolicy": "",
                 "nodeConfigs": [{"name": "a", "nodeSelector": {"matchLabels": {"pool": "a"}},
                   "metricMemoryCollectPolicy": ""}]}
                """))
                .extracting(Finding::line, Finding::field)
                .containsExactly(
                        tuple(1, "metricMemoryCollectPolicy"), tuple(3, "nodeConfigs[0].metricMemoryCollectPolicy"));
    }

    @Test
    void aRatioThatNoNodeTakesIsAnError() {
        List<Finding> findings = review("resource-amplification-config", """
                {"enable": true, "resourceAmplificationRatio": {"cpu": 1.5, "memory": 1},
                 "nodeConfigs": [{"name": "a", "nodeSelector": {"matchLabels": {"pool": "a"}},
                   "resourceAmplificationRatio": {"cpu": 0.8,
                     "memory": 0.5,
                     "pods": 2}}]}
                """);

        assertThat(findings)
                .extracting(Finding::severity, Finding::line, Finding::field, Finding::allowed)
                .containsExactly(
                        tuple(Severity.WARNING, 3, "nodeConfigs[0].resourceAmplificationRatio.cpu", ">= 1"),
                        tuple(Severity.ERROR, 4, "nodeConfigs[0].resourceAmplificationRatio.memory", ">= 1"),
                        tuple(Severity.WARNING, 5, "nodeConfigs[0].resourceAmplificationRatio.pods", "cpu, memory"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "colocation-config | '' | WARNING | {} or no key",
                "cpu-burst-config | '' | ERROR | an object",
                "cpu-burst-config | null | ERROR | an object",
                "colocation-cfg | {} | WARNING | did you mean colocation-config?",
                "something | {} | WARNING | one of colocation-config",
                "resource-threshold-config | {\"cpuSuppressThresholdPercent\": 60} | WARNING | inside clusterStrategy",
                "resource-threshold-config | {\"nodeConfigs\": []} | WARNING | this key has clusterStrategy for all nodes, nodeStrategies",
                "colocation-config | {\"clusterStrategy\": {}} | WARNING | this key has its fields at the top for all nodes, nodeConfigs",
                "colocation-config | {\"enable\": true, \"Enable\": false} | WARNING | each field once",
                "colocation-config | {\"extensions\": {\"damping\": {\"growStepPercent\": 0}}} | ERROR | 1..100",
                "cpu-burst-config | {\"clusterStrategy\": {\"policy\": \"Auto\"}} | WARNING | none, cpuBurstOnly",
                "cpu-normalization-config | {\"defaultRatio\": 7} | ERROR | 1..5",
                "cpu-normalization-config | {\"ratioModel\": {\"x\": {\"baseRatio\": 0.5}}} | ERROR | 1..5",
                "cpu-normalization-config | {\"ratioModel\": {\"x\": {\"hyperThreadEnabledRatio\": 0.82}}} | ERROR | 1..5",
                "host-application-config | {\"nodeConfigs\": [{\"name\": \"a\"}]} | WARNING | a selector with at least",
                "colocation-config | {\"nodeConfigs\": [{\"nodeSelector\": {\"matchLabels\": {\"a\": \"b\"}}}]} | WARNING | a name of its own"
            })
    void eachSlipHasItsWords(String key, String text, Severity severity, String allowed) {
        assertThat(review(key, text)).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(severity);
            assertThat(finding.allowed()).startsWith(allowed);
            assertThat(finding.key()).isEqualTo(key);
        });
    }

    @Test
    void aBrokenSystemConfigIsToldOnce() {
        Map<String, String> data = new TreeMap<>();
        data.put("resource-qos-config", "{}");
        data.put("system-config", "{");

        assertThat(ConfigReview.of(data))
                .singleElement()
                .satisfies(finding -> assertThat(finding.key()).isEqualTo("system-config"));
    }

    @Test
    void aGoodConfigurationIsNotTalkedAbout() {
        assertThat(ConfigReview.of(Map.of(
                        "colocation-config",
                        "{\"enable\": true, \"CPUReclaimThresholdPercent\": 70, \"midReclaimMode\": \"static\"}",
                        "resource-qos-config",
                        "{\"clusterStrategy\": {\"beClass\": {\"cpuQOS\": {\"enable\": true}}}}",
                        "resource-amplification-config",
                        "{\"enable\": true, \"resourceAmplificationRatio\": {\"cpu\": 1.5}}")))
                .isEmpty();
    }
}
