package io.koordbridge.descheduler.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.koordbridge.descheduler.decide.args.JobDefaults;
import java.time.Duration;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;

class ProcessSettingsTest {

    private static final String EVERY_PLUGIN = """
            profiles:
              - name: all
                plugins:
                  deschedule:
                    enabled:
                      - {name: RemovePodsViolatingNodeAffinity}
                      - {name: RemovePodsViolatingNodeTaints}
                      - {name: RemoveFailedPods}
                      - {name: PodLifeTime}
                  balance:
                    enabled: [{name: LowNodeLoad}]
                pluginConfig:
                  - {name: RemovePodsViolatingNodeAffinity, args: {nodeAffinityType: [requiredDuringSchedulingIgnoredDuringExecution]}}
                  - {name: PodLifeTime, args: {maxPodLifeTimeSeconds: 86400}}
                  - {name: LowNodeLoad, args: {lowThresholds: {cpu: 45}, highThresholds: {cpu: 75}}}
            """;

    private static AbstractThrowableAssert<?, ?> refused(String descheduler) {
        return assertThatThrownBy(() -> ProcessSettings.of(Configurations.of(descheduler)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static AbstractThrowableAssert<?, ?> refusedLoad(String thresholds) {
        return assertThatThrownBy(() -> Configurations.settings("{}", thresholds))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static AbstractThrowableAssert<?, ?> refusedMigration(String args) {
        return assertThatThrownBy(() -> Configurations.settings(args, "{}"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void theShippedFileIsAcceptedAndSwitchesNoPluginOn() {
        ProcessSettings settings = ProcessSettings.of(Configurations.shipped());

        assertThat(settings.remarks())
                .filteredOn(remark -> !remark.contains("the plugin is not enabled"))
                .containsExactly("no profile has a deschedule or balance plugin: runs evict nothing");
        assertThat(settings.dryRun()).isFalse();
        assertThat(settings.drainDeadline()).isEqualTo(Duration.ofMinutes(10));
        assertThat(settings.config().interval()).isEqualTo(Duration.ofSeconds(10));
        assertThat(settings.migration().jobs().mode()).isEqualTo(JobDefaults.RESERVATION_FIRST);
        assertThat(settings.migration().limits().perNode()).isEqualTo(2);
        assertThat(settings.limits().evictionsPerSecond()).isEqualTo(10);
    }

    @Test
    void everyPluginIsAcceptedWithoutARemark() {
        assertThat(ProcessSettings.of(Configurations.of(EVERY_PLUGIN)).remarks())
                .isEmpty();
    }

    @Test
    void noConfigurationIsOneThatEvictsNothing() {
        ProcessSettings settings = ProcessSettings.of(new DeschedulerProcessConfiguration());

        assertThat(settings.remarks()).singleElement().asString().contains("runs evict nothing");
        assertThat(settings.config().profiles()).hasSize(1);
    }

    @Test
    void oneMigrationControllerServesAllProfiles() {
        String two = """
                profiles:
                  - {name: a, pluginConfig: [{name: MigrationController, args: {maxMigratingPerNode: 2}}]}
                  - {name: b, pluginConfig: [{name: MigrationController, args: {maxMigratingPerNode: %d}}]}
                """;
        refused(two.formatted(3))
                .hasMessageContaining("MigrationController in profile b")
                .hasMessageContaining("profile a")
                .hasMessageContaining("allowed: the same arguments in all profiles");

        assertThat(ProcessSettings.of(Configurations.of(two.formatted(2)))
                        .migration()
                        .limits()
                        .perNode())
                .isEqualTo(2);
    }

    @Test
    void anUnknownPluginIsRefusedByName() {
        refused("profiles: [{name: a, plugins: {balance: {enabled: [{name: Nothing}]}}}]")
                .hasMessageContaining("'Nothing'")
                .hasMessageContaining("allowed: LowNodeLoad");
        refused("profiles: [{name: a, plugins: {balance: {enabled: [{name: LowNodeUtilization}]}}}]")
                .hasMessageContaining("known, not built");
        refused("profile: []").hasMessageContaining("profile");
    }

    @Test
    void aThresholdBeyondItsRangeIsRefusedWithItsName() {
        for (String value : new String[] {"-1", "101", "abc%"}) {
            refusedLoad("{lowThresholds: {cpu: 10}, highThresholds: {cpu: \"%s\"}}".formatted(value))
                    .as(value)
                    .hasMessageContaining("LowNodeLoad")
                    .hasMessageContaining("highThresholds")
                    .hasMessageContaining("'" + value + "'")
                    .hasMessageContaining("allowed: ");
        }
    }

    @Test
    void aMalformedLimitOfWorkloadsIsRefusedWithItsName() {
        for (String value : new String[] {"abc%", "-1", "101%"}) {
            refusedMigration("{maxMigratingPerWorkload: \"%s\"}".formatted(value))
                    .as(value)
                    .hasMessageContaining("MigrationController")
                    .hasMessageContaining("invalid maxMigratingPerWorkload: '" + value + "'; allowed: ");
        }
        refusedMigration("{maxMigratingPerNode: -1, evictionPolicy: Never}")
                .hasMessageContaining("'-1'")
                .hasMessageContaining("'Never'");
    }

    @Test
    void aDryRunOfTheSectionOrOfTheControllerIsOneOfTheProcess() {
        assertThat(ProcessSettings.of(Configurations.of("dryRun: true")).dryRun())
                .isTrue();
        assertThat(Configurations.settings("{dryRun: true}", "{}").dryRun()).isTrue();
        assertThat(Configurations.settings("{}", "{dryRun: true}").dryRun())
                .as("of a plugin")
                .isFalse();
    }
}
