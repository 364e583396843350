package io.koordbridge.koordlet.qos.identity;

import io.koordbridge.api.slo.HostApplication;
import io.koordbridge.koordlet.cgroup.Intent;
import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.measure.reading.Need;
import io.koordbridge.koordlet.measure.reading.Scope;
import io.koordbridge.koordlet.nodeslo.NodeSlo;
import io.koordbridge.koordlet.report.shown.StrategyGauge;
import io.koordbridge.koordlet.snapshot.NodeSnapshot;
import io.koordbridge.koordlet.snapshot.SloInForce;
import io.koordbridge.koordlet.snapshot.Tick;
import io.koordbridge.koordlet.strategy.Step;
import io.koordbridge.koordlet.strategy.Strategy;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * The least weight for best-effort work, on kernels without identities. All else keeps the kubelet's weights, and YARN's those of its
 * NodeManager. Its memory is how many groups have it.
 */
@PureCore
public final class WeightStrategy implements Strategy<Integer> {

    public static final String NAME = "least-weight";

    /** The kubelet's for the tier. */
    private static final long LEAST_SHARES = 2;

    private static final Need<Long> IDLE = Need.knob(Knob.CPU_IDLE, Scope.TIER);
    private static final Set<Need<?>> NEEDS = needs();

    private static Set<Need<?>> needs() {
        Set<Need<?>> all = new HashSet<>(IdentityFinding.NEEDS);
        all.add(IDLE);
        return Set.copyOf(all);
    }

    /** Whether best-effort work is to come after all else; what was taken stays while there is no NodeSLO. */
    public static boolean isAsked(SloInForce slo) {
        return !slo.gone()
                && slo.present()
                        .map(NodeSlo::effective)
                        .map(IdentityRule::of)
                        .map(rule -> rule.be().enabled() && rule.be().value() < 0)
                        .orElse(true);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Set<Knob<?>> knobs() {
        return Set.of(Knob.CPU_SHARES);
    }

    @Override
    public Set<Need<?>> needs(SloInForce slo) {
        return slo.present().isPresent() ? NEEDS : Set.of();
    }

    @Override
    public Integer initial() {
        return 0;
    }

    @Override
    public Step<Integer> step(NodeSnapshot snapshot, Integer memory) {
        if (snapshot.slo().present().isEmpty()) {
            return Step.nothing(memory, "no-node-slo");
        }
        if (IdentityFinding.of(snapshot.readings()).isSupported()) {
            return Step.nothing(0, "identities");
        }
        List<HostApplication> applications = snapshot.slo().present().get().hostApplications();
        List<String> problems = new ArrayList<>();
        List<Intent> weights = new ArrayList<>();
        String tier = snapshot.paths().bestEffortDir();
        if (snapshot.readings().of(IDLE).filter(idle -> idle != 0).isPresent()) {
            problems.add(
                    "cpu.idle of " + tier + " = 1: want 0; another agent set it, the kernel refuses every weight of"
                            + " the group, and a kubelet that restarts ends; write 0 to it, then the least weight to the group");
        } else {
            weights.add(weight(tier));
        }
        HostGroups.lightest(applications, snapshot.paths(), problems).forEach(dir -> weights.add(weight(dir)));
        return new Step<>(weights.size(), List.of(weights), "least-weight", problems);
    }

    private static Intent weight(String dir) {
        return Intent.of(Knob.CPU_SHARES, dir, LEAST_SHARES, NAME).checked(Intent.Check.RECHECKED);
    }

    /** As often as the other strategies that write weights. */
    @Override
    public boolean wakesFor(Tick.Cause cause) {
        return cause == Tick.Cause.TIMER || cause == Tick.Cause.BIRTH;
    }

    @Override
    public List<StrategyGauge<Integer>> gauges() {
        return List.of(new StrategyGauge<>(
                "koord_koordlet_identity_groups",
                List.of("by", "weight"),
                (snapshot, memory) -> OptionalDouble.of(memory)));
    }

    /** Nothing by itself: the record of changes reverts. */
    @Override
    public Step<Integer> release(NodeSnapshot snapshot, Integer memory) {
        return Step.nothing(0, "released");
    }
}
