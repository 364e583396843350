package io.koordbridge.koordlet.qos.suppress;

import io.koordbridge.koordlet.nodeslo.SuppressSettings;
import io.koordbridge.policy.suppress.NodeLoad;
import io.koordbridge.policy.suppress.SuppressAllowance;
import io.koordbridge.protocol.PureCore;
import java.util.Optional;

/** What a round does with what is known; specification section 13.2, steps 1 to 5. */
@PureCore
public final class SuppressPolicy {

    private SuppressPolicy() {}

    /**
     * Everything a decision depends on.
     *
     * @param settings empty while there is no NodeSLO
     * @param settingsGone whether there has been none for so long that none is about to be created
     * @param beCpuManager whether the scheduler places best-effort pods on CPUs itself
     * @param load empty while node, pods or the newest node usage are unknown
     * @param topologyKnown whether the logical CPUs are known
     * @param daemonMilliCpu what the tier keeps for the NodeManagers in it, whatever the load
     */
    public record Input(
            Optional<SuppressSettings> settings,
            boolean settingsGone,
            boolean beCpuManager,
            Optional<NodeLoad> load,
            boolean topologyKnown,
            long daemonMilliCpu) {}

    /** Never acts on what is unknown. */
    public static SuppressDecision decide(Input in) {
        if (in.settings().isEmpty() && !in.settingsGone()) {
            return SuppressDecision.nothing("no-node-slo");
        }
        if (in.beCpuManager()) {
            return new SuppressDecision(SuppressDecision.Action.RECOVER_FOR_CPU_MANAGER, 0, "be-cpu-manager");
        }
        if (in.settings().isEmpty()) {
            return SuppressDecision.recover("node-slo-gone");
        }
        SuppressSettings settings = in.settings().get();
        if (!settings.enabled()) {
            return SuppressDecision.recover("disabled");
        }
        if (in.load().isEmpty()) {
            return SuppressDecision.nothing("load-unknown");
        }
        if (!in.topologyKnown()) {
            return SuppressDecision.nothing("processors-unknown");
        }
        long allowance = atLeast(
                in.daemonMilliCpu(),
                SuppressAllowance.milliCpu(in.load().get(), settings.thresholdPercent(), settings.minPercent()));
        return switch (settings.method()) {
            case CFS_QUOTA -> new SuppressDecision(SuppressDecision.Action.LIMIT_BY_QUOTA, allowance, "limit-by-quota");
            case CPUSET -> new SuppressDecision(SuppressDecision.Action.LIMIT_BY_CPUSET, allowance, "limit-by-cpuset");
        };
    }

    /** Without a NodeManager the allowance stays as it is, below 0 as well. */
    private static long atLeast(long daemonMilliCpu, long allowance) {
        return daemonMilliCpu > 0 ? Math.max(allowance, daemonMilliCpu) : allowance;
    }
}
