package io.koordbridge.descheduler.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.descheduler.decide.limit.EvictionLimitConfig;
import io.koordbridge.descheduler.decide.limit.ObjectLimit;
import io.koordbridge.sloconfig.GoDurations;
import java.time.Duration;
import java.util.function.IntUnaryOperator;

/** Arguments of MigrationController to limits, until the reader of the arguments is joined with them. */
final class LimitsOfArgs {

    private LimitsOfArgs() {}

    static EvictionLimitConfig of(JsonNode args) {
        JsonNode limiters = args.path("objectLimiters");
        JsonNode perWorkload = args.path("maxMigratingPerWorkload");
        JsonNode most = limiters.path("workload").hasNonNull("maxMigrating")
                ? limiters.path("workload").path("maxMigrating")
                : perWorkload;
        ObjectLimit workload = limiters.isEmpty()
                ? new ObjectLimit(Duration.ofMinutes(5), replicas -> most(replicas, perWorkload), 1)
                : limit(limiters.path("workload"), replicas -> most(replicas, most));
        JsonNode ofNamespace = limiters.path("namespace").path("maxMigrating");
        int evictions = ofNamespace.isIntegralNumber() ? ofNamespace.intValue() : 0;
        ObjectLimit namespace = limit(limiters.path("namespace"), replicas -> evictions);
        return new EvictionLimitConfig(workload, namespace, 10, 1, EvictionLimitConfig.DEFAULT_WINDOW);
    }

    private static ObjectLimit limit(JsonNode limiter, IntUnaryOperator most) {
        long nanos = GoDurations.nanos(limiter.path("duration").asText("0")).orElse(0L);
        return new ObjectLimit(
                Duration.ofNanos(nanos), most, limiter.path("burst").asInt(1));
    }

    /** The formula of section 5.4. */
    private static int most(int replicas, JsonNode value) {
        if (value.isIntegralNumber()) {
            return Math.min(value.intValue() == 0 ? 1 : value.intValue(), replicas);
        }
        if (value.isTextual()) {
            String text = value.textValue();
            if (!text.matches("-?[0-9]{1,6}%")) {
                return 0;
            }
            long percent = Long.parseLong(text.substring(0, text.length() - 1));
            int share = (int) Math.floorDiv(replicas * percent, 100L);
            return Math.min(share == 0 ? 1 : share, replicas);
        }
        int usual = replicas > 10 ? replicas / 10 : replicas < 4 ? 1 : 2;
        return Math.min(usual, replicas);
    }
}
