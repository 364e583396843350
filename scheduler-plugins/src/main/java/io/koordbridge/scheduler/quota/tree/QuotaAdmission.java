package io.koordbridge.scheduler.quota.tree;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import io.koordbridge.scheduler.quota.tree.QuotaVerdict.Code;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Whether a pod fits into its quota beside what is in use. Quota specification section 5. */
@PureCore
final class QuotaAdmission {

    private final QuotaTree tree;
    private final Function<String, @Nullable QuotaState> states;
    private final QuotaArgs args;

    /**
     * Rules for one tree.
     *
     * @param states of all quotas of the tree
     */
    QuotaAdmission(QuotaTree tree, Function<String, @Nullable QuotaState> states, QuotaArgs args) {
        this.tree = tree;
        this.states = states;
        this.args = args;
    }

    /**
     * Whether a pod may enter; its request is part of the demand already.
     *
     * @param more what is in use beside the states, the pod's own request among it unless it is counted there; may be negative
     */
    QuotaVerdict check(PodQuota pod, QuotaDemand more, QuotaSpec quota) {
        QuotaState state = states.apply(quota.name());
        if (state == null) {
            return orphan(quota);
        }
        ResourceVector request = pod.request().masked(quota.max());
        QuotaDemand counted = more.within(quota.max());
        List<String> exceeded = exceeded(state.used().plus(counted.used()), limit(quota, state));
        if (!exceeded.isEmpty()) {
            return refused(Code.USED_LIMIT, quota, quota.name(), exceeded, limit(quota, state), state.used(), request);
        }
        ResourceVector nonPreemptible = state.below().nonPreemptibleUsed();
        exceeded = pod.nonPreemptible()
                ? exceeded(nonPreemptible.plus(counted.nonPreemptibleUsed()), quota.min())
                : List.of();
        if (!exceeded.isEmpty()) {
            return refused(
                    Code.NON_PREEMPTIBLE_MIN, quota, quota.name(), exceeded, quota.min(), nonPreemptible, request);
        }
        return args.enableCheckParentQuota()
                ? checkAncestors(quota, request, counted.used())
                : QuotaVerdict.of(Code.ALLOWED, quota.name());
    }

    private QuotaVerdict checkAncestors(QuotaSpec quota, ResourceVector request, ResourceVector more) {
        String chain = quota.name();
        for (QuotaSpec above : tree.ancestors(quota)) {
            chain = above.name() + "/" + chain;
            QuotaState state = Objects.requireNonNull(states.apply(above.name()));
            ResourceVector limit = limit(above, state);
            List<String> exceeded = exceeded(state.used().plus(more).masked(request), limit);
            if (!exceeded.isEmpty()) {
                QuotaVerdict refused = refused(Code.PARENT, quota, chain, exceeded, limit, state.used(), request);
                return new QuotaVerdict(
                        refused.code(), quota.name(), above.name(), refused.exceeded(), refused.message());
            }
        }
        return QuotaVerdict.of(Code.ALLOWED, quota.name());
    }

    /** The limit in force: a built-in quota has its max. */
    private ResourceVector limit(QuotaSpec quota, QuotaState state) {
        return args.enableRuntimeQuota() ? state.runtime() : quota.max();
    }

    /** Resources that both lists name and of which the first has more. */
    private static List<String> exceeded(ResourceVector wanted, ResourceVector limit) {
        List<String> exceeded = new ArrayList<>();
        for (String name : wanted.names()) {
            if (limit.has(name) && wanted.get(name) > limit.get(name)) {
                exceeded.add(name);
            }
        }
        return exceeded;
    }

    private static QuotaVerdict refused(
            Code code,
            QuotaSpec quota,
            String where,
            List<String> exceeded,
            ResourceVector limit,
            ResourceVector used,
            ResourceVector request) {
        String what = code == Code.NON_PREEMPTIBLE_MIN ? "min for pods that must not be preempted" : "limit";
        String message = "Insufficient quotas, quotaName: " + where + ", " + what + ": " + limit + ", used: " + used
                + ", pod's request: " + request + ", exceedDimensions: " + exceeded;
        return new QuotaVerdict(code, quota.name(), quota.name(), exceeded, message);
    }

    private static QuotaVerdict orphan(QuotaSpec quota) {
        String message = "Quota " + quota.name() + " is not in use: its parent " + quota.parent()
                + " does not exist, or is below it";
        return new QuotaVerdict(Code.ORPHAN, quota.name(), quota.name(), List.of(), message);
    }
}
