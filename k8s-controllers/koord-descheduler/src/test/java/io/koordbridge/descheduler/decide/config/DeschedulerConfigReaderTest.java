package io.koordbridge.descheduler.decide.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.koordbridge.api.binding.PlainJson;
import io.koordbridge.descheduler.decide.config.DeschedulerConfigReader.Result;
import io.koordbridge.descheduler.decide.limit.RunLimits;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DeschedulerConfigReaderTest {

    private static final PluginNames NAMES =
            new PluginNames(Set.of("PodLifeTime", "RemoveFailedPods"), Set.of("LowNodeLoad"));

    private static Result read(String json) {
        try {
            return DeschedulerConfigReader.read(PlainJson.MAPPER.readTree(json.replace('\'', '"')), NAMES);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(json, e);
        }
    }

    private static Result profile(String fields) {
        return read("{'profiles': [{'name': 'p', " + fields + "}]}");
    }

    @Test
    void theShippedFormIsUnderstood() {
        Result result = read("""
                {'apiVersion': 'descheduler/v1alpha2', 'kind': 'DeschedulerConfiguration',
                 'leaderElection': {'resourceName': 'koord-descheduler'}, 'deschedulingInterval': '10s', 'dryRun': false,
                 'maxNoOfPodsToEvictPerNode': 3, 'nodeSelector': {'matchLabels': {'pool': 'x'}},
                 'profiles': [{'name': 'koord-descheduler',
                   'plugins': {'deschedule': {'disabled': [{'name': '*'}]},
                     'balance': {'enabled': [{'name': 'LowNodeLoad', 'dryRun': true}]},
                     'evict': {'disabled': [{'name': '*'}], 'enabled': [{'name': 'MigrationController'}]},
                     'filter': {'disabled': [{'name': '*'}], 'enabled': [{'name': 'MigrationController'}]}},
                   'pluginConfig': [
                     {'name': 'MigrationController', 'args': {'apiVersion': 'descheduler/v1alpha2',
                       'kind': 'MigrationControllerArgs', 'evictQPS': 5}},
                     {'name': 'LowNodeLoad', 'args': {'numberOfNodes': 2}}]}]}
                """);

        assertThat(result.problems()).isEmpty();
        assertThat(result.ignored())
                .containsExactly("leaderElection has no effect: the process has its own lease settings");
        DeschedulerConfig config = result.config();
        assertThat(config.interval()).isEqualTo(Duration.ofSeconds(10));
        assertThat(config.limits()).isEqualTo(new RunLimits(3, null, null));
        ProfileConfig profile = config.profiles().get(0);
        assertThat(profile.balance()).singleElement().satisfies(plugin -> {
            assertThat(plugin.name()).isEqualTo("LowNodeLoad");
            assertThat(plugin.dryRun()).isTrue();
            assertThat(plugin.args().toString()).isEqualTo("{\"numberOfNodes\":2}");
        });
        assertThat(profile.migration().toString()).isEqualTo("{\"evictQPS\":5}");
    }

    @Test
    void anEmptyDocumentHasAProfileThatDoesNothing() {
        Result result = read("{}");

        assertThat(result.problems()).isEmpty();
        assertThat(result.config().profiles())
                .singleElement()
                .extracting(ProfileConfig::name)
                .isEqualTo("koord-descheduler");
        assertThat(result.ignored())
                .containsExactly("no profile has a deschedule or balance plugin: runs evict nothing");
    }

    @Test
    void unknownPluginsAreRejectedByName() {
        assertThat(profile("'plugins': {'deschedule': {'enabled': [{'name': 'Nonsense'}]}}")
                        .problems())
                .containsExactly(
                        "invalid profiles[0].plugins.deschedule.enabled[0].name: 'Nonsense'; allowed: PodLifeTime,"
                                + " RemoveFailedPods");
        assertThat(profile("'plugins': {'balance': {'enabled': [{'name': 'HighNodeUtilization'}]}}")
                        .problems())
                .containsExactly("invalid profiles[0].plugins.balance.enabled[0].name: 'HighNodeUtilization'; allowed:"
                        + " LowNodeLoad (HighNodeUtilization is known, not built)");
        assertThat(profile("'pluginConfig': [{'name': 'CustomPriority', 'args': {}}]")
                        .problems())
                .hasSize(1)
                .first()
                .asString()
                .contains("(CustomPriority is known, not built)");
    }

    @Test
    void valuesOutOfRangeNameFieldAndRange() {
        assertThat(read("{'maxNoOfPodsToEvictTotal': -1, 'deschedulingInterval': '10ms', 'dryRun': 'yes', 'x': 1,"
                                + " 'maxNoOfPodsToEvictPerNode': 1.5, 'kind': 'Policy'}")
                        .problems())
                .hasSize(6)
                .contains("invalid maxNoOfPodsToEvictTotal: '-1'; allowed: a whole number from 0 to 2147483647")
                .contains("invalid deschedulingInterval: '10ms'; allowed: from 1s to 24h")
                .contains("invalid dryRun: 'yes'; allowed: true or false")
                .contains("invalid maxNoOfPodsToEvictPerNode: '1.5'; allowed: a whole number from 0 to 2147483647")
                .contains("invalid kind: 'Policy'; allowed: DeschedulerConfiguration");
    }

    @Test
    void profilesHaveNamesOfTheirOwn() {
        assertThat(read("{'profiles': [{'name': 'p'}, {'name': 'p'}, {}]}").problems())
                .containsExactly(
                        "invalid profiles[1].name: 'p'; allowed: a name that no other profile has",
                        "invalid profiles[2].name: ''; allowed: a name that no other profile has");
    }

    @Test
    void theFilterCannotBeSwitchedOff() {
        assertThat(profile("'plugins': {'filter': {'disabled': [{'name': '*'}]}}")
                        .problems())
                .singleElement()
                .asString()
                .endsWith("allowed: anything, while MigrationController is enabled");
        assertThat(profile("'plugins': {'evict': {'disabled': [{'name': 'MigrationController'}]}}")
                        .problems())
                .hasSize(1);
    }

    @Test
    void argumentsWithoutEffectAreNamed() {
        assertThat(profile("'pluginConfig': [{'name': 'LowNodeLoad', 'args': {}}, {'name': 'DefaultEvictor'}]")
                        .ignored())
                .contains(
                        "profiles[0].pluginConfig of LowNodeLoad has no effect: the plugin is not enabled",
                        "profiles[0].pluginConfig of DefaultEvictor has no effect: MigrationController has the settings of all"
                                + " filters");
    }

    @Test
    void whatIsNoObjectIsOneProblem() {
        assertThat(read("[]").problems()).containsExactly("invalid document: '[]'; allowed: an object");
        assertThat(read("{'profiles': 'all'}").problems()).containsExactly("invalid profiles: 'all'; allowed: a list");
        assertThat(read("{'nodeSelector': {'matchLabels': {'a': 'b c'}}}").problems())
                .hasSize(1);
    }
}
