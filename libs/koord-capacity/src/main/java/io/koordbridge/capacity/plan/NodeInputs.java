package io.koordbridge.capacity.plan;

import static io.koordbridge.api.binding.Absent.orEmpty;

import io.fabric8.kubernetes.api.model.Node;
import io.koordbridge.api.device.Device;
import io.koordbridge.api.topology.NodeResourceTopology;
import io.koordbridge.api.topology.Zone;
import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.capacity.batchresource.PodDemand;
import io.koordbridge.capacity.batchresource.ThirdPartyShare;
import io.koordbridge.capacity.onlineuse.HeldBelow;
import io.koordbridge.capacity.protection.NodeProtection;
import io.koordbridge.sloconfig.KeyState;
import io.koordbridge.sloconfig.colocation.EffectiveStrategy;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Everything that one pass over a node depends on.
 *
 * @param node what is kept of the Node
 * @param pods pods bound to it
 * @param report its NodeMetric, null when absent
 * @param topology the kept part of its NodeResourceTopology, null when absent
 * @param device what is kept of its Device, null when absent
 * @param settings what is configured besides the colocation strategy
 * @param thirdParties what others than pods hold
 * @param before what earlier passes left
 */
public record NodeInputs(
        Node node,
        EffectiveStrategy.ForNode strategy,
        List<PodDemand> pods,
        @Nullable NodeReport report,
        @Nullable NodeResourceTopology topology,
        @Nullable Device device,
        Settings settings,
        ThirdPartyShare thirdParties,
        Before before,
        Instant now) {

    /**
     * What is configured besides the colocation strategy.
     *
     * @param normalization key of CPU normalization
     * @param amplification key of resource amplification
     * @param showsSharedGpus whether nodes show how often their cards can be shared
     * @param held up to which share of the node online and batch work together may run
     */
    public record Settings(KeyState normalization, KeyState amplification, boolean showsSharedGpus, HeldBelow held) {

        /** Where agents hold batch work back as they do without configuration. */
        public Settings(KeyState normalization, KeyState amplification, boolean showsSharedGpus) {
            this(normalization, amplification, showsSharedGpus, HeldBelow.DEFAULT);
        }
    }

    /**
     * What earlier passes left.
     *
     * @param passes the state that the last pass left
     * @param upToDateAt when this process last brought the status up to date, null when never
     * @param reserved by the last good reservation annotation of the node
     * @param protection whether the node is protected, judged with what earlier passes saw
     */
    public record Before(
            PassMemory passes, @Nullable Instant upToDateAt, CpuMemory reserved, NodeProtection protection) {

        /** Where protection is not judged, as in a simulation. */
        public Before(PassMemory passes, @Nullable Instant upToDateAt, CpuMemory reserved) {
            this(passes, upToDateAt, reserved, NodeProtection.NOT_JUDGED);
        }
    }

    public NodeInputs {
        pods = List.copyOf(pods);
    }

    /** Whether the node is protected. */
    public NodeProtection protection() {
        return before.protection();
    }

    /** Labels of the Node. */
    public Map<String, String> labels() {
        return orEmpty(node.getMetadata().getLabels());
    }

    /** Annotations of the Node. */
    public Map<String, String> annotations() {
        return orEmpty(node.getMetadata().getAnnotations());
    }

    /** Annotations of the topology, null without one. */
    public @Nullable Map<String, String> topologyAnnotations() {
        return topology == null ? null : orEmpty(topology.getMetadata().getAnnotations());
    }

    /** Zones of the topology. */
    public List<Zone> zones() {
        List<Zone> zones = topology == null ? null : topology.getZones();
        return zones == null ? List.of() : zones;
    }

    /** Name of the Node. */
    public String name() {
        return node.getMetadata().getName();
    }
}
