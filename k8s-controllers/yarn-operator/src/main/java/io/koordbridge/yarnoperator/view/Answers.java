package io.koordbridge.yarnoperator.view;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.koordbridge.answers.NodesAnswer.Shrink;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Answers that only the page reads; the others are in {@code koord-answers}. Null is not known, never 0. */
public final class Answers {

    private Answers() {}

    /** {@code GET /api/v1/nodes/{name}/explain}. */
    public record ExplainAnswer(
            String node,
            String time,
            String decision,
            String reason,
            @JsonInclude(Include.NON_NULL) @Nullable Shrink shrink,
            List<TermAnswer> terms) {}

    /**
     * One term of a decision.
     *
     * @param cpuMilli an amount of vcores in cores, by the ratio of the cluster
     * @param memoryBytes an amount of YARN's memory in bytes
     */
    public record TermAnswer(
            String name,
            @Nullable Long value,
            String unit,
            @JsonInclude(Include.NON_NULL) @Nullable Long cpuMilli,
            @JsonInclude(Include.NON_NULL) @Nullable Long memoryBytes,
            String source,
            @Nullable Double ageSeconds) {

        TermAnswer(String name, @Nullable Long value, String unit, String source, @Nullable Double ageSeconds) {
            this(name, value, unit, null, null, source, ageSeconds);
        }
    }

    /** {@code GET /api/v1/timeline}. */
    public record TimelineAnswer(List<PointAnswer> points, List<EventAnswer> events) {}

    /** Sums at one time, in one object. */
    public record PointAnswer(
            long at,
            @JsonUnwrapped CpuAnswer cpu,
            @JsonUnwrapped MemoryAnswer memory) {}

    /** Sums of CPU. */
    public record CpuAnswer(
            @Nullable Long originCpuMilli,
            @Nullable Long podsCpuMilli,
            @Nullable Long leaseCpuMilli,
            @Nullable Long rmCpuMilli,
            @Nullable Long usedCpuMilli,
            @Nullable Long prodCpuMilli) {}

    /** Sums of memory. */
    public record MemoryAnswer(
            @Nullable Long originMemoryBytes,
            @Nullable Long podsMemoryBytes,
            @Nullable Long leaseMemoryBytes,
            @Nullable Long rmMemoryBytes,
            @Nullable Long usedMemoryBytes,
            @Nullable Long prodMemoryBytes) {}

    /** Something that happened. */
    public record EventAnswer(long at, @Nullable String node, String kind, String message) {}
}
