package io.koordbridge.copilot;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.copilot.cgroup.CgroupConfig;
import io.koordbridge.copilot.health.Degradation;
import io.koordbridge.copilot.protect.ProtectionRule;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CopilotConfigTest {
    private final Degradation degradation = new Degradation();
    private final Map<String, String> configuration = new HashMap<>();

    private CopilotConfig settings() {
        return new CopilotConfig(configuration::get, configuration.keySet(), degradation);
    }

    @Test
    void valuesMayHaveLinesAndBlanksAroundThem() {
        configuration.put(CopilotKeys.SOCKET_PATH, "\n  /run/copilot.sock\n");
        configuration.put(CopilotKeys.LEASE_FILE, " ");
        configuration.put(CopilotKeys.LEASE_ENABLED, " FALSE ");
        configuration.put(CopilotKeys.CGROUP_ROOT, " /cgroup ");
        configuration.put(CopilotKeys.CGROUP_CONTROLLERS, "\n , memory,\n cpu ");

        CgroupConfig cgroup = settings().cgroup();

        assertThat(settings().socket()).isEqualTo(Path.of("/run/copilot.sock"));
        assertThat(settings().leaseFile()).isEqualTo(Path.of("/run/lease.json"));
        assertThat(settings().leaseEnabled()).isFalse();
        assertThat(cgroup.root()).isEqualTo(Path.of("/cgroup"));
        assertThat(cgroup.controllers()).containsExactly("memory", "cpu");
        assertThat(degradation.reasons()).isEmpty();
    }

    @Test
    void protectedNamesAreSeparatedByCommasBlanksOrLines() {
        configuration.put(CopilotKeys.PROTECTED_USERS, "\n  ops,\n  etl root ,");

        assertThat(settings().protectionRule())
                .usingRecursiveComparison()
                .isEqualTo(new ProtectionRule(Set.of(), Set.of(), Set.of(), Set.of("ops", "etl", "root")));
        assertThat(settings().protectionRule().needsReports()).isFalse();
        assertThat(degradation.reasons()).isEmpty();
    }

    @Test
    void anAgentThatIsNoUserIsTold() throws IOException {
        configuration.put(CopilotKeys.AGENT_USER, "nobody-of-this-name");

        assertThat(settings().callers()).isNotNull();
        assertThat(degradation.reasons())
                .containsExactly("koordbridge.copilot.agent.user must be a user of this machine, or a number, got"
                        + " nobody-of-this-name; using only root");
    }

    @Test
    void placementIsRequiredOnlyWhereContainersArePlaced() {
        assertThat(settings().cgroup().required()).isFalse();
        configuration.put(CopilotKeys.PLACEMENT_REQUIRED, "true");
        configuration.put(CopilotKeys.MEMORY_SLACK_MB, "-5");
        assertThat(settings().cgroup().required()).isTrue();
        assertThat(settings().cgroup().slackMegabytes()).isNegative();
        assertThat(degradation.reasons()).singleElement().asString().contains("memory-slack-mb must be 0..");

        configuration.put(CopilotKeys.CGROUP_ENABLED, "false");

        assertThat(settings().cgroup().required()).isFalse();
    }

    @Test
    void evictionsAreKeptWhereContainersAreRecovered() {
        assertThat(settings().evictedFile()).isNull();
        configuration.put("yarn.nodemanager.recovery.enabled", "true");
        configuration.put("yarn.nodemanager.recovery.dir", "file:///var/lib/yarn");

        assertThat(settings().evictedFile()).isEqualTo(Path.of("/var/lib/yarn/copilot-evicted.json"));
    }

    @Test
    void whatIsNeitherTrueNorFalseIsTold() {
        configuration.put(CopilotKeys.LEASE_ENABLED, "off");

        assertThat(settings().leaseEnabled()).isTrue();
        assertThat(degradation.reasons())
                .containsExactly("koordbridge.copilot.lease.enabled must be true or false, got off; using true");
    }

    @Test
    void theSignalIsSparksDefaultAndCanBeSwitchedOff() {
        assertThat(settings().decommissionSignal().name()).isEqualTo("PWR");
        configuration.put(CopilotKeys.DECOMMISSION_SIGNAL, " sigusr1 ");
        assertThat(settings().decommissionSignal().name()).isEqualTo("USR1");
        assertThat(degradation.reasons()).isEmpty();
        configuration.put(CopilotKeys.DECOMMISSION_ENABLED, "false");
        assertThat(settings().decommissionSignal().none()).isTrue();
    }

    @Test
    void aSignalForWhichEachJvmHasAHandlerIsToldAndNoneIsSent() {
        configuration.put(CopilotKeys.DECOMMISSION_SIGNAL, "TERM");

        assertThat(settings().decommissionSignal().none()).isTrue();
        assertThat(degradation.reasons())
                .containsExactly("koordbridge.copilot.decommission.signal must be one of PWR, USR1, URG, WINCH, got"
                        + " TERM; sending none");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "//", "..", "yarn/../../other", "./yarn"})
    void aPathThatIsNoGroupBelowTheRootIsTold(String path) {
        configuration.put(CopilotKeys.CGROUP_PATH, path);

        assertThat(settings().cgroup().path()).isEmpty();
        assertThat(degradation.reasons())
                .containsExactly("koordbridge.copilot.cgroup.path must name a group below the root, got " + path
                        + "; using the best-effort tier");
    }

    @Test
    void aMinimumAllocationThatIsNoNumberIsTold() {
        configuration.put("yarn.scheduler.minimum-allocation-mb", "1g");

        assertThat(settings().floorMegabytes()).isEqualTo(1024);
        assertThat(degradation.reasons()).singleElement().asString().contains("minimum-allocation-mb", "got 1g");
    }

    @Test
    void keysThatNobodyReadsAreTold() {
        configuration.put("koordbridge.copilot.lease.enable", "false");

        assertThat(settings().leaseEnabled()).isTrue();
        assertThat(degradation.reasons()).containsExactly("unknown keys: koordbridge.copilot.lease.enable");
    }
}
