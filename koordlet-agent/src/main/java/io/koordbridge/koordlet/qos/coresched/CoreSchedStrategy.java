package io.koordbridge.koordlet.qos.coresched;

import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.nodeslo.NodeSlo;
import io.koordbridge.koordlet.report.shown.Ground;
import io.koordbridge.koordlet.snapshot.NodeSnapshot;
import io.koordbridge.koordlet.strategy.Step;
import io.koordbridge.koordlet.strategy.Strategy;
import io.koordbridge.protocol.KubeQos;
import io.koordbridge.protocol.PureCore;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Refuses core scheduling, and says why. Nothing is written. Its memory is whether a NodeSLO asks for it. */
@PureCore
public final class CoreSchedStrategy implements Strategy<Boolean> {

    public static final String NAME = "core-sched";

    private static final String NO_COOKIES = "this version manages no cookies of processes";

    private final String answer;

    /**
     * A strategy.
     *
     * @param missing why the kernel has no core scheduling; empty when it has
     */
    public CoreSchedStrategy(Optional<String> missing) {
        this.answer = "not supported here: " + missing.orElse(NO_COOKIES);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Set<Knob<?>> knobs() {
        return Set.of();
    }

    @Override
    public Boolean initial() {
        return false;
    }

    @Override
    public Step<Boolean> step(NodeSnapshot snapshot, Boolean memory) {
        boolean asked = rule(snapshot).filter(CoreSchedRule::enabled).isPresent();
        String who = asked
                ? "gate CoreSched and NodeSLO: resourceQOSStrategy.policies.cpuPolicy = 'coreSched': "
                : "gate CoreSched: ";
        return new Step<>(asked, List.of(), "refused", List.of(who + answer + "; pods share cores as before"));
    }

    private static Optional<CoreSchedRule> rule(NodeSnapshot snapshot) {
        return snapshot.slo().present().map(NodeSlo::effective).map(CoreSchedRule::of);
    }

    /** What the NodeSLO asks for, so that it can be seen before a kernel has it. */
    @Override
    public Map<String, Object> state(NodeSnapshot snapshot, Boolean memory) {
        Map<String, Object> idle = new TreeMap<>();
        rule(snapshot).ifPresent(rule -> {
            for (KubeQos qos : KubeQos.values()) {
                idle.put(qos.name().toLowerCase(Locale.ROOT), rule.idle(qos));
            }
        });
        return Map.of("coreSched", Map.of("asked", memory, "managed", false, "why", answer, "idleAsked", idle));
    }

    @Override
    public List<String> preflight(Ground ground) {
        return List.of("core scheduling  " + answer);
    }

    @Override
    public Step<Boolean> release(NodeSnapshot snapshot, Boolean memory) {
        return Step.nothing(false, "released");
    }
}
