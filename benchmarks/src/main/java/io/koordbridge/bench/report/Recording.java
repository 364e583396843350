package io.koordbridge.bench.report;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A run while it is being measured. */
public final class Recording {

    private final String name;
    private final String commit;
    private final Instant startedAt = Instant.now();
    private final Machine machine = Machine.now();
    private final StolenCpu stolenBefore = StolenCpu.now();
    private final Map<String, Object> parameters = new LinkedHashMap<>();
    private final Map<String, Figure> figures = new LinkedHashMap<>();
    private final List<Target> targets = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    public Recording(String name, String commit) {
        this.name = name;
        this.commit = commit;
    }

    /** What was asked for. */
    public Recording parameter(String key, Object value) {
        parameters.put(key, value);
        return this;
    }

    /** A measured value. */
    public Recording figure(String key, double value, String unit) {
        figures.put(key, Figure.of(value, unit));
        return this;
    }

    /** A measured value that has to stay at or below a limit. */
    public Recording figure(String key, double value, String unit, double limit) {
        return target(key, limit).figure(key, value, unit);
    }

    /** What a figure has to stay at or below. */
    public Recording target(String key, double limit) {
        targets.add(new Target(key, limit));
        return this;
    }

    /** Something a reader has to know. */
    public Recording note(String text) {
        notes.add(text);
        return this;
    }

    /** The run as measured. */
    public BenchResult finish() {
        figure("machine: CPU taken by the hypervisor", StolenCpu.now().percentSince(stolenBefore), "%");
        List<TargetResult> verdicts = targets.stream()
                .map(target -> TargetResult.of(target, Objects.requireNonNull(figures.get(target.figure()))))
                .toList();
        return new BenchResult(name, startedAt.toString(), machine, commit, parameters, figures, verdicts, notes);
    }
}
