package io.koordbridge.yarnoperator.view;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Answers that only the page reads; the others are in {@code koord-answers}. Null is not known, never 0. */
public final class Answers {

    private Answers() {}

    /** {@code GET /api/v1/nodes/{name}/explain}. */
    public record ExplainAnswer(String node, String time, String decision, String reason, List<TermAnswer> terms) {}

    /** One term of a decision. */
    public record TermAnswer(
            String name,
            @Nullable Long value,
            String unit,
            String source,
            @Nullable Double ageSeconds) {}

    /** {@code GET /api/v1/timeline}. */
    public record TimelineAnswer(List<PointAnswer> points, List<EventAnswer> events) {}

    /** Sums at one time. */
    public record PointAnswer(
            long at,
            @Nullable Long originCpuMilli,
            @Nullable Long podsCpuMilli,
            @Nullable Long leaseCpuMilli,
            @Nullable Long rmCpuMilli,
            @Nullable Long usedCpuMilli,
            @Nullable Long prodCpuMilli) {}

    /** Something that happened. */
    public record EventAnswer(long at, @Nullable String node, String kind, String message) {}
}
