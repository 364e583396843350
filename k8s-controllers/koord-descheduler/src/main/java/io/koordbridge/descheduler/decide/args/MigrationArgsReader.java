package io.koordbridge.descheduler.decide.args;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import io.koordbridge.descheduler.decide.args.ObjectLimiters.Limiter;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.selection.CompiledSelector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads {@link MigrationArgs} from JSON, strictly. */
@PureCore
public final class MigrationArgsReader {

    private static final Set<String> KNOWN = Set.of(
            "apiVersion",
            "kind",
            "dryRun",
            "maxConcurrentReconciles",
            "evictFailedBarePods",
            "evictAllBarePods",
            "evictLocalStoragePods",
            "evictSystemCriticalPods",
            "ignorePvcPods",
            "priorityThreshold",
            "labelSelector",
            "namespaces",
            "nodeFit",
            "nodeSelector",
            "skipEvictionGates",
            "maxMigratingGlobally",
            "maxMigratingPerNamespace",
            "maxMigratingPerNode",
            "maxMigratingPerWorkload",
            "maxUnavailablePerWorkload",
            "skipCheckExpectedReplicas",
            "objectLimiters",
            "defaultJobMode",
            "defaultJobTTL",
            "schedulerNames",
            "evictQPS",
            "evictBurst",
            "evictionPolicy",
            "defaultDeleteOptions",
            "arbitrationArgs",
            "fallbackToEvictDirectly");

    private static final String POLICY = "evictionPolicy";
    private static final String OPTIONS = "defaultDeleteOptions";
    private static final Duration FIVE_MINUTES = Duration.ofMinutes(5);
    private static final int PER_NODE = 2;
    private static final double PER_SECOND = 10;

    private MigrationArgsReader() {}

    /**
     * Reads arguments.
     *
     * @param json null and an absent tree are all defaults
     */
    public static ArgsReading read(@Nullable JsonNode json) {
        List<String> problems = new ArrayList<>();
        JsonNode tree = json == null ? MissingNode.getInstance() : json;
        ArgsFields fields = new ArgsFields(tree, "", problems, KNOWN);
        MigrationArgs args = new MigrationArgs(
                fields.flag("dryRun", false),
                fields.whole("maxConcurrentReconciles", 1, 1),
                limits(fields),
                guards(fields),
                new NodeFitArgs(fields.flag("nodeFit", false), fields.text("nodeSelector", "")),
                objectLimiters(fields),
                jobs(fields),
                new EvictionRate(fields.positive("evictQPS", PER_SECOND), fields.whole("evictBurst", 1, 1)),
                arbitration(fields));
        return new ArgsReading(args, problems);
    }

    private static MigrationLimits limits(ArgsFields fields) {
        return new MigrationLimits(
                fields.whole("maxMigratingGlobally", 0, 0),
                fields.whole("maxMigratingPerNode", 0, PER_NODE),
                fields.whole("maxMigratingPerNamespace", 0, 0),
                fields.intOrPercent("maxMigratingPerWorkload"),
                fields.intOrPercent("maxUnavailablePerWorkload"),
                fields.flag("skipCheckExpectedReplicas", false));
    }

    private static EvictionGuards guards(ArgsFields fields) {
        return new EvictionGuards(
                fields.flag("evictFailedBarePods", false),
                fields.flag("evictAllBarePods", false),
                fields.flag("evictLocalStoragePods", false),
                fields.flag("evictSystemCriticalPods", false),
                fields.flag("ignorePvcPods", false),
                threshold(fields),
                fields.has("labelSelector") ? selector(fields) : null,
                namespaces(fields),
                gates(fields));
    }

    /** The name of a PriorityClass has no effect, so a threshold without a value is refused. */
    private static @Nullable Integer threshold(ArgsFields fields) {
        if (!fields.has("priorityThreshold")) {
            return null;
        }
        ArgsFields threshold = fields.object("priorityThreshold", Set.of("name", "value"));
        String name = threshold.text("name", "");
        Integer value = threshold.wholeOrNull("value", Integer.MIN_VALUE);
        if (!name.isEmpty() && value == null) {
            threshold.refuse("name", "a threshold by value");
        }
        return value;
    }

