package io.koordbridge.koordlet.qos.coresched;

import io.koordbridge.api.slo.CpuQos;
import io.koordbridge.api.slo.NodeSloSpec;
import io.koordbridge.api.slo.QosPolicies;
import io.koordbridge.api.slo.ResourceQos;
import io.koordbridge.api.slo.ResourceQosStrategy;
import io.koordbridge.protocol.KubeQos;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.QosClass;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Core scheduling by class; node agent specification section 14.7.
 *
 * @param enabled whether the policy of the NodeSLO is core scheduling
 * @param lsr of classes LSE and LSR
 */
@PureCore
public record CoreSchedRule(boolean enabled, OfClass lsr, OfClass ls, OfClass be) {

    /** Label of pods with the name of their group. */
    public static final String GROUP_LABEL = "koordinator.sh/core-sched-group-id";
    /** Label of pods: none, exclusive, or any other text for the usual way. */
    public static final String POLICY_LABEL = "koordinator.sh/core-sched-policy";

    private static final OfClass OFF = new OfClass(false, false, false);
    /** Without a NodeSLO. */
    public static final CoreSchedRule NONE = new CoreSchedRule(false, OFF, OFF, OFF);

    private static final String POLICY = "coreSched";
    private static final String EXPELLER = "-expeller";

    /**
     * A class.
     *
     * @param expels whether its pods keep others off their cores
     * @param idle whether its groups run only when nothing else does
     */
    public record OfClass(boolean enabled, boolean expels, boolean idle) {}

    /** What becomes of a pod. */
    public record OfPod(boolean enabled, String group) {}

    /**
     * The rule of a NodeSLO.
     *
     * @param effective with every default filled in
     */
    public static CoreSchedRule of(NodeSloSpec effective) {
        ResourceQosStrategy strategy = effective.resourceQOSStrategy();
        QosPolicies policies = strategy == null ? null : strategy.policies();
        boolean on = policies != null && POLICY.equals(policies.cpuPolicy());
        return new CoreSchedRule(
                on,
                of(on, strategy == null ? null : strategy.lsrClass()),
                of(on, strategy == null ? null : strategy.lsClass()),
                of(on, strategy == null ? null : strategy.beClass()));
    }

    private static OfClass of(boolean on, @Nullable ResourceQos parts) {
        CpuQos cpu = parts == null ? null : parts.cpuQOS();
        if (!on || cpu == null) {
            return OFF;
        }
        boolean enabled = Boolean.TRUE.equals(cpu.enable());
        boolean expels = Boolean.TRUE.equals(cpu.coreExpeller());
        return new OfClass(enabled, expels, Objects.requireNonNullElse(cpu.schedIdle(), 0L) == 1);
    }

    private OfClass classOf(QosClass label, KubeQos qos) {
        return switch (label) {
            case LSE, LSR -> lsr;
            case LS -> ls;
            case BE -> be;
            case SYSTEM, NONE ->
                switch (qos) {
                    case GUARANTEED -> lsr.enabled() ? lsr : ls;
                    case BURSTABLE -> ls;
                    case BEST_EFFORT -> be;
                };
        };
    }

    /**
     * Whether the processes of a pod share a cookie, and with whom.
     *
     * @param groupLabel empty without the label
     * @param policyLabel empty without the label
     */
    public OfPod ofPod(QosClass label, KubeQos qos, String uid, String groupLabel, String policyLabel) {
        OfClass found = classOf(label, qos);
        String group = policyLabel.equals("exclusive") ? uid : groupLabel;
        return new OfPod(found.enabled() && !policyLabel.equals("none"), found.expels() ? group + EXPELLER : group);
    }

    /** cpu.idle of the group of a QoS class of Kubernetes, as the reference would set it. */
    public int idle(KubeQos qos) {
        OfClass found = switch (qos) {
            case GUARANTEED -> lsr;
            case BURSTABLE -> ls;
            case BEST_EFFORT -> be;
        };
        return found.idle() ? 1 : 0;
    }
}
