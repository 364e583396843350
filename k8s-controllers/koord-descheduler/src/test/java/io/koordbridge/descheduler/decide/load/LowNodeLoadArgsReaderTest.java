package io.koordbridge.descheduler.decide.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.api.document.text.CompiledSelector;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LowNodeLoadArgsReaderTest {

    @Test
    void noArgumentsGiveTheDefaultsAndOnePoolThatNeverActs() {
        LowNodeLoadArgs args = LoadCluster.args("{}");

        assertThat(args.paused()).isFalse();
        assertThat(args.dryRun()).isFalse();
        assertThat(args.nodeFit()).isTrue();
        assertThat(args.numberOfNodes()).isZero();
        assertThat(args.reportExpiration()).isEqualTo(Duration.ofMinutes(3));
        assertThat(args.detectorTimeout()).isEqualTo(Duration.ofMinutes(5));
        assertThat(args.pools()).hasSize(1);
        LoadPool pool = args.pools().get(0);
        assertThat(pool.name()).isEqualTo("__default_node_pool__");
        assertThat(pool.thresholds().isEmpty()).isTrue();
        assertThat(pool.weights()).isEqualTo(Map.of("cpu", 1L, "memory", 1L));
        assertThat(pool.anomaly()).isEqualTo(new AnomalyCondition(Duration.ofMinutes(1), 5, 3));
    }

    @Test
    void aPoolInheritsWhatItLeavesOutButTheSelector() {
        LowNodeLoadArgs args = LoadCluster.args("""
                {"lowThresholds": {"cpu": 30.5}, "highThresholds": {"cpu": 60}, "resourceWeights": {"cpu": -2},
                 "nodeSelector": {"matchLabels": {"a": "b"}},
                 "anomalyCondition": {"consecutiveNormalities": 7},
                 "nodePools": [{"name": "p", "highThresholds": {"cpu": 80}}]}""");

        assertThat(args.pools().get(0).nodes()).isNotNull();
        LoadPool pool = args.pools().get(1);
        assertThat(pool.nodes()).isNull();
        assertThat(pool.thresholds().low()).isEqualTo(Map.of("cpu", 30.5));
        assertThat(pool.thresholds().high()).isEqualTo(Map.of("cpu", 80.0));
        assertThat(pool.weights()).isEqualTo(Map.of("cpu", 1L));
        assertThat(pool.anomaly()).isEqualTo(new AnomalyCondition(Duration.ofMinutes(1), 5, 7));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'paused': 'yes'} | invalid paused: 'yes'; allowed: true or false",
                "{'numberOfNodes': -1} | invalid numberOfNodes: '-1'; allowed: a whole number from 0 to 2147483647",
                "{'nodeMetricExpirationSeconds': 0} | invalid nodeMetricExpirationSeconds: '0'; allowed: a whole number from 1 to"
                        + " 2147483647",
                "{'lowThresholds': {'cpu': 'abc%'}} | invalid lowThresholds.cpu: 'abc%'; allowed: a number from 0 to 100",
                "{'lowThresholds': {'cpu': -1}} | invalid lowThresholds.cpu: '-1'; allowed: a number from 0 to 100",
                "{'lowThresholds': {'cpu': 101}} | invalid lowThresholds.cpu: '101'; allowed: a number from 0 to 100",
                "{'lowThresholds': [1]} | invalid lowThresholds: '[1]'; allowed: an object",
                "{'highThresholds': {'cpu': 60}} | invalid highThresholds.cpu: '60'; allowed: a resource that lowThresholds has as well",
                "{'prodHighThresholds': {'cpu': 60}} | invalid prodHighThresholds.cpu: '60'; allowed: a resource that prodLowThresholds"
                        + " has as well",
                "{'lowThresholds': {'cpu': 70.5}, 'highThresholds': {'cpu': 60}} | invalid lowThresholds.cpu: '70.5'; allowed: 0 to 60,"
                        + " which is highThresholds.cpu",
                "{'anomalyCondition': {'consecutiveAbnormalities': 0}} | invalid anomalyCondition.consecutiveAbnormalities: '0';"
                        + " allowed: a whole number from 1 to 2147483647",
                "{'anomalyCondition': {'timeout': '5 minutes'}} | invalid anomalyCondition.timeout: '5 minutes'; allowed: a duration of"
                        + " 0s or more, such as 5m0s",
                "{'detectorCacheTimeout': 5} | invalid detectorCacheTimeout: '5'; allowed: a duration of 0s or more, such as 5m0s",
                "{'nodePools': [{'name': 'a'}, {'name': 'a'}]} | invalid nodePools[1].name: 'a'; allowed: a name that no other pool has",
                "{'nodePools': [{'name': '__default_node_pool__'}]} | invalid nodePools[0].name: '__default_node_pool__'; allowed: a"
                        + " name that no other pool has",
                "{'evictableNamespaces': {'include': ['a'], 'exclude': ['b']}} | invalid evictableNamespaces.exclude: '[\"b\"]';"
                        + " allowed: only one of include and exclude",
                "{'podSelectors': [{'selector': {'matchLabels': {'a': 3}}}]} | invalid podSelectors[0].selector.matchLabels.a: '3';"
                        + " allowed: a text",
                "[] | invalid document: '[]'; allowed: an object",
            })
    void aProblemNamesFieldValueAndRange(String json, String problem) {
        assertThat(LoadCluster.read(json.replace('\'', '"')).problems()).containsExactly(problem);
    }

    @Test
    void anUnknownFieldIsAProblem() {
        assertThat(LoadCluster.read("{\"lowThreshold\": {}}").problems())
                .singleElement()
                .asString()
                .startsWith("invalid lowThreshold: '{}'; allowed: no such field; the fields are anomalyCondition, ");
    }

    @Test
    void distancesFromTheMeanAreNotCompared() {
        LowNodeLoadArgsReader.Result read = LoadCluster.read("""
                {"useDeviationThresholds": true, "lowThresholds": {"cpu": 20}, "highThresholds": {"cpu": 10}}""");

        assertThat(read.problems()).isEmpty();
    }

    @Test
    void everyProblemIsFoundAtOnce() {
        LowNodeLoadArgsReader.Result read = LoadCluster.read("{\"paused\": 1, \"dryRun\": 2}");

        assertThat(read.problems()).hasSize(2);
        assertThat(read.args().paused()).isFalse();
    }

    @Test
    void detectorsOutliveThePauseBetweenTwoRuns() {
        LowNodeLoadArgs args = LoadCluster.args("{\"detectorCacheTimeout\": \"1m30s\"}");

        assertThat(args.withDetectorsFor(Duration.ofMinutes(2)).detectorTimeout())
                .isEqualTo(Duration.ofMinutes(2));
        assertThat(args.withDetectorsFor(Duration.ofSeconds(10)).detectorTimeout())
                .isEqualTo(Duration.ofSeconds(90));
    }

    @Test
    void selectorsMatchAsKubernetesDoes() {
        LowNodeLoadArgs args = LoadCluster.args("""
                {"nodeSelector": {"matchLabels": {"a": "1"}, "matchExpressions":
                  [{"key": "b", "operator": "NotIn", "values": ["2"]}, {"key": "c", "operator": "DoesNotExist"}]}}""");
        CompiledSelector selection = args.pools().get(0).nodes();

        assertThat(selection).isNotNull();
        assertThat(selection.matches(Map.of("a", "1"))).isTrue();
        assertThat(selection.matches(Map.of("a", "1", "b", "2"))).isFalse();
        assertThat(selection.matches(Map.of("a", "1", "c", ""))).isFalse();
    }

    @Test
    void aPodSelectorWithoutSelectorTakesAllPods() {
        LowNodeLoadArgs args = LoadCluster.args("{\"podSelectors\": [{\"name\": \"all\"}]}");

        assertThat(args.pods().selectors())
                .singleElement()
                .satisfies(selector -> assertThat(selector.matches(Map.of())).isTrue());
    }

    @ParameterizedTest
    @CsvSource({"Near", "In"})
    void aRequirementThatKubernetesWouldRefuseIsAProblem(String operator) {
        LowNodeLoadArgsReader.Result read = LoadCluster.read("""
                {"podSelectors": [{"selector": {"matchExpressions": [{"key": "a", "operator": "%s"}]}}]}""".formatted(operator));

        assertThat(read.problems())
                .singleElement()
                .asString()
                .startsWith("invalid podSelectors[0].selector: '{")
                .endsWith("requirement a " + operator
                        + " []: allowed are In and NotIn with values, Exists and DoesNotExist without");
    }
}
