package io.koordbridge.descheduler.decide.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.koordbridge.api.document.text.CompiledSelector;
import io.koordbridge.descheduler.decide.config.DeschedulerConfig;
import io.koordbridge.descheduler.decide.config.PluginChoice;
import io.koordbridge.descheduler.decide.config.ProfileConfig;
import io.koordbridge.descheduler.decide.limit.RunLimits;
import io.koordbridge.descheduler.decide.node.NodeFacts;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunSettingsTest {

    private static final JsonNode NO_ARGS = MissingNode.getInstance();
    private static final List<PluginKind> KINDS = List.of(
            new PluginKind("good", PluginPoint.DESCHEDULE, args -> new PluginKind.Made(new Idle("good"), List.of())),
            new PluginKind(
                    "bad", PluginPoint.BALANCE, args -> new PluginKind.Made(new Idle("bad"), List.of("invalid x"))));

    private record Idle(String name) implements RunPlugin {

        @Override
        public void run(RunView view, List<NodeFacts> nodes, Evictor evictor) {
            // asks for nothing
        }
    }

    private static DeschedulerConfig config(boolean dryRun, boolean ofProfile, boolean ofPlugin) {
        return new DeschedulerConfig(
                Duration.ofSeconds(10),
                dryRun,
                CompiledSelector.ABSENT,
                RunLimits.NONE,
                List.of(new ProfileConfig(
                        "p",
                        ofProfile,
                        CompiledSelector.ABSENT,
                        List.of(new PluginChoice("good", ofPlugin, NO_ARGS)),
                        List.of(new PluginChoice("bad", false, NO_ARGS)),
                        NO_ARGS)));
    }

    private static List<Boolean> dryRuns(RunSettings settings) {
        RunProfile profile = settings.profiles().get(0);
        return List.of(
                profile.deschedule().get(0).dryRun(), profile.balance().get(0).dryRun());
    }

    @Test
    void dryRunHoldsForProcessProfileAndPlugin() {
        assertThat(dryRuns(RunSettings.of(config(false, false, false), KINDS).settings()))
                .containsExactly(false, false);
        assertThat(dryRuns(RunSettings.of(config(true, false, false), KINDS).settings()))
                .containsExactly(true, true);
        assertThat(dryRuns(RunSettings.of(config(false, true, false), KINDS).settings()))
                .containsExactly(true, true);
        assertThat(dryRuns(RunSettings.of(config(false, false, true), KINDS).settings()))
                .containsExactly(true, false);
    }

    @Test
    void aPlanOnlyPretends() {
        RunSettings settings =
                RunSettings.of(config(false, false, false), KINDS).settings();

        assertThat(dryRuns(settings.pretending())).containsExactly(true, true);
    }

    @Test
    void problemsOfArgumentsNameProfileAndPlugin() {
        assertThat(RunSettings.of(config(false, false, false), KINDS).problems())
                .containsExactly("profile p, plugin bad: invalid x");
    }

    @Test
    void namesAreThoseOfTheirPoint() {
        assertThat(RunSettings.names(KINDS).deschedule()).containsExactly("good");
        assertThat(RunSettings.names(KINDS).balance()).containsExactly("bad");
    }
}
