package io.koordbridge.scheduler.place.numa;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.facts.cpus.CpuRequest;
import io.koordbridge.scheduler.facts.numa.NumaPolicy;
import io.koordbridge.scheduler.facts.numa.PodNuma;
import io.koordbridge.scheduler.facts.numa.PodNuma.Spec;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import io.koordbridge.scheduler.place.numa.NumaDecision.Outcome;
import io.koordbridge.scheduler.place.numa.NumaDemand.CpuWish;
import java.util.List;

/** What a pod asks for whatever the node; scheduler specification section 9.1. */
@PureCore
public final class NumaDemands {

    static final String NOT_INTEGER = "the requested CPUs must be integer";
    private static final String DEFAULT = "Default";

    private NumaDemands() {}

    /** Reads the wishes of a pod with this request. */
    public static NumaDecision of(PodNuma pod, ResourceVector request, NumaArgs args) {
        Spec spec = pod.spec();
        if (spec == null) {
            return new NumaDecision(Outcome.ERROR, null, List.of(pod.problem()));
        }
        if (request.names().stream().allMatch(name -> request.get(name) == 0)) {
            return new NumaDecision(Outcome.SKIP, null, List.of());
        }
        NumaPolicy policy = NumaPolicy.ofName(spec.numaPolicy()).orElse(NumaPolicy.UNKNOWN);
        CpuWish wish = pod.maybeOwnCpus() ? wish(spec, args) : CpuWish.NONE;
        boolean names = policy != NumaPolicy.NONE;
        String exclusive = spec.numaExclusive().isEmpty() && names ? NumaDemand.REQUIRED : spec.numaExclusive();
        NumaDemand demand = new NumaDemand(request, wish, policy, exclusive);
        if (wish.binds() && !demand.asksWholeCpus()) {
            return NumaDecision.refused(NOT_INTEGER);
        }
        boolean binds = wish.binds() && demand.milliCpu() > 0;
        return new NumaDecision(
                Outcome.GO_ON, binds ? demand : new NumaDemand(request, CpuWish.NONE, policy, exclusive), List.of());
    }

    private static CpuWish wish(Spec spec, NumaArgs args) {
        String required = orDefault(spec.requiredBind(), args);
        String preferred =
                spec.preferredBind().isEmpty() ? args.defaultCpuBindPolicy() : orDefault(spec.preferredBind(), args);
        String wanted = required.isEmpty() ? preferred : required;
        boolean binds = wanted.equals(CpuRequest.FULL_PCPUS) || wanted.equals(CpuRequest.SPREAD_BY_PCPUS);
        return binds ? new CpuWish(true, wanted, required, spec.exclusiveBind()) : CpuWish.NONE;
    }

    private static String orDefault(String policy, NumaArgs args) {
        return policy.equals(DEFAULT) ? args.defaultCpuBindPolicy() : policy;
    }
}
