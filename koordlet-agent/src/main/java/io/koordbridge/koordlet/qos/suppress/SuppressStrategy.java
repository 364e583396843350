package io.koordbridge.koordlet.qos.suppress;

import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.measure.reading.Need;
import io.koordbridge.koordlet.nodeslo.SuppressMethod;
import io.koordbridge.koordlet.qos.nodemanager.Daemons;
import io.koordbridge.koordlet.report.shown.Ground;
import io.koordbridge.koordlet.report.shown.StrategyGauge;
import io.koordbridge.koordlet.snapshot.NodeSnapshot;
import io.koordbridge.koordlet.snapshot.SloInForce;
import io.koordbridge.koordlet.snapshot.Tick;
import io.koordbridge.koordlet.strategy.Step;
import io.koordbridge.koordlet.strategy.Strategy;
import io.koordbridge.policy.suppress.NodeLoad;
import io.koordbridge.protocol.PureCore;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Suppression of best-effort work: by a quota of the tier, or by a cpuset of the tier and all below it; specification section 13.2. */
@PureCore
public final class SuppressStrategy implements Strategy<SuppressMemory> {

    public static final String NAME = "cpu-suppress";

    private final SuppressConfig config;
    private final boolean keepsDaemons;

    /**
     * A strategy.
     *
     * @param keepsDaemons whether the tier keeps what the NodeManagers in it request
     */
    public SuppressStrategy(SuppressConfig config, boolean keepsDaemons) {
        this.config = config;
        this.keepsDaemons = keepsDaemons;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Set<Knob<?>> knobs() {
        return Set.of(Knob.CPU_CFS_QUOTA, Knob.CPUSET_CPUS);
    }

    @Override
    public Set<Need<?>> needs(SloInForce slo) {
        return config.pressure().percent() == 0 ? Set.of() : PressureRule.NEEDS;
    }

    @Override
    public SuppressMemory initial() {
        return SuppressMemory.NONE;
    }

    @Override
    public boolean wakesFor(Tick.Cause cause) {
        return cause == Tick.Cause.TIMER || cause == Tick.Cause.SURGE;
    }

    @Override
    public Step<SuppressMemory> step(NodeSnapshot snapshot, SuppressMemory memory) {
        long daemonMilliCpu = daemonMilliCpu(snapshot);
        SuppressDecision byFormula = SuppressPolicy.decide(new SuppressPolicy.Input(
                snapshot.slo().suppressNow(),
                snapshot.slo().gone(),
                config.beCpuManager(),
                snapshot.load(),
                !snapshot.processors().isEmpty(),
                daemonMilliCpu));
        Steadiness.Outcome outcome =
                memory.steadiness().around(byFormula, snapshot.slo().suppressNow(), snapshot.load(), snapshot.tick());
        PressureRule.Outcome pressed =
                PressureRule.around(outcome.decision(), config.pressure(), snapshot, memory.pressure(), daemonMilliCpu);
        SuppressDecision decision = pressed.decision();
        SuppressRound round = new SuppressRound(
                snapshot, config.requireNodeTopology(), memory.deciding(decision, outcome.next(), pressed.next()));
        switch (decision.action()) {
            case NOTHING -> {
                // What was taken stays until it is known what holds.
            }
            case RECOVER -> {
                round.recoverQuota();
                round.recoverCpuset();
                round.forgetBeside();
            }
            case RECOVER_FOR_CPU_MANAGER -> {
                round.recoverQuota();
                round.recoverForCpuManager();
                round.forgetBeside();
            }
            case LIMIT_BY_QUOTA -> {
                round.limitQuota(
                        decision.allowanceMilliCpu(),
                        snapshot.load().map(NodeLoad::capacityMilliCpu).orElse(0L));
                if (round.quotaIsRefused()) {
                    round.limitCpuset(decision.allowanceMilliCpu());
                } else {
                    round.recoverCpuset();
                }
            }
            case LIMIT_BY_CPUSET -> {
                round.limitCpuset(decision.allowanceMilliCpu());
                round.recoverQuota();
            }
        }
        return round.step(round.quotaIsRefused() ? "quota-refused" : decision.reason());
    }

    private long daemonMilliCpu(NodeSnapshot snapshot) {
        long capacity = snapshot.load().map(NodeLoad::capacityMilliCpu).orElse(0L);
        return keepsDaemons ? Daemons.floorMilliCpu(snapshot.cluster().pods(), capacity) : 0;
    }

    @Override
    public List<StrategyGauge<SuppressMemory>> gauges() {
        return SuppressReport.GAUGES;
    }

    @Override
    public Map<String, Object> state(NodeSnapshot snapshot, SuppressMemory memory) {
        return Map.of("suppress", SuppressReport.state(snapshot, memory, config.pressure()));
    }

    @Override
    public List<String> preflight(Ground ground) {
        if (ground.processors() <= 0) {
            return List.of("suppression      none: no processor can be read in " + ground.sys());
        }
        return config.pressure().percent() == 0
                ? List.of()
                : List.of("suppression      works", "pressure step    " + pressureStep(ground));
    }

    private String pressureStep(Ground ground) {
        return ground.tree().supports(Knob.CPU_PRESSURE, ground.tree().paths().bestEffortDir())
                ? "works, from " + config.pressure().percent() + " % of a second on"
                : "not supported here: no cpu.pressure in the group of all pods";
    }

    @Override
    public Step<SuppressMemory> release(NodeSnapshot snapshot, SuppressMemory memory) {
        SuppressRound round = new SuppressRound(snapshot, config.requireNodeTopology(), memory);
        if (round.status(SuppressMethod.CFS_QUOTA) == SuppressMemory.Status.USING) {
            round.recoverQuota();
        }
        if (round.status(SuppressMethod.CPUSET) == SuppressMemory.Status.USING) {
            round.recoverCpuset();
        }
        round.forgetBeside();
        return round.step("released");
    }
}
