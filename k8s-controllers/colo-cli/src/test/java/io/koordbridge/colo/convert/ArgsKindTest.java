package io.koordbridge.colo.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArgsKindTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "NodeNUMAResource | defaultCPUBindPolicy: '' | {\"numa\":{\"defaultCPUBindPolicy\":\"\"}}",
                "Reservation | gcDurationSeconds: 60 | {\"reservation\":{\"gcDuration\":\"60s\"}}",
                "ElasticQuota | delayEvictTime: 1m30s | {\"quotaRevoke\":{\"delayEvictTime\":\"90s\"}}",
                "ElasticQuota | delayEvictTime: 1500ms | {\"quotaRevoke\":{\"delayEvictTime\":\"1500ms\"}}",
                "ElasticQuota | quotaGroupNamespace: quotas | {\"quota\":{\"quotaGroupNamespace\":\"quotas\"}}",
                "ElasticQuota | disableDefaultQuotaPreemption: false | {\"quotaPreemption\":{\"disableDefaultQuotaPreemption\":false}}",
                "ElasticQuota | enableMinQuotaScale: false | {\"quota\":{\"enableMinQuotaScale\":false}}",
                "Coscheduling | defaultTimeout: 1h | {\"gang\":{\"defaultTimeout\":\"3600s\"}}",
                "DeviceShare | scoringStrategy: {type: MostAllocated} | {\"devices\":{\"scoringStrategy\":\"MostAllocated\"}}",
                "LoadAwareScheduling | supportedResources: [nvidia.com/gpu] | {\"loadAware\":{\"supportedResources\":[\"nvidia.com/gpu\"]}}",
                "LoadAwareScheduling | dominantResourceWeight: 2 | {\"loadAware\":{\"dominantResourceWeight\":2}}",
                "ScarceResourceAvoidance | resources: [nvidia.com/gpu] | {\"scarce\":{\"resources\":[\"nvidia.com/gpu\"],\"weight\":1}}",
                "NodeResourcesFitPlus | resources: {cpu: {type: MostAllocated, weight: 3}}"
                        + " | {\"fitPlus\":{\"resources\":{\"cpu\":{\"type\":\"MostAllocated\",\"weight\":3}},\"weight\":1}}",
            })
    void argumentsBecomeKeys(String plugin, String fields, String config) {
        Conversion conversion = Configurations.converted(Configurations.arguments(plugin, fields));

        assertThat(conversion.values().at("/scheduler/config")).hasToString(config);
        assertThat(conversion.untranslated()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "NodeNUMAResource | defaultCPUBindPolicy: Both | defaultCPUBindPolicy: \"Both\" is not allowed, allowed: \"\", FullPCPUs, SpreadByPCPUs",
                "NodeNUMAResource | scoringStrategy: {type: BalancedAllocation} | scoringStrategy.type: \"BalancedAllocation\" is not allowed",
                "NodeNUMAResource | scoringStrategy: {resources: [{name: cpu, weight: 0}]} | resources[0].weight: 0 is not allowed, allowed: 1 to 100",
                "NodeNUMAResource | scoringStrategy: {resources: [{name: gpu, weight: 1}]} | resources[0].name: gpu is not allowed",
                "NodeNUMAResource | scoringStrategy: {resources: {cpu: 1}} | allowed: a list",
                "NodeNUMAResource | scoringStrategy: 5 | allowed: a map",
                "LoadAwareScheduling | usageThresholds: {cpu: 101} | usageThresholds.cpu: 101 is not allowed, allowed: 0 to 100",
                "LoadAwareScheduling | usageThresholds: {cpu: '65'} | usageThresholds.cpu: \"65\" is not allowed",
                "LoadAwareScheduling | nodeMetricExpirationSeconds: 0 | allowed: 1 to",
                "LoadAwareScheduling | nodeMetricExpirationSeconds: 99999999999999999999 | allowed: 1 to",
                "LoadAwareScheduling | filterExpiredNodeMetrics: 1 | allowed: true, false",
                "LoadAwareScheduling | aggregated: {usageAggregatedDuration: 5} | usageAggregatedDuration: 5 is not allowed",
                "LoadAwareScheduling | aggregated: {usageAggregationType: p42} | allowed: \"\", avg, p50, p90, p95, p99",
                "LoadAwareScheduling | resourceWeights: {nvidia.com/gpu: 1} | allowed: resources with an entry in estimatedScalingFactors: cpu, memory",
                "Coscheduling | defaultTimeout: 0s | defaultTimeout: \"0s\" is not allowed, allowed: 1s to 87600h",
                "Coscheduling | defaultTimeout: 999999h | allowed: 1s to 87600h",
                "ElasticQuota | delayEvictTime: -1s | allowed: 0s to 87600h",
                "NodeResourcesFitPlus | resources: {cpu: {weight: 3}} | resources.cpu.type",
            })
    void refusesWhatKoordSchedulerWouldNotStartWith(String plugin, String fields, String words) {
        assertThatThrownBy(() -> Configurations.converted(Configurations.arguments(plugin, fields)))
                .hasMessageContaining(words);
    }

    @ParameterizedTest
    @CsvSource({
        "Reservation, enablePreemption: false",
        "Coscheduling, awareNetworkTopology: false",
        "Coscheduling, defaultMatchPolicy: once-satisfied",
        "LoadAwareScheduling, estimator: defaultEstimator",
        "ElasticQuota, revokePodInterval: 1s",
        "VolumeBinding, bindTimeoutSeconds: 600"
    })
    void whatHappensHereAnywayIsNotNamed(String plugin, String fields) {
        assertThat(Configurations.missed(Configurations.arguments(plugin, fields)))
                .isEmpty();
    }

    @Test
    void aFieldWithoutARuleIsNamed() {
        Conversion conversion = Configurations.converted(Configurations.arguments("Coscheduling", "someday: {a: [1]}"));

        assertThat(conversion.untranslated())
                .containsExactly(new Untranslated(
                        "profiles[0].pluginConfig[0].args.someday",
                        "{\"a\":[1]}",
                        "This command has no rule for such a field."));
    }

    @Test
    void quotasAreNotComparedWithARuntimeThatIsOff() {
        Conversion conversion = Configurations.converted(
                Configurations.arguments("ElasticQuota", "monitorAllQuotas: true, enableRuntimeQuota: false"));

        assertThat(conversion
                        .values()
                        .at("/scheduler/config/quotaRevoke/monitorAllQuotas")
                        .asBoolean())
                .isFalse();
        assertThat(conversion.untranslated()).extracting(Untranslated::field).containsExactly("monitorAllQuotas");
    }

    @Test
    void whatTheChartScoresForKubeSchedulerIsNotMovedToBalance() {
        String most = Configurations.arguments(
                "NodeResourcesFit",
                "scoringStrategy: {type: MostAllocated, resources: [{name: cpu, weight: 1}, {name: memory, weight: 2},"
                        + " {name: kubernetes.io/batch-cpu, weight: 1}]}");

        assertThat(Configurations.converted(most).values().at("/scheduler/config/balance"))
                .hasToString(
                        "{\"type\":\"MostAllocated\",\"resources\":[{\"name\":\"kubernetes.io/batch-cpu\",\"weight\":1}]}");
        assertThat(Configurations.missed(most))
                .containsExactly(
                        "profiles[0].pluginConfig[0].args.scoringStrategy.type",
                        "profiles[0].pluginConfig[0].args.scoringStrategy.resources");
        assertThat(Configurations.missed(Configurations.arguments(
                        "NodeResourcesFit", "scoringStrategy: {type: RequestedToCapacityRatio}")))
                .containsExactly("profiles[0].pluginConfig[0].args.scoringStrategy");
    }
}
