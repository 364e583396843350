package io.koordbridge.descheduler.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.descheduler.decide.load.LoadResult;
import io.koordbridge.descheduler.decide.run.PluginKind;
import io.koordbridge.descheduler.decide.run.RunSettings;
import io.koordbridge.descheduler.decide.scene.SceneView;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunPluginsTest {

    private static final String TWO_PROFILES = """
            profiles:
              - name: a
                plugins: {balance: {enabled: [{name: LowNodeLoad}]}}
                pluginConfig: [{name: LowNodeLoad, args: {lowThresholds: {cpu: 10}, highThresholds: {cpu: 20}}}]
              - name: b
                plugins: {balance: {enabled: [{name: LowNodeLoad}]}}
                pluginConfig: [{name: LowNodeLoad, args: {paused: true}}]
            """;

    private final RunPlugins plugins = new RunPlugins(Duration.ofSeconds(10));

    @Test
    void theseExist() {
        assertThat(plugins.kinds())
                .extracting(PluginKind::name)
                .containsExactlyInAnyOrder(
                        "RemovePodsViolatingNodeAffinity",
                        "RemovePodsViolatingNodeTaints",
                        "RemoveFailedPods",
                        "PodLifeTime",
                        "LowNodeLoad");
    }

    @Test
    void aPlanHasCopiesInTheOrderOfTheProfiles() {
        ProcessSettings settings = ProcessSettings.of(Configurations.of(TWO_PROFILES));
        RunSettings runs = RunSettings.of(settings.config(), plugins.kinds()).settings();
        List<LowNodeLoadPlugin> copies = new ArrayList<>();
        RunSettings planned =
                RunSettings.of(settings.config(), plugins.planning(copies)).settings();
        assertThat(copies).hasSize(2);
        assertThat(RunPlugins.results(copies)).as("no run yet").isEmpty();
        assertThat(planned.profiles().get(0).balance().get(0).plugin())
                .isSameAs(copies.get(0))
                .isNotSameAs(runs.profiles().get(0).balance().get(0).plugin());

        SceneView view = new SceneView(Instant.EPOCH, List.of(SceneView.node("n1", Map.of())), List.of());
        copies.forEach(copy -> copy.run(view, view.nodes(), new NoEvictor()));

        assertThat(RunPlugins.results(copies))
                .extracting(LoadResult::stopped)
                .containsExactly("", "paused by its arguments");
        assertThat(RunPlugins.results(List.of((LowNodeLoadPlugin)
                        runs.profiles().get(0).balance().get(0).plugin())))
                .as("the plugin of the runs has not run")
                .isEmpty();
    }
}
