package io.koordbridge.colo.answer;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.koordbridge.answers.Required;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@code /api/v1/nodes/{name}/explain} of the koord-manager: each published amount as a sum.
 *
 * @param ageSeconds age of the calculation
 * @param reason why there is capacity, or none
 * @param strategySources rules that hold for the node, in the order in which they were laid over each other
 * @param zones NUMA zones of the node
 * @param devices types of devices that were looked at
 * @param changes newest last
 */
public record SumsAnswer(
        @Nullable BigDecimal ageSeconds,
        @Nullable String reason,
        List<String> strategySources,
        Report report,
        List<Sum> sums,
        List<Zone> zones,
        Decision decision,
        List<Stage> stages,
        List<Devices> devices,
        List<Change> changes) {

    public SumsAnswer {
        Required.field("sums", sums);
        zones = orEmpty(zones);
        strategySources = orEmpty(strategySources);
        report = report == null ? new Report(null) : report;
        decision = decision == null ? new Decision(null, null, null, null, null) : decision;
        stages = orEmpty(stages);
        devices = orEmpty(devices);
        changes = orEmpty(changes);
    }

    /** The report that was calculated with. */
    public record Report(@Nullable BigDecimal ageSeconds) {}

    /**
     * Whether the node was written, and when it is due.
     *
     * @param notWritten why it could not be written, null when it could or did not have to
     * @param changesSince when the replica began to lead: of changes before that it knows at most its own
     * @param protection null from a manager that is older than this field
     */
    public record Decision(
            @Nullable String reason,
            @Nullable String notWritten,
            @Nullable Instant askAgainAt,
            @Nullable Instant changesSince,
            @Nullable Protection protection) {}

    /** Why nothing grows, or nothing is offered, because online pods are not protected; empty where they are. */
    public record Protection(@Nullable String sentence) {}

    /**
     * One amount.
     *
     * @param result what the node ought to show
     * @param onNode what it shows
     */
    public record Sum(
            String resource,
            String unit,
            @Nullable String reason,
            @Nullable BigDecimal result,
            @Nullable BigDecimal onNode,
            boolean published,
            List<Step> steps) {

        public Sum {
            Required.field("sums.resource", resource);
            Required.field("sums.unit", unit);
            steps = orEmpty(steps);
        }
    }

    /** A NUMA zone. */
    public record Zone(@JsonProperty("zone") String name, List<ZoneSum> sums) {

        public Zone {
            Required.field("zones.zone", name);
            sums = orEmpty(sums);
        }
    }

    /** One amount of a zone. */
    public record ZoneSum(String resource, @Nullable BigDecimal result, List<Step> steps) {

        public ZoneSum {
            Required.field("zones.sums.resource", resource);
            steps = orEmpty(steps);
        }
    }

    /** Devices of one type. */
    public record Devices(String type, @Nullable String reason, int healthy, int unhealthy, List<Sum> sums) {

        public Devices {
            Required.field("devices.type", type);
            sums = orEmpty(sums);
        }
    }

    /** One line of a sum; its parts have no sign. */
    public record Step(
            @Nullable String sign,
            String name,
            BigDecimal value,
            @Nullable String source,
            @Nullable BigDecimal ageSeconds,
            List<Step> parts) {

        public Step {
            Required.field("sums.steps.name", name);
            Required.field("sums.steps.value", value);
            parts = orEmpty(parts);
        }
    }

    /** A capability that took part. */
    public record Stage(
            @JsonProperty("stage") String name, @Nullable String problem, Map<String, @Nullable String> annotations) {

        public Stage {
            Required.field("stages.stage", name);
            annotations = annotations == null ? Map.of() : annotations;
        }
    }

    /** An amount that was published, before and after in the unit of the resource. */
    public record Change(
            Instant at,
            String resource,
            @JsonProperty("beforeValue") @Nullable BigDecimal before,
            @JsonProperty("afterValue") @Nullable BigDecimal after,
            @Nullable String why,
            @Nullable String because) {

        public Change {
            Required.field("changes.at", at);
            Required.field("changes.resource", resource);
        }
    }

    private static <T> List<T> orEmpty(@Nullable List<T> list) {
        return list == null ? List.of() : List.copyOf(list);
    }
}
