package io.koordbridge.descheduler.act.evict;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.descheduler.act.MayWrite;
import io.koordbridge.descheduler.act.PodEvictor;
import io.koordbridge.descheduler.decide.args.EvictionPolicy;
import io.koordbridge.descheduler.decide.pod.PodRef;
import io.koordbridge.kube.write.PodEvictions;
import java.time.Clock;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Ends pods by the policy that pod, job or configuration name, at the process's own rate and only under its lease. */
public final class PolicyEvictor implements PodEvictor {

    private static final int SHOWN = 64;

    private final Calls calls;
    private final Defaults defaults;
    private final Guards guards;
    private final EvictionNotices notices;
    private final Clock clock;

    /** What is called. */
    public record Calls(PodEvictions evictions, SoftEvictions softEvictions) {}

    /**
     * What holds where pod and job say nothing.
     *
     * @param deleteOptions null for none
     */
    public record Defaults(EvictionPolicy policy, @Nullable JsonNode deleteOptions) {}

    /** What is asked before a call, in this order. */
    public record Guards(LastCheck lastCheck, MayWrite mayWrite, EvictionRate rate) {}

    /**
     * An evictor.
     *
     * @param clock for the rate
     */
    public PolicyEvictor(Calls calls, Defaults defaults, Guards guards, EvictionNotices notices, Clock clock) {
        this.calls = calls;
        this.defaults = defaults;
        this.guards = guards;
        this.notices = notices;
        this.clock = clock;
    }

    @Override
    public Outcome evict(Order order) {
        EvictionPolicy policy =
                EvictionPolicy.of(order.pod().guards().evictPolicy(), order.jobPolicy(), defaults.policy());
        JsonNode options = order.deleteOptions() == null ? defaults.deleteOptions() : order.deleteOptions();
        Ended ended = before(order, policy, options);
        if (ended == null) {
            Outcome outcome = call(order, policy, options);
            boolean unsent = outcome.problem().equals(MayWrite.PROBLEM);
            ended = new Ended(outcome, unsent ? EvictionReason.NO_LEASE : EvictionReason.of(outcome));
        }
        notices.tried(order, policy, ended.outcome(), ended.reason());
        return ended.outcome();
    }

    private record Ended(Outcome outcome, EvictionReason reason) {

        static Ended of(Result result, EvictionReason reason, String problem) {
            return new Ended(new Outcome(result, problem), reason);
        }
    }

    /** Why there is no call; the token comes last, so that it is taken only by a call. */
    private @Nullable Ended before(Order order, EvictionPolicy policy, @Nullable JsonNode options) {
        PodRef pod = order.pod().ref();
        if (pod.uid().isEmpty()) {
            String problem = "invalid uid of pod " + pod.key() + ": ''; allowed: the uid of the pod to evict";
            return Ended.of(Result.FAILED, EvictionReason.BAD_INPUT, problem);
        }
        if (options != null && !options.isObject()) {
            String problem = "invalid deleteOptions of PodMigrationJob " + order.job() + ": '" + shortened(options)
                    + "'; allowed: an object";
            return Ended.of(Result.FAILED, EvictionReason.BAD_INPUT, problem);
        }
        String keeps = guards.lastCheck().keeps(order.pod(), policy);
        if (!keeps.isEmpty()) {
            return Ended.of(Result.REFUSED, EvictionReason.LAST_CHECK, keeps);
        }
        if (!guards.mayWrite().within(PodEvictions.CALL)) {
            return Ended.of(Result.FAILED, EvictionReason.NO_LEASE, MayWrite.PROBLEM);
        }
        if (!guards.rate().tryTake(clock.instant())) {
            String problem = "too many evictions: the rate of this process is reached (evictQPS, evictBurst)";
            return Ended.of(Result.TOO_MANY, EvictionReason.NO_TOKEN, problem);
        }
        return null;
    }

    private Outcome call(Order order, EvictionPolicy policy, @Nullable JsonNode options) {
        PodRef pod = order.pod().ref();
        return switch (policy) {
            case EVICTION -> outcome(calls.evictions().evict(pod.namespace(), pod.name(), pod.uid(), fields(options)));
            case DELETE -> outcome(calls.evictions().delete(pod.namespace(), pod.name(), pod.uid(), fields(options)));
            case SOFT_EVICTION ->
                calls.softEvictions().request(pod, order.job(), order.trigger(), order.reason(), options);
        };
    }

    private static Map<String, JsonNode> fields(@Nullable JsonNode options) {
        return options == null
                ? Map.of()
                : options.properties().stream().collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    private static Outcome outcome(PodEvictions.Outcome outcome) {
        Result result = switch (outcome.result()) {
            case EVICTED -> Result.EVICTED;
            case GONE -> Result.GONE;
            case REFUSED -> Result.REFUSED;
            case FAILED -> Result.FAILED;
        };
        return new Outcome(result, outcome.problem());
    }

    private static String shortened(JsonNode options) {
        String text = options.toString();
        return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "...";
    }
}
