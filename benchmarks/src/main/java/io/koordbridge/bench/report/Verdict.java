package io.koordbridge.bench.report;

/** A target with what was measured. */
public record Verdict(String figure, double limit, double measured, boolean held) {

    static Verdict of(Target target, Figure figure) {
        return new Verdict(target.figure(), target.limit(), figure.value(), figure.value() <= target.limit());
    }
}
