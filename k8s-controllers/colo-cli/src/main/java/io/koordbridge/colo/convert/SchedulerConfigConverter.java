package io.koordbridge.colo.convert;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.WellKnown;
import java.util.List;
import java.util.Set;

/** A KubeSchedulerConfiguration of Koordinator as values of the chart. */
@PureCore
final class SchedulerConfigConverter {

    static final String KIND = "KubeSchedulerConfiguration";

    private static final String SCHEDULER = "koord-scheduler";
    private static final String GROUP = "kubescheduler.config.k8s.io/";
    private static final List<String> VERSIONS = List.of(GROUP + "v1", GROUP + "v1beta3", GROUP + "v1beta2");
    private static final Set<String> TYPE = Set.of("apiVersion", "kind");
    private static final String FIXED = "The chart sets this itself.";
    private static final String DEFAULT = "The chart leaves this at the default of kube-scheduler.";

    private static final FieldRule NODES = new FieldRule("percentageOfNodesToScore", (path, value, draft) -> {
        if (Shapes.number(path, value, 0, 100) == 0) {
            draft.untranslated(path, value, "Here the share is fixed, all nodes by default.");
        } else {
            draft.put("percentageOfNodesToScore", value);
        }
    });

    private static final List<FieldRule> TOP = List.of(
            NODES,
            FieldRule.inside(
                    "leaderElection",
                    List.of(
                            FieldRule.none("leaderElect", FIXED, "true"),
                            FieldRule.none("resourceLock", FIXED, "leases"),
                            FieldRule.none("resourceName", FIXED, SCHEDULER),
                            FieldRule.none("resourceNamespace", FIXED, WellKnown.NAMESPACE),
                            FieldRule.none("leaseDuration", DEFAULT, "15s"),
                            FieldRule.none("renewDeadline", DEFAULT, "10s"),
                            FieldRule.none("retryPeriod", DEFAULT, "2s"))),
            FieldRule.none("clientConnection", FIXED),
            FieldRule.none("extenders", FIXED),
            FieldRule.none("parallelism", DEFAULT, "16"),
            FieldRule.none("podInitialBackoffSeconds", DEFAULT, "1"),
            FieldRule.none("podMaxBackoffSeconds", DEFAULT, "10"),
            FieldRule.none("enableProfiling", DEFAULT, "true"),
            FieldRule.none("enableContentionProfiling", DEFAULT, "true"),
            FieldRule.none("delayCacheUntilActive", DEFAULT, "false"));

    private static final List<FieldRule> PROFILE = List.of(NODES);

    private SchedulerConfigConverter() {}

    /**
     * Values for a configuration.
     *
     * @throws RefusedFieldException if it is none of Koordinator's scheduler
     */
    static Conversion convert(JsonNode configuration) {
        Draft draft = new Draft();
        String version = configuration.path("apiVersion").asText();
        if (!VERSIONS.contains(version)) {
            throw new RefusedFieldException("apiVersion", "'" + version + "'", String.join(", ", VERSIONS));
        }
        FieldRule.apply(TOP, "", configuration, Set.of("apiVersion", "kind", "profiles"), draft);
        JsonNode profiles = configuration.path("profiles");
        if (!profiles.isMissingNode() && !profiles.isNull()) {
            profiles(Shapes.list("profiles", profiles), draft);
        }
        LoadRules.check(draft);
        QuotaRules.check(draft);
        return draft.finish();
    }

    private static void profiles(JsonNode profiles, Draft draft) {
        int chosen = chosen(profiles);
        for (int at = 0; at < profiles.size(); at++) {
            String path = "profiles[" + at + "]";
            JsonNode profile = Shapes.object(path, profiles.get(at));
            JsonNode name = profile.path("schedulerName");
            if (at == chosen) {
                profile(path, profile, draft);
            }
            boolean other =
                    at != chosen || !(name.isMissingNode() || name.asText().equals(SCHEDULER));
            if (other) {
                draft.untranslated(
                        path + ".schedulerName",
                        name instanceof MissingNode ? profile : name,
                        "There is one profile here, of " + SCHEDULER + ".");
            }
        }
    }

    /** The profile of koord-scheduler, or the only one. */
    private static int chosen(JsonNode profiles) {
        for (int at = 0; at < profiles.size(); at++) {
            if (profiles.get(at).path("schedulerName").asText().equals(SCHEDULER)) {
                return at;
            }
        }
        if (profiles.size() > 1) {
            throw new RefusedFieldException(
                    "profiles", profiles.size() + " without " + SCHEDULER, "one with schedulerName " + SCHEDULER);
        }
        return 0;
    }

    private static void profile(String path, JsonNode profile, Draft draft) {
        FieldRule.apply(PROFILE, path, profile, Set.of("schedulerName", "plugins", "pluginConfig"), draft);
        JsonNode arguments = profile.path("pluginConfig");
        if (!arguments.isMissingNode() && !arguments.isNull()) {
            int at = 0;
            for (JsonNode one : Shapes.list(path + ".pluginConfig", arguments)) {
                arguments(path + ".pluginConfig[" + at + "]", one, draft);
                at++;
            }
        }
        JsonNode plugins = profile.path("plugins");
        if (!plugins.isMissingNode() && !plugins.isNull()) {
            String below = path + ".plugins";
            PluginSwitches.apply(below, PluginSets.read(below, Shapes.object(below, plugins), draft), draft);
        } else {
            PluginSwitches.apply(path, new PluginSets(List.of()), draft);
        }
    }

    private static void arguments(String path, JsonNode config, Draft draft) {
        String name = Shapes.text(path + ".name", Shapes.object(path, config).path("name"));
        ArgsKind expected = ArgsKind.ofPlugin(name)
                .orElseThrow(() -> new RefusedFieldException(path + ".name", "'" + name + "'", ArgsKind.plugins()));
        JsonNode given = config.path("args");
        if (given.isMissingNode() || given.isNull()) {
            return;
        }
        String below = path + ".args";
        JsonNode args = Shapes.object(below, given);
        JsonNode kind = args.path("kind");
        if (!kind.isMissingNode() && !kind.asText().equals(expected.kind())) {
            throw new RefusedFieldException(below + ".kind", kind.toString(), expected.kind());
        }
        JsonNode version = args.path("apiVersion");
        if (!version.isMissingNode() && !VERSIONS.contains(version.asText())) {
            throw new RefusedFieldException(below + ".apiVersion", version.toString(), String.join(", ", VERSIONS));
        }
        FieldRule.apply(expected.rules(), below, args, TYPE, draft);
    }
}
