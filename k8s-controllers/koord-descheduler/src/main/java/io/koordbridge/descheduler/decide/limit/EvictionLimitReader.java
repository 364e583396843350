package io.koordbridge.descheduler.decide.limit;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.descheduler.decide.fields.StrictFields;
import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.IntUnaryOperator;

/** Reads the limits of evictions in a time from the arguments of MigrationController; descheduler specification sections 3 and 8. */
@PureCore
public final class EvictionLimitReader {

    /** Where no limit of objects is configured: per workload in five minutes. */
    private static final Duration DEFAULT_DURATION = Duration.ofMinutes(5);

    private static final double DEFAULT_QPS = 10;
    private static final Set<String> TYPES = Set.of("workload", "namespace");
    private static final Set<String> FIELDS = Set.of("duration", "maxMigrating", "burst");

    /** How many pods of a workload may be away: descheduler specification section 5.4. */
    @FunctionalInterface
    public interface Formula {

        /**
         * The number for a size.
         *
         * @param value a number, a text such as {@code 10%}, or absent or null for the default
         * @return 0 where the value is malformed
         */
        int most(int replicas, JsonNode value);
    }

    private EvictionLimitReader() {}

    /** The limits, and problems with them. */
    public static Result read(JsonNode args, Formula formula) {
        List<String> problems = new ArrayList<>();
        StrictFields fields = StrictFields.of(args, "", problems);
        StrictFields limiters = fields.object("objectLimiters").only(TYPES);
        JsonNode perWorkload = fields.node("maxMigratingPerWorkload");
        boolean given = !fields.node("objectLimiters").isEmpty();
        EvictionLimitConfig config = new EvictionLimitConfig(
                given
                        ? workload(limiters.object("workload"), perWorkload, formula)
                        : new ObjectLimit(DEFAULT_DURATION, replicas -> formula.most(replicas, perWorkload), 1),
                namespace(limiters.object("namespace")),
                qps(fields),
                fields.whole("evictBurst", 0).orElse(1),
                EvictionLimitConfig.DEFAULT_WINDOW);
        return new Result(config, problems);
    }

    private static ObjectLimit workload(StrictFields limiter, JsonNode perWorkload, Formula formula) {
        JsonNode most = limiter.has("maxMigrating") ? limiter.node("maxMigrating") : perWorkload;
        return limit(limiter, replicas -> formula.most(replicas, most));
    }

    /** A percent has no meaning for a namespace: it does not limit, as in the reference. */
    private static ObjectLimit namespace(StrictFields limiter) {
        JsonNode most = limiter.node("maxMigrating");
        int evictions = most.isIntegralNumber() && most.canConvertToInt() ? most.intValue() : 0;
        return limit(limiter, replicas -> evictions);
    }

    private static ObjectLimit limit(StrictFields limiter, IntUnaryOperator most) {
        limiter.only(FIELDS);
        return new ObjectLimit(
                limiter.duration("duration").orElse(Duration.ZERO),
                most,
                limiter.whole("burst", 0).orElse(1));
    }

    private static double qps(StrictFields fields) {
        JsonNode value = fields.node("evictQPS");
        if (!fields.has("evictQPS")) {
            return DEFAULT_QPS;
        }
        if (!value.isNumber() || !(value.doubleValue() > 0)) {
            fields.refuse("evictQPS", "a number above 0");
            return DEFAULT_QPS;
        }
        return value.doubleValue();
    }

    /**
     * What was read.
     *
     * @param config with defaults where there are problems
     * @param problems each names field, value and range
     */
    public record Result(EvictionLimitConfig config, List<String> problems) {

        public Result {
            problems = List.copyOf(problems);
        }
    }
}
