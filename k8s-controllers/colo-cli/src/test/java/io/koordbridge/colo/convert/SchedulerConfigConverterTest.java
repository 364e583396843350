package io.koordbridge.colo.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SchedulerConfigConverterTest {

    private static final String TYPE = "apiVersion: kubescheduler.config.k8s.io/v1, kind: KubeSchedulerConfiguration";

    @ParameterizedTest
    @ValueSource(strings = {"v1", "v1beta3", "v1beta2"})
    void readsTheVersionsThatKoordinatorHasHad(String version) {
        Conversion conversion = Configurations.converted(
                "{apiVersion: kubescheduler.config.k8s.io/" + version + ", kind: KubeSchedulerConfiguration}");

        assertThat(conversion.values()).hasToString("{\"scheduler\":{}}");
        assertThat(conversion.untranslated()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{apiVersion: v1, kind: KubeSchedulerConfiguration} | apiVersion: 'v1' is not allowed, allowed: kubescheduler.config.k8s.io/v1,",
                "{apiVersion: kubescheduler.config.k8s.io/v1, kind: KubeSchedulerConfiguration, profiles: 3} | profiles: 3 is not allowed, allowed: a list",
                "{apiVersion: kubescheduler.config.k8s.io/v1, kind: KubeSchedulerConfiguration, profiles: [{schedulerName: a}, {schedulerName: b}]}"
                        + " | allowed: one with schedulerName koord-scheduler",
                "{apiVersion: kubescheduler.config.k8s.io/v1, kind: KubeSchedulerConfiguration, percentageOfNodesToScore: 101}"
                        + " | percentageOfNodesToScore: 101 is not allowed, allowed: 0 to 100",
            })
    void refusesWhatIsNoConfigurationOfKoordinatorsScheduler(String text, String words) {
        assertThatThrownBy(() -> Configurations.converted(text)).hasMessageContaining(words);
    }

    @Test
    void refusesArgumentsOfAnotherKindThanTheirPlugin() {
        String text = Configurations.profile("pluginConfig: [{name: ElasticQuota, args: {kind: GangSchedulingArgs}}]");

        assertThatThrownBy(() -> Configurations.converted(text))
                .hasMessage(
                        "profiles[0].pluginConfig[0].args.kind: \"GangSchedulingArgs\" is not allowed, allowed: ElasticQuotaArgs");
    }

    @Test
    void refusesArgumentsOfAPluginThatItDoesNotHave() {
        String text = Configurations.profile("pluginConfig: [{name: Trimaran, args: {}}]");

        assertThatThrownBy(() -> Configurations.converted(text))
                .hasMessageStartingWith(
                        "profiles[0].pluginConfig[0].name: 'Trimaran' is not allowed, allowed: NodeNUMAResource, ");
    }

    @Test
    void takesTheProfileOfKoordSchedulerAndNamesTheOthers() {
        String text = "{" + TYPE
                + ", profiles: [{schedulerName: default-scheduler, plugins: {filter: {enabled: [{name: X}]}}},"
                + " {schedulerName: koord-scheduler, percentageOfNodesToScore: 30}]}";

        assertThat(Configurations.converted(text).values())
                .hasToString("{\"scheduler\":{\"percentageOfNodesToScore\":30}}");
        assertThat(Configurations.missed(text)).containsExactly("profiles[0].schedulerName");
    }

    @Test
    void namesASchedulerThatPodsWouldHaveToNameOtherwiseHere() {
        String text = "{" + TYPE + ", profiles: [{schedulerName: ours}]}";

        assertThat(Configurations.missed(text)).containsExactly("profiles[0].schedulerName");
    }

    @Test
    void whatTheChartSetsTheSameWayIsNotNamed() {
        String text = "{" + TYPE + ", parallelism: 16, percentageOfNodesToScore: null,"
                + " leaderElection: {leaderElect: true, resourceLock: leases, leaseDuration: 30s, more: 1}}";

        assertThat(Configurations.missed(text)).containsExactly("leaderElection.leaseDuration", "leaderElection.more");
    }

    @Test
    void anAdaptiveShareOfNodesHasNoCounterpart() {
        assertThat(Configurations.missed("{" + TYPE + ", percentageOfNodesToScore: 0}"))
                .containsExactly("percentageOfNodesToScore");
    }

    @Test
    void aConfigMapOfAnotherNameIsReadAsWell() {
        String text = "{kind: ConfigMap, data: {a: '{" + TYPE
                + ", percentageOfNodesToScore: 7}', b: 'KubeSchedulerConfiguration'}}";

        assertThat(Configurations.converted(text)
                        .values()
                        .at("/scheduler/percentageOfNodesToScore")
                        .asInt())
                .isEqualTo(7);
    }
}
