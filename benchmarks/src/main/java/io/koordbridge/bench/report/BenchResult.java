package io.koordbridge.bench.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One run.
 *
 * @param name of the benchmark, with its size
 * @param commit what was measured; ends in {@code -dirty} when files were changed since
 * @param parameters what was asked for
 * @param notes what a reader has to know to judge the figures
 */
public record BenchResult(
        String name,
        String startedAt,
        Machine machine,
        String commit,
        Map<String, Object> parameters,
        Map<String, Figure> figures,
        List<TargetResult> targets,
        List<String> notes) {

    public BenchResult {
        parameters = new LinkedHashMap<>(parameters);
        figures = new LinkedHashMap<>(figures);
        targets = List.copyOf(targets);
        notes = List.copyOf(notes);
    }

    /** Whether every target was reached. */
    public boolean held() {
        return targets.stream().allMatch(TargetResult::held);
    }
}
