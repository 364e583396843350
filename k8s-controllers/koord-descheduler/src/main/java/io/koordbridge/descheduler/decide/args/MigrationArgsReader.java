package io.koordbridge.descheduler.decide.args;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.koordbridge.descheduler.decide.args.ObjectLimiters.Limiter;
import io.koordbridge.descheduler.decide.fields.StrictFields;
import io.koordbridge.descheduler.decide.workload.IntOrPercent;
import io.koordbridge.protocol.PureCore;
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

    private static final List<String> MODES = List.of(JobDefaults.RESERVATION_FIRST, JobDefaults.EVICT_DIRECTLY);
    private static final String MODE = "defaultJobMode";
    private static final String RATE = "evictQPS";
    private static final String POLICY = "evictionPolicy";
    private static final String OPTIONS = "defaultDeleteOptions";
    private static final Duration FIVE_MINUTES = Duration.ofMinutes(5);
    private static final int PER_NODE = 2;
    private static final double PER_SECOND = 10;
    private static final int LONGEST_NUMBER = 64;

    private MigrationArgsReader() {}

    /**
     * Reads arguments.
     *
     * @param json null and an absent tree are all defaults
     */
    public static ArgsReading read(@Nullable JsonNode json) {
        List<String> problems = new ArrayList<>();
        JsonNode tree = json == null ? MissingNode.getInstance() : json;
        StrictFields fields = StrictFields.of(tree, "", problems).only(KNOWN);
        MigrationArgs args = new MigrationArgs(
                fields.flag("dryRun"),
                whole(fields, "maxConcurrentReconciles", 1, 1),
                limits(fields),
                guards(fields),
                new NodeFitArgs(fields.flag("nodeFit"), fields.text("nodeSelector")),
                objectLimiters(fields),
                jobs(fields),
                new EvictionRate(rate(fields), whole(fields, "evictBurst", 1, 1)),
                arbitration(fields));
        return new ArgsReading(args, problems);
    }

    private static MigrationLimits limits(StrictFields fields) {
        return new MigrationLimits(
                whole(fields, "maxMigratingGlobally", 0, 0),
                whole(fields, "maxMigratingPerNode", 0, PER_NODE),
                whole(fields, "maxMigratingPerNamespace", 0, 0),
                intOrPercent(fields, "maxMigratingPerWorkload"),
                intOrPercent(fields, "maxUnavailablePerWorkload"),
                fields.flag("skipCheckExpectedReplicas"));
    }

    private static EvictionGuards guards(StrictFields fields) {
        return new EvictionGuards(
                fields.flag("evictFailedBarePods"),
                fields.flag("evictAllBarePods"),
                fields.flag("evictLocalStoragePods"),
                fields.flag("evictSystemCriticalPods"),
                fields.flag("ignorePvcPods"),
                threshold(fields),
                fields.has("labelSelector") ? fields.selector("labelSelector") : null,
                namespaces(fields),
                gates(fields));
    }

    /** The name of a PriorityClass has no effect, so a threshold without a value is refused. */
    private static @Nullable Integer threshold(StrictFields fields) {
        if (!fields.has("priorityThreshold")) {
            return null;
        }
        StrictFields threshold = fields.object("priorityThreshold").only(Set.of("name", "value"));
        String name = threshold.text("name");
        Optional<Integer> value = threshold.whole("value", Integer.MIN_VALUE);
        if (!name.isEmpty() && value.isEmpty()) {
            threshold.refuse("name", "a threshold by value");
        }
        return value.orElse(null);
    }

    private static NamespaceScope namespaces(StrictFields fields) {
        StrictFields scope = fields.object("namespaces").only(Set.of("include", "exclude"));
        NamespaceScope read = new NamespaceScope(texts(scope, "include"), texts(scope, "exclude"));
        if (!read.include().isEmpty() && !read.exclude().isEmpty()) {
            fields.refuse("namespaces", "one of include and exclude");
        }
        return read;
    }

    private static Set<Gate> gates(StrictFields fields) {
        Set<Gate> gates = EnumSet.noneOf(Gate.class);
        for (String name : fields.anyTexts("skipEvictionGates")) {
            Gate.ofName(name).ifPresentOrElse(gates::add, () -> fields.refuse("skipEvictionGates", Gate.NAMES));
        }
        return gates;
    }

    private static ObjectLimiters objectLimiters(StrictFields fields) {
        StrictFields limiters = fields.object("objectLimiters").only(Set.of("workload", "namespace"));
        return new ObjectLimiters(
                limiters.has("workload") ? limiter(limiters, "workload") : new Limiter(FIVE_MINUTES, null, 1),
                limiters.has("namespace") ? limiter(limiters, "namespace") : Limiter.OFF);
    }

    private static Limiter limiter(StrictFields limiters, String type) {
        StrictFields one = limiters.object(type).only(Set.of("duration", "maxMigrating", "burst"));
        return new Limiter(
                one.duration("duration").orElse(Duration.ZERO),
                intOrPercent(one, "maxMigrating"),
                whole(one, "burst", 0, 1));
    }

    private static JobDefaults jobs(StrictFields fields) {
        Set<String> schedulers = texts(fields, "schedulerNames");
        String policy = fields.text(POLICY, EvictionPolicy.EVICTION.wireName());
        Optional<EvictionPolicy> known = EvictionPolicy.ofName(policy);
        if (known.isEmpty()) {
            fields.refuse(POLICY, "Eviction, Delete, SoftEviction");
        }
        boolean options = fields.node(OPTIONS).isObject();
        if (fields.has(OPTIONS) && !options) {
            fields.refuse(OPTIONS, "an object");
        }
        return new JobDefaults(
                mode(fields),
                fields.duration("defaultJobTTL").orElse(FIVE_MINUTES),
                schedulers.isEmpty() ? Set.of("koord-scheduler") : schedulers,
                known.orElse(EvictionPolicy.EVICTION),
                options ? fields.node(OPTIONS) : null,
                fields.flag("fallbackToEvictDirectly"));
    }

    private static ArbitrationArgs arbitration(StrictFields fields) {
        StrictFields args = fields.object("arbitrationArgs")
                .only(Set.of("enabled", "interval", "disperseByWorkload", "countByWorkload"));
        return new ArbitrationArgs(
                args.flag("enabled", true),
                args.duration("interval", Duration.ofMillis(1)).orElse(Duration.ofMillis(500)),
                args.flag("disperseByWorkload"),
                args.flag("countByWorkload"));
    }

    private static String mode(StrictFields fields) {
        String mode = fields.text(MODE, JobDefaults.RESERVATION_FIRST);
        if (!MODES.contains(mode)) {
            fields.refuse(MODE, String.join(", ", MODES));
            return JobDefaults.RESERVATION_FIRST;
        }
        return mode;
    }

    private static Set<String> texts(StrictFields fields, String name) {
        return Set.copyOf(fields.anyTexts(name));
    }

    /** A number below the least one is a problem and stays: a limit that is off must not become its default. */
    private static int whole(StrictFields fields, String name, int least, int absent) {
        JsonNode given = fields.node(name);
        boolean stays = given.isIntegralNumber() && given.canConvertToInt();
        return fields.whole(name, least).orElse(stays ? given.intValue() : absent);
    }

    /** Evictions per second, written as a number or as a text. */
    private static double rate(StrictFields fields) {
        if (!fields.has(RATE)) {
            return PER_SECOND;
        }
        JsonNode value = fields.node(RATE);
        double number = value.isNumber() ? value.doubleValue() : value.isTextual() ? parsed(value.textValue()) : -1;
        if (!(number > 0) || Double.isInfinite(number)) {
            fields.refuse(RATE, "a number above 0");
            return PER_SECOND;
        }
        return number;
    }

    private static double parsed(String text) {
        try {
            return text.length() > LONGEST_NUMBER ? -1 : Double.parseDouble(text);
        } catch (NumberFormatException notANumber) {
            return -1;
        }
    }

    /** A number or a percentage; a malformed text stays, the checks that use it fail. */
    private static @Nullable IntOrPercent intOrPercent(StrictFields fields, String name) {
        if (!fields.has(name)) {
            return null;
        }
        JsonNode value = fields.node(name);
        IntOrPercent read = null;
        if (value.isTextual()) {
            read = IntOrPercent.of(value.textValue());
        } else if (value.isIntegralNumber() && value.canConvertToInt()) {
            read = IntOrPercent.of(value.intValue());
        }
        if (read == null || !read.isInRange()) {
            fields.refuse(name, IntOrPercent.RANGE);
        }
        return read;
    }
}
