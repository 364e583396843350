package io.koordbridge.koordlet.strategy;

import io.koordbridge.koordlet.cgroup.Intent;
import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.enforce.quota.QuotaPart;
import io.koordbridge.koordlet.enforce.quota.QuotaPlan;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * What all strategies of a tick want, with one value for each file.
 *
 * @param steps levels of each strategy, in the order of the strategies
 * @param batches of levels, as they are written
 */
@PureCore
public record WritePlan(List<List<List<Intent>>> steps, List<List<List<Intent>>> batches) {

    /** Nothing. */
    static final WritePlan NONE = new WritePlan(List.of(), List.of());

    public WritePlan {
        steps = List.copyOf(steps);
        batches = List.copyOf(batches);
    }

    /** The plan of the next tick: this one when the strategies want the same. */
    WritePlan next(List<List<List<Intent>>> nowSteps) {
        return steps.equals(nowSteps) ? this : new WritePlan(nowSteps, merge(nowSteps));
    }

    /**
     * Merges. The writes of one knob are one batch, so that parents and children of all strategies are ordered together; knobs come in the
     * order in which the strategies name them first.
     *
     * @param steps levels of each strategy, in the order of the strategies
     * @return batches of levels
     * @throws IllegalStateException when two strategies want the same file and its knob has no rule
     */
    public static List<List<List<Intent>>> merge(List<List<List<Intent>>> steps) {
        Map<Intent.Target, Intent> winners = new HashMap<>();
        if (steps.size() > 1) {
            steps.forEach(levels -> levels.forEach(
                    level -> level.forEach(intent -> winners.merge(intent.target(), intent, WritePlan::winner))));
        }
        Map<Knob<?>, List<List<Intent>>> batches = new LinkedHashMap<>();
        for (List<List<Intent>> levels : steps) {
            for (List<Intent> level : levels) {
                Map<Knob<?>, List<Intent>> parts = new LinkedHashMap<>();
                for (Intent intent : level) {
                    if (winners.isEmpty() || intent.equals(winners.get(intent.target()))) {
                        parts.computeIfAbsent(intent.update().knob(), knob -> new ArrayList<>())
                                .add(intent);
                    }
                }
                parts.forEach((knob, part) ->
                        batches.computeIfAbsent(knob, one -> new ArrayList<>()).add(part));
            }
        }
        return List.copyOf(batches.values());
    }

    /**
     * The batches, and those of quotas that are composed of parts. A group whose quota is wanted as a value as well has that value.
     *
     * @param problems gets such groups
     */
    List<List<List<Intent>>> with(List<QuotaPart> quotas, Consumer<String> problems) {
        Map<String, String> values = new HashMap<>();
        batches.forEach(levels -> levels.forEach(level -> level.stream()
                .filter(intent -> intent.update().knob() == Knob.CPU_CFS_QUOTA)
                .forEach(intent ->
                        values.put(intent.update().dir(), intent.update().reason()))));
        List<QuotaPart> composed = new ArrayList<>();
        for (QuotaPart part : quotas) {
            String owner = values.get(part.group());
            if (owner == null) {
                composed.add(part);
            } else {
                problems.accept(
                        "quota of " + part.group() + ": a value of " + owner + " holds, not a part of " + part.owner());
            }
        }
        List<List<List<Intent>>> all = new ArrayList<>(batches);
        all.addAll(QuotaPlan.batches(composed));
        return all;
    }

    private static Intent winner(Intent one, Intent other) {
        if (one.update().reason().equals(other.update().reason())) {
            return other;
        }
        return MergeRules.of(one.update().knob())
                .orElseThrow(() -> new IllegalStateException(one.update().reason() + " and "
                        + other.update().reason() + " both write "
                        + one.update().knob()
                        + ", and there is no rule for it"))
                .apply(one, other);
    }
}
