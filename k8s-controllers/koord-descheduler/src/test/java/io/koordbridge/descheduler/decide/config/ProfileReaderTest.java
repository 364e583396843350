package io.koordbridge.descheduler.decide.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.koordbridge.api.binding.PlainJson;
import io.koordbridge.descheduler.decide.fields.StrictFields;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ProfileReaderTest {

    private final List<String> problems = new ArrayList<>();
    private final List<String> ignored = new ArrayList<>();

    private ProfileConfig read(String json) {
        try {
            return ProfileReader.read(
                    StrictFields.of(PlainJson.MAPPER.readTree(json.replace('\'', '"')), "profiles[0]", problems),
                    new PluginNames(Set.of("PodLifeTime"), Set.of("LowNodeLoad")),
                    ignored);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(json, e);
        }
    }

    @Test
    void pluginsGetTheirArgumentsWithoutKind() {
        ProfileConfig profile = read(
                "{'name': 'p', 'dryRun': true, 'plugins': {'deschedule': {'enabled': [{'name':"
                        + " 'PodLifeTime'}]}}, 'pluginConfig': [{'name': 'PodLifeTime', 'args': {'kind': 'PodLifeTimeArgs', 'x': 1}}]}");

        assertThat(problems).isEmpty();
        assertThat(profile.dryRun()).isTrue();
        assertThat(profile.deschedule())
                .extracting(plugin -> plugin.args().toString())
                .containsExactly("{\"x\":1}");
    }

    @Test
    void aPluginIsEnabledAndConfiguredOnce() {
        read("{'plugins': {'balance': {'enabled': [{'name': 'LowNodeLoad'}, {'name': 'LowNodeLoad'}]}},"
                + " 'pluginConfig': [{'name': 'LowNodeLoad'}, {'name': 'LowNodeLoad'}]}");

        assertThat(problems)
                .containsExactlyInAnyOrder(
                        "invalid profiles[0].plugins.balance.enabled[1].name: 'LowNodeLoad'; allowed: each plugin once",
                        "invalid profiles[0].pluginConfig[1].name: 'LowNodeLoad'; allowed: each plugin once");
    }

    @Test
    void aPluginOfTheOtherPointIsRejected() {
        read("{'plugins': {'balance': {'enabled': [{'name': 'PodLifeTime'}]}}}");

        assertThat(problems)
                .containsExactly(
                        "invalid profiles[0].plugins.balance.enabled[0].name: 'PodLifeTime'; allowed: LowNodeLoad");
    }

    @Test
    void argumentsOfAnotherKindAreRejected() {
        read("{'pluginConfig': [{'name': 'LowNodeLoad', 'args': {'kind': 'PodLifeTimeArgs'}}]}");

        assertThat(problems)
                .containsExactly(
                        "invalid profiles[0].pluginConfig[0].args.kind: 'PodLifeTimeArgs'; allowed: LowNodeLoadArgs");
    }
}
