package io.koordbridge.koordlet.app;

import io.koordbridge.koordlet.cgroup.CgroupUpdate;
import io.koordbridge.koordlet.cgroup.Intent;
import io.koordbridge.koordlet.enforce.quota.QuotaPart;
import io.koordbridge.koordlet.evict.EvictionOrder;
import io.koordbridge.koordlet.evict.EvictionTask;
import io.koordbridge.koordlet.report.shown.Ground;
import io.koordbridge.koordlet.strategy.Planned;
import io.koordbridge.koordlet.strategy.Step;
import io.koordbridge.koordlet.strategy.StrategyRunner;
import io.koordbridge.koordlet.topology.Processors;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@code GET /plan}: what each gate does on this node, and what each strategy would write now, also one that is off; nothing is written. One
 * plan at a time.
 */
final class PlanReport {

    /** Of each list; more are counted. */
    static final int MOST = 500;

    private final KoordletConfig config;
    private final Machine machine;
    private final StrategyRunner runner;
    private final Features features;
    private @Nullable Ground ground;

    PlanReport(KoordletConfig config, Machine machine, StrategyRunner runner) {
        this.config = config;
        this.machine = machine;
        this.runner = runner;
        this.features = new Features(config, machine);
    }

    synchronized Map<String, @Nullable Object> now() {
        Ground here = here();
        Map<String, @Nullable Object> plan = new LinkedHashMap<>();
        plan.put("observesOnly", machine.observesOnly());
        Map<String, String> gates = new LinkedHashMap<>();
        features.list(here).forEach(one -> gates.put(one.gate().wireName(), one.text()));
        plan.put("features", gates);
        Map<String, List<String>> said = Strategies.list(config).preflightByName(here);
        plan.put(
                "strategies",
                runner.plan().stream()
                        .map(one -> strategy(one, said.getOrDefault(one.strategy(), List.of())))
                        .toList());
        return plan;
    }

    /** CPUs are not counted again once there are any. */
    private Ground here() {
        Ground known = ground;
        if (known == null || known.processors() == 0) {
            Path sys = Path.of(config.roots().sys());
            int cpus = new Processors(machine.files(), sys).read().size();
            known = new Ground(machine.tree(), cpus, sys);
            ground = known;
        }
        return known;
    }

    private Map<String, @Nullable Object> strategy(Planned planned, List<String> here) {
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        part.put("name", planned.strategy());
        part.put("gates", features.gatesOf(planned.strategy()));
        part.put("on", planned.on());
        part.put("lastReason", planned.last());
        part.put("here", here);
        if (planned.step().isPresent()) {
            step(planned.step().get(), part);
        } else {
            part.put("failure", planned.failure());
        }
        return part;
    }

    private static void step(Step<?> step, Map<String, @Nullable Object> part) {
        part.put("reason", step.reason());
        part.put("problems", step.problems().stream().limit(MOST).toList());
        List<Map<String, Object>> writes = new ArrayList<>();
        int count = 0;
        for (int level = 0; level < step.levels().size(); level++) {
            for (Intent intent : step.levels().get(level)) {
                if (count < MOST) {
                    writes.add(write(level, intent));
                }
                count++;
            }
        }
        part.put("writes", writes);
        part.put("moreWrites", count - writes.size());
        part.put(
                "quotas",
                step.quotas().stream().limit(MOST).map(PlanReport::quota).toList());
        part.put(
                "evictions", step.evictions().stream().map(PlanReport::eviction).toList());
    }

    private static Map<String, Object> write(int level, Intent intent) {
        CgroupUpdate update = intent.update();
        Map<String, Object> write = new LinkedHashMap<>();
        write.put("level", level);
        write.put("file", update.knob().toString());
        write.put("group", update.dir());
        write.put("value", update.value());
        return write;
    }

    private static Map<String, Object> quota(QuotaPart part) {
        Map<String, Object> quota = new LinkedHashMap<>();
        quota.put("group", part.group());
        quota.put("baseMicros", part.baseMicros());
        quota.put("currentMicros", part.currentMicros());
        quota.put("part", part.stage().toString());
        return quota;
    }

    /** Pods in the order of their turns; not all of them go. */
    private static Map<String, Object> eviction(EvictionOrder order) {
        Map<String, Object> eviction = new LinkedHashMap<>();
        eviction.put("pool", order.pool().wireName());
        for (EvictionTask task : order.tasks()) {
            eviction.put(
                    task.feature().wireName(),
                    task.candidates().stream()
                            .limit(MOST)
                            .map(victim -> victim.fullName())
                            .toList());
        }
        return eviction;
    }
}
