package io.koordbridge.bench.report;

/** A target with what was measured. */
public record TargetResult(String figure, double limit, double measured, boolean held) {

    static TargetResult of(Target target, Figure figure) {
        return new TargetResult(target.figure(), target.limit(), figure.value(), figure.value() <= target.limit());
    }
}
