package io.koordbridge.descheduler.decide.config;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.descheduler.decide.fields.StrictFields;
import io.koordbridge.descheduler.decide.limit.RunLimits;
import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads a DeschedulerConfiguration strictly. A document with problems is not to be used. */
@PureCore
public final class DeschedulerConfigReader {

    static final String API_VERSION = "descheduler/v1alpha2";

    private static final String KIND = "DeschedulerConfiguration";
    private static final String DEFAULT_PROFILE = "koord-descheduler";
    private static final Duration DEFAULT_INTERVAL = Duration.ofSeconds(10);
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofDays(1);

    /** Fields of the reference that other settings of this process replace. */
    private static final Map<String, String> REPLACED = Map.of(
            "leaderElection", "the process has its own lease settings",
            "clientConnection", "the process finds its API server by --kubeconfig or by its pod",
            "healthzBindAddress", "health is on the admin port",
            "metricsBindAddress", "metrics are on the admin port",
            "enableProfiling", "the JVM has tools for it",
            "enableContentionProfiling", "the JVM has tools for it");

    private static final Set<String> FIELDS = Set.of(
            "apiVersion",
            "kind",
            "deschedulingInterval",
            "dryRun",
            "nodeSelector",
            "maxNoOfPodsToEvictPerNode",
            "maxNoOfPodsToEvictPerNamespace",
            "maxNoOfPodsToEvictTotal",
            "profiles");

    private DeschedulerConfigReader() {}

    /** Reads a document. */
    public static Result read(JsonNode document, PluginNames plugins) {
        List<String> problems = new ArrayList<>();
        List<String> ignored = new ArrayList<>();
        StrictFields fields = StrictFields.of(document, "", problems);
        Set<String> known = new HashSet<>(FIELDS);
        known.addAll(REPLACED.keySet());
        fields.only(known);
        REPLACED.keySet().stream()
                .filter(fields::has)
                .sorted()
                .forEach(name -> ignored.add(name + " has no effect: " + REPLACED.get(name)));
        type(fields, API_VERSION, KIND);
        DeschedulerConfig config = new DeschedulerConfig(
                interval(fields),
                fields.flag("dryRun"),
                fields.selector("nodeSelector"),
                new RunLimits(
                        orNull(fields.whole("maxNoOfPodsToEvictPerNode", 0)),
                        orNull(fields.whole("maxNoOfPodsToEvictPerNamespace", 0)),
                        orNull(fields.whole("maxNoOfPodsToEvictTotal", 0))),
                profiles(fields, plugins, ignored));
        if (config.profiles().stream()
                .allMatch(profile ->
                        profile.deschedule().isEmpty() && profile.balance().isEmpty())) {
            ignored.add("no profile has a deschedule or balance plugin: runs evict nothing");
        }
        return new Result(config, problems, ignored);
    }

    /** Version and kind, where they are given. */
    static void type(StrictFields fields, String apiVersion, String kind) {
        if (fields.has("apiVersion") && !fields.text("apiVersion").equals(apiVersion)) {
            fields.refuse("apiVersion", apiVersion);
        }
        if (fields.has("kind") && !fields.text("kind").equals(kind)) {
            fields.refuse("kind", kind);
        }
    }

    private static Duration interval(StrictFields fields) {
        Duration interval = fields.duration("deschedulingInterval").orElse(DEFAULT_INTERVAL);
        if (interval.compareTo(SHORTEST) < 0 || interval.compareTo(LONGEST) > 0) {
            fields.refuse("deschedulingInterval", "from 1s to 24h");
            return DEFAULT_INTERVAL;
        }
        return interval;
    }

    private static List<ProfileConfig> profiles(StrictFields fields, PluginNames plugins, List<String> ignored) {
        List<ProfileConfig> profiles = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (StrictFields profile : fields.objects("profiles")) {
            ProfileConfig read = ProfileReader.read(profile, plugins, ignored);
            if (read.name().isEmpty() || !names.add(read.name())) {
                profile.refuse("name", "a name that no other profile has");
            }
            profiles.add(read);
        }
        return profiles.isEmpty() ? List.of(ProfileReader.empty(DEFAULT_PROFILE)) : profiles;
    }

    private static @Nullable Integer orNull(Optional<Integer> number) {
        return number.orElse(null);
    }

    /**
     * What was read.
     *
     * @param problems each names field, value and range; with any of them the configuration is rejected
     * @param ignored remarks on what has no effect
     */
    public record Result(DeschedulerConfig config, List<String> problems, List<String> ignored) {

        public Result {
            problems = List.copyOf(problems);
            ignored = List.copyOf(ignored);
        }
    }
}