    private static CompiledSelector selector(ArgsFields fields) {
        ArgsFields selector = fields.object("labelSelector", Set.of("matchLabels", "matchExpressions"));
        List<LabelSelectorRequirement> expressions = new ArrayList<>();
        for (ArgsFields one : selector.objects("matchExpressions", Set.of("key", "operator", "values"))) {
            expressions.add(new LabelSelectorRequirement(
                    one.text("key", ""), one.text("operator", ""), List.copyOf(one.texts("values"))));
        }
        CompiledSelector compiled =
                CompiledSelector.of(new LabelSelector(expressions, selector.textMap("matchLabels")));
        Optional<String> wrong = compiled.problem();
        wrong.ifPresent(why -> fields.refuse("labelSelector", "a valid selector; " + why));
        return compiled;
    }

    private static NamespaceScope namespaces(ArgsFields fields) {
        ArgsFields scope = fields.object("namespaces", Set.of("include", "exclude"));
        NamespaceScope read = new NamespaceScope(scope.texts("include"), scope.texts("exclude"));
        if (!read.include().isEmpty() && !read.exclude().isEmpty()) {
            fields.refuse("namespaces", "one of include and exclude");
        }
        return read;
    }

    private static Set<Gate> gates(ArgsFields fields) {
        Set<Gate> gates = EnumSet.noneOf(Gate.class);
        for (String name : fields.texts("skipEvictionGates")) {
            Gate.ofName(name).ifPresentOrElse(gates::add, () -> fields.refuse("skipEvictionGates", Gate.NAMES));
        }
        return gates;
    }

    private static ObjectLimiters objectLimiters(ArgsFields fields) {
        ArgsFields limiters = fields.object("objectLimiters", Set.of("workload", "namespace"));
        return new ObjectLimiters(
                limiters.has("workload") ? limiter(limiters, "workload") : new Limiter(FIVE_MINUTES, null, 1),
                limiters.has("namespace") ? limiter(limiters, "namespace") : Limiter.OFF);
    }

    private static Limiter limiter(ArgsFields limiters, String type) {
        ArgsFields one = limiters.object(type, Set.of("duration", "maxMigrating", "burst"));
        return new Limiter(
                one.duration("duration", Duration.ZERO, Duration.ZERO),
                one.intOrPercent("maxMigrating"),
                one.whole("burst", 0, 1));
    }

    private static JobDefaults jobs(ArgsFields fields) {
        Set<String> schedulers = fields.texts("schedulerNames");
        String policy = fields.text(POLICY, EvictionPolicy.EVICTION.wireName());
        Optional<EvictionPolicy> known = EvictionPolicy.ofName(policy);
        if (known.isEmpty()) {
            fields.refuse(POLICY, "Eviction, Delete, SoftEviction");
        }
        boolean options = fields.raw(OPTIONS).isObject();
        if (fields.has(OPTIONS) && !options) {
            fields.refuse(OPTIONS, "an object");
        }
        return new JobDefaults(
                fields.oneOf(
                        "defaultJobMode",
                        List.of(JobDefaults.RESERVATION_FIRST, JobDefaults.EVICT_DIRECTLY),
                        JobDefaults.RESERVATION_FIRST),
                fields.duration("defaultJobTTL", Duration.ZERO, FIVE_MINUTES),
                schedulers.isEmpty() ? Set.of("koord-scheduler") : schedulers,
                known.orElse(EvictionPolicy.EVICTION),
                options ? fields.raw(OPTIONS) : null,
                fields.flag("fallbackToEvictDirectly", false));
    }

    private static ArbitrationArgs arbitration(ArgsFields fields) {
        ArgsFields args = fields.object(
                "arbitrationArgs", Set.of("enabled", "interval", "disperseByWorkload", "countByWorkload"));
        return new ArbitrationArgs(
                args.flag("enabled", true),
                args.duration("interval", Duration.ofMillis(1), Duration.ofMillis(500)),
                args.flag("disperseByWorkload", false),
                args.flag("countByWorkload", false));
    }
}
