package io.koordbridge.scheduler.quota.tree;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How the runtime of a quota came about, cpu in milli-cores.
 *
 * @param parent whose runtime is divided
 */
@PureCore
public record QuotaExplanation(String quota, String parent, List<Term> resources) {

    /**
     * One resource.
     *
     * @param reason which rule made the runtime, for people
     * @param lenders what other quotas of the level leave of their minimums, by name
     * @param borrowers what quotas of the level have beyond their minimums, by name
     */
    public record Term(
            String resource,
            Demand demand,
            Promise promise,
            Level level,
            long runtime,
            String reason,
            Map<String, Long> lenders,
            Map<String, Long> borrowers) {}

    /**
     * What the quota wants.
     *
     * @param request of its pods and children, at least min where nothing is lent
     */
    public record Demand(long request, long max, long used) {}

    /**
     * What it is promised.
     *
     * @param scaledMin min, made smaller where the parent has less than all minimums
     */
    public record Promise(long min, long scaledMin, boolean lent) {}

    /**
     * What is divided.
     *
     * @param total the parent's runtime
     * @param promised sum of what each quota gets first
     * @param weight of this quota
     * @param weights of all quotas that want more than they get first
     */
    public record Level(long total, long promised, long weight, long weights) {}

    /**
     * Explains a quota.
     *
     * @param brothers all quotas of its level, itself among them
     * @param total runtime of the parent
     */
    static QuotaExplanation of(
            QuotaSpec quota, List<QuotaSpec> brothers, Map<String, QuotaState> states, ResourceVector total) {
        List<Term> terms = new ArrayList<>();
        for (String resource : quota.max().names()) {
            terms.add(term(resource, quota, brothers, states, total.get(resource)));
        }
        return new QuotaExplanation(quota.name(), quota.parent(), List.copyOf(terms));
    }

    private static Term term(
            String resource, QuotaSpec quota, List<QuotaSpec> brothers, Map<String, QuotaState> states, long total) {
        Map<String, Long> lenders = new TreeMap<>();
        Map<String, Long> borrowers = new TreeMap<>();
        long promised = 0;
        long weights = 0;
        for (QuotaSpec brother : brothers) {
            QuotaState state = states.get(brother.name());
            if (state == null || brother.builtIn() || !brother.max().has(resource)) {
                continue;
            }
            long promise = state.promise(resource);
            long wanted = wanted(brother, state, resource);
            promised += wanted > promise || !brother.lent() ? promise : wanted;
            weights += wanted > promise ? brother.weight().get(resource) : 0;
            long beyond = state.runtime().get(resource) - promise;
            if (beyond < 0) {
                lenders.put(brother.name(), -beyond);
            } else if (beyond > 0) {
                borrowers.put(brother.name(), beyond);
            }
        }
        QuotaState state = states.getOrDefault(quota.name(), QuotaState.NONE);
        Level level = new Level(total, promised, quota.weight().get(resource), weights);
        return new Term(
                resource,
                new Demand(
                        state.request().get(resource),
                        quota.max().get(resource),
                        state.used().get(resource)),
                new Promise(quota.min().get(resource), state.scaledMin().get(resource), quota.lent()),
                level,
                state.runtime().get(resource),
                reason(quota, state, resource, level),
                lenders,
                borrowers);
    }

    private static long wanted(QuotaSpec quota, QuotaState state, String resource) {
        return Math.min(state.request().get(resource), quota.max().get(resource));
    }

    private static String reason(QuotaSpec quota, QuotaState state, String resource, Level level) {
        if (quota.builtIn()) {
            return "built in: its maximum";
        }
        long promise = state.promise(resource);
        long wanted = wanted(quota, state, resource);
        String scaled = state.scaledMin().get(resource) < quota.min().get(resource)
                ? "; the minimum is smaller than spec.min because the parent has less than all minimums"
                : "";
        return (wanted > promise
                        ? beyondPromise(quota, state, resource, level)
                        : withinPromise(quota.lent(), state.childRequest().get(resource), promise))
                + scaled;
    }

    private static String withinPromise(boolean lent, long wanted, long promise) {
        if (!lent && wanted < promise) {
            return "its minimum, which it does not lend";
        }
        return wanted == 0
                ? "nothing is requested, its minimum is lent"
                : "all that it requests, which is within its minimum";
    }

    private static String beyondPromise(QuotaSpec quota, QuotaState state, String resource, Level level) {
        long runtime = state.runtime().get(resource);
        if (runtime >= wanted(quota, state, resource)) {
            return state.request().get(resource) > quota.max().get(resource)
                    ? "its maximum; it requests more"
                    : "all that it requests: its minimum and some of what is left";
        }
        if (level.total() <= level.promised()) {
            return "its minimum: the parent has nothing left beyond what each quota gets first";
        }
        return level.weight() == 0
                ? "its minimum: its shared weight is 0"
                : "its minimum and its share of what is left, by weight " + level.weight() + " of " + level.weights();
    }
}
