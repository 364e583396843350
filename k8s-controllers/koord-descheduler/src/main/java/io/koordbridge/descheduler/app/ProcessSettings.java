package io.koordbridge.descheduler.app;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.descheduler.decide.args.ArgsReading;
import io.koordbridge.descheduler.decide.args.MigrationArgs;
import io.koordbridge.descheduler.decide.args.MigrationArgsReader;
import io.koordbridge.descheduler.decide.config.DeschedulerConfig;
import io.koordbridge.descheduler.decide.config.DeschedulerConfigReader;
import io.koordbridge.descheduler.decide.config.ProfileConfig;
import io.koordbridge.descheduler.decide.limit.EvictionLimitConfig;
import io.koordbridge.descheduler.decide.run.PluginKind;
import io.koordbridge.descheduler.decide.run.RunSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The decoded configuration. One migration controller serves all profiles.
 *
 * @param dryRun whether nothing is written
 * @param drainDeadline how long YARN may take to drain a NodeManager
 * @param remarks on settings without effect
 */
record ProcessSettings(
        DeschedulerConfig config,
        MigrationArgs migration,
        EvictionLimitConfig limits,
        boolean dryRun,
        Duration drainDeadline,
        List<String> remarks) {

    ProcessSettings {
        remarks = List.copyOf(remarks);
    }

    /**
     * Decodes.
     *
     * @throws IllegalArgumentException that names each field, its value and what is allowed
     */
    static ProcessSettings of(DeschedulerProcessConfiguration process) {
        List<PluginKind> kinds = new RunPlugins().kinds();
        DeschedulerConfigReader.Result read =
                DeschedulerConfigReader.read(process.descheduler(), RunSettings.names(kinds));
        List<String> problems = new ArrayList<>(read.problems());
        List<ProfileConfig> profiles = read.config().profiles();
        JsonNode args = profiles.get(0).migration();
        for (ProfileConfig profile : profiles) {
            if (!profile.migration().equals(args)) {
                problems.add("invalid pluginConfig of MigrationController in profile " + profile.name()
                        + ": it differs from that of profile " + profiles.get(0).name()
                        + "; allowed: the same arguments in all profiles");
            }
        }
        ArgsReading migration = MigrationArgsReader.read(args);
        migration.problems().forEach(problem -> problems.add("MigrationController: " + problem));
        problems.addAll(RunSettings.of(read.config(), kinds).problems());
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException("descheduler: " + String.join("\ndescheduler: ", problems));
        }
        return new ProcessSettings(
                read.config(),
                migration.args(),
                EvictionLimitConfig.of(migration.args()),
                process.dryRun() || read.config().dryRun() || migration.args().dryRun(),
                process.drainDeadline(),
                read.ignored());
    }
}
