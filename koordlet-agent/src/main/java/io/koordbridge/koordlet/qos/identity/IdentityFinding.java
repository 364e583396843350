package io.koordbridge.koordlet.qos.identity;

import io.koordbridge.koordlet.cgroup.Intent;
import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.cgroup.KnobShape;
import io.koordbridge.koordlet.cgroup.Trees;
import io.koordbridge.koordlet.measure.reading.Need;
import io.koordbridge.koordlet.measure.reading.Readings;
import io.koordbridge.koordlet.measure.reading.Scope;
import io.koordbridge.protocol.PureCore;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a kernel has for identities.
 *
 * @param hasFile whether groups of pods have cpu.bvt_warp_ns
 * @param hasCoreSwitch whether it has the switch of core scheduling, which excludes identities
 * @param isOn whether identities are switched on; empty without such a switch
 */
@PureCore
public record IdentityFinding(boolean hasFile, boolean hasCoreSwitch, Optional<Boolean> isOn) {

    static final Knob<Long> SWITCH = kernelSwitch("kernel/sched_group_identity_enabled");
    static final Knob<Long> CORE_SWITCH = kernelSwitch("kernel/sched_core");

    private static final Need<Long> FILE = Need.knob(Knob.CPU_BVT, Scope.KUBEPODS);
    private static final Need<Long> SWITCHED = Need.knob(SWITCH, Scope.NODE);
    private static final Need<Long> CORE = Need.knob(CORE_SWITCH, Scope.NODE);
    static final Set<Need<?>> NEEDS = Set.of(FILE, SWITCHED, CORE);

    private static Knob<Long> kernelSwitch(String file) {
        return Knob.of(KnobShape.file(Trees.Kind.SYSCTL, file, Long::valueOf));
    }

    /** By what was read. */
    public static IdentityFinding of(Readings readings) {
        return new IdentityFinding(
                readings.of(FILE).isPresent(),
                readings.of(CORE).isPresent(),
                readings.of(SWITCHED).map(value -> value != 0));
    }

    /** Whether it knows identities at all. */
    public boolean isSupported() {
        return hasFile || isOn.isPresent();
    }

    /** Whether nothing has an identity, and nothing gets one: there is nothing to reset. */
    public boolean isIdle(IdentityRule rule) {
        return !rule.enabled() && isOn.filter(on -> !on).isPresent();
    }

    /** The same once identities are switched on, which this agent does. */
    IdentityFinding settled() {
        return new IdentityFinding(hasFile, hasCoreSwitch, isOn.map(on -> true));
    }

    /** Switches that let identities count. */
    List<List<Intent>> switched() {
        List<Intent> first = hasCoreSwitch ? List.of(Intent.of(CORE_SWITCH, "", 0L, IdentityStrategy.NAME)) : List.of();
        List<Intent> second = isOn.isPresent() ? List.of(Intent.of(SWITCH, "", 1L, IdentityStrategy.NAME)) : List.of();
        return List.of(first, second);
    }
}
