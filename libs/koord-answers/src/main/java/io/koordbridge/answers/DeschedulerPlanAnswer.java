package io.koordbridge.answers;

import static io.koordbridge.answers.Required.field;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonFormat.Shape;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code GET /apis/v1/plan} of koord-descheduler: what a run at this time would do.
 *
 * @param time when it was calculated
 * @param dryRun whether the process evicts no pod
 * @param waitsFor why the next run would decide nothing, such as reports that were not read yet; null when it would
 * @param nodes those that a plugin compared with thresholds
 * @param victims pods that would be evicted, in their order
 * @param kept pods of overloaded nodes that would stay
 */
public record DeschedulerPlanAnswer(
        @JsonFormat(shape = Shape.STRING) Instant time,
        boolean dryRun,
        @Nullable String waitsFor,
        List<NodeUse> nodes,
        List<Victim> victims,
        List<KeptPod> kept) {

    public DeschedulerPlanAnswer {
        field("time", time);
        nodes = List.copyOf(field("nodes", nodes));
        victims = List.copyOf(field("victims", victims));
        kept = List.copyOf(field("kept", kept));
    }

    /**
     * A node in a pool.
     *
     * @param state high, prodHigh, low, prodLow, bothLow, none or unknown
     * @param reason why a node takes no part, or why its overload does not count yet; null otherwise
     */
    public record NodeUse(
            String pool,
            String node,
            String state,
            @Nullable String reason,
            List<ResourceUse> resources) {

        public NodeUse {
            field("nodes.pool", pool);
            field("nodes.node", node);
            field("nodes.state", state);
            resources = List.copyOf(field("nodes.resources", resources));
        }
    }

    /**
     * Use and thresholds in base units: milli-CPU, bytes, number of pods.
     *
     * @param resource such as cpu
     * @param ofProdPods whether only pods of priority class prod count
     * @param used null when there is no fresh report
     * @param low at or below it in all resources the node is a target
     * @param high above it in one resource the node is overloaded
     */
    public record ResourceUse(
            String resource,
            boolean ofProdPods,
            @Nullable Long used,
            @Nullable Long capacity,
            @Nullable Long low,
            @Nullable Long high) {

        public ResourceUse {
            field("nodes.resources.resource", resource);
        }
    }

    /**
     * A pod that would be evicted.
     *
     * @param pod namespace/name
     * @param from its node
     * @param to nodes that could take it, the first fitting one first; empty when the plugin does not look for one
     * @param plugin which asks for it
     * @param reason with the numbers
     */
    public record Victim(String pod, String from, List<String> to, String plugin, String reason) {

        public Victim {
            field("victims.pod", pod);
            field("victims.from", from);
            field("victims.plugin", plugin);
            field("victims.reason", reason);
            to = List.copyOf(field("victims.to", to));
        }
    }

    /**
     * A pod that would stay.
     *
     * @param pod namespace/name
     * @param check first check that keeps it, such as MaxMigratingPerNode
     * @param message why, with the numbers of a limit
     */
    public record KeptPod(String pod, String node, String check, String message) {

        public KeptPod {
            field("kept.pod", pod);
            field("kept.node", node);
            field("kept.check", check);
            field("kept.message", message);
        }
    }
}
