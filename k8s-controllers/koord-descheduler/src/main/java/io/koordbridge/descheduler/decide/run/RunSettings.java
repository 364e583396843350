package io.koordbridge.descheduler.decide.run;

import io.koordbridge.api.document.text.CompiledSelector;
import io.koordbridge.descheduler.decide.config.DeschedulerConfig;
import io.koordbridge.descheduler.decide.config.PluginChoice;
import io.koordbridge.descheduler.decide.config.PluginNames;
import io.koordbridge.descheduler.decide.config.ProfileConfig;
import io.koordbridge.descheduler.decide.limit.RunLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What each run does.
 *
 * @param nodeSelector of the nodes that runs look at; absent or empty for all
 */
public record RunSettings(CompiledSelector nodeSelector, RunLimits limits, List<RunProfile> profiles) {

    public RunSettings {
        profiles = List.copyOf(profiles);
    }

    /** The same settings with every plugin only pretending. */
    public RunSettings pretending() {
        return new RunSettings(
                nodeSelector,
                limits,
                profiles.stream()
                        .map(profile -> new RunProfile(
                                profile.name(),
                                profile.nodeSelector(),
                                pretending(profile.deschedule()),
                                pretending(profile.balance())))
                        .toList());
    }

    private static List<RunProfile.Step> pretending(List<RunProfile.Step> steps) {
        return steps.stream()
                .map(step -> new RunProfile.Step(step.plugin(), true))
                .toList();
    }

    /** Names of plugins, as the reader of the configuration needs them. */
    public static PluginNames names(List<PluginKind> kinds) {
        return new PluginNames(names(kinds, PluginPoint.DESCHEDULE), names(kinds, PluginPoint.BALANCE));
    }

    private static Set<String> names(List<PluginKind> kinds, PluginPoint point) {
        return kinds.stream()
                .filter(kind -> kind.point() == point)
                .map(PluginKind::name)
                .collect(Collectors.toSet());
    }

    /** Makes the plugins of a configuration that has no problem. */
    public static Made of(DeschedulerConfig config, List<PluginKind> kinds) {
        List<String> problems = new ArrayList<>();
        List<RunProfile> profiles = new ArrayList<>();
        for (ProfileConfig profile : config.profiles()) {
            boolean dryRun = config.dryRun() || profile.dryRun();
            profiles.add(new RunProfile(
                    profile.name(),
                    profile.nodeSelector(),
                    steps(profile, profile.deschedule(), dryRun, kinds, problems),
                    steps(profile, profile.balance(), dryRun, kinds, problems)));
        }
        return new Made(new RunSettings(config.nodeSelector(), config.limits(), profiles), problems);
    }

    private static List<RunProfile.Step> steps(
            ProfileConfig profile,
            List<PluginChoice> choices,
            boolean dryRun,
            List<PluginKind> kinds,
            List<String> problems) {
        List<RunProfile.Step> steps = new ArrayList<>();
        for (PluginChoice choice : choices) {
            kinds.stream()
                    .filter(kind -> kind.name().equals(choice.name()))
                    .map(kind -> kind.factory().apply(choice.args()))
                    .forEach(made -> {
                        made.problems()
                                .forEach(problem -> problems.add(
                                        "profile " + profile.name() + ", plugin " + choice.name() + ": " + problem));
                        steps.add(new RunProfile.Step(made.plugin(), dryRun || choice.dryRun()));
                    });
        }
        return steps;
    }

    /**
     * Settings, and why they must not be used.
     *
     * @param problems each names profile, plugin, field, value and range
     */
    public record Made(RunSettings settings, List<String> problems) {

        public Made {
            problems = List.copyOf(problems);
        }
    }
}
