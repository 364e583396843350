package io.koordbridge.capacity.plan;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.device.Device;
import io.koordbridge.api.device.DeviceInfo;
import io.koordbridge.api.device.DeviceSpec;
import io.koordbridge.api.document.node.ThirdParties;
import io.koordbridge.api.topology.NodeResourceTopology;
import io.koordbridge.api.topology.Zone;
import io.koordbridge.api.topology.ZoneResource;
import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.capacity.batchresource.DemandFixtures;
import io.koordbridge.capacity.batchresource.NodeUsage;
import io.koordbridge.capacity.batchresource.PodDemand;
import io.koordbridge.capacity.batchresource.ThirdPartyShares;
import io.koordbridge.capacity.protection.MemoryFacts;
import io.koordbridge.capacity.protection.NodeProtection;
import io.koordbridge.capacity.protection.ProtectionFacts;
import io.koordbridge.capacity.protection.ProtectionJudge;
import io.koordbridge.capacity.stages.ResourceStages;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.sloconfig.KeyState;
import io.koordbridge.sloconfig.colocation.ColocationConfigReader;
import io.koordbridge.sloconfig.colocation.ColocationConfigReader.State;
import io.koordbridge.sloconfig.colocation.EffectiveStrategy;
import io.koordbridge.sloconfig.noderatios.NodeRatioSchemas;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A node, what it depends on, and passes over it that are carried out; everything may change between two passes. */
public final class SimulatedPasses {

    private static final CpuMemory ONE_CORE = CpuMemory.ofMilliAndBytes(1000, 1L << 30);

    final Map<String, String> labels = new TreeMap<>();
    final Map<String, String> annotations = new TreeMap<>();
    final List<PodDemand> pods = new ArrayList<>();
    private State colocation = State.INITIAL;
    private KeyState normalization = KeyState.initial(NodeRatioSchemas.NORMALIZATION);
    private KeyState amplification = KeyState.initial(NodeRatioSchemas.AMPLIFICATION);
    private long systemMilli = 1000;
    private boolean reports = true;
    private boolean judged;
    private boolean talks = true;
    private boolean permitted;
    private boolean suppression = true;
    private @Nullable String agent;
    private @Nullable Instant unprotectedSince;
    private @Nullable Instant reportedAt;
    private int zoneCount;
    private String cpuFacts = "{}";
    private int cards;
    private Instant now = Instant.parse("2026-03-01T10:00:00Z");
    private Node node = kubelet();
    private List<Zone> zones = List.of();
    private @Nullable Instant upToDateAt;
    private @Nullable PassMemory memory;

    /** The same cluster with a node that no pass has seen. */
    SimulatedPasses untouched() {
        SimulatedPasses other = new SimulatedPasses();
        other.labels.putAll(labels);
        other.annotations.putAll(annotations);
        other.pods.addAll(pods);
        other.colocation = colocation;
        other.normalization = normalization;
        other.amplification = amplification;
        other.systemMilli = systemMilli;
        other.reports = reports;
        other.cards = cards;
        other.now = now;
        other.topology(zoneCount, cpuFacts);
        return other;
    }

    private static Node kubelet() {
        Map<String, Quantity> resources = Map.of("cpu", new Quantity("16"), "memory", new Quantity("64Gi"));
        return new NodeBuilder()
                .withNewMetadata()
                .withName("n")
                .endMetadata()
                .withNewStatus()
                .withCapacity(resources)
                .withAllocatable(resources)
                .endStatus()
                .build();
    }

    public void configure(Map<String, String> data) {
        colocation = ColocationConfigReader.next(colocation, data).state();
        normalization = normalization.next(NodeRatioSchemas.NORMALIZATION, data).state();
        amplification = amplification.next(NodeRatioSchemas.AMPLIFICATION, data).state();
    }

    public void system(long milli) {
        systemMilli = milli;
    }

    void reports(boolean comes) {
        reports = comes;
    }

    /** From now on protection is judged; without it nothing is known of it. */
    SimulatedPasses judged() {
        judged = true;
        return this;
    }

    /** Whether the agent goes on to report. */
    void talks(boolean goesOn) {
        talks = goesOn;
    }

    /** The annotation of the agent, null for none. */
    void agent(@Nullable String says) {
        agent = says;
    }

    void suppression(boolean on) {
        suppression = on;
    }

    void permitted(boolean bySetting) {
        permitted = bySetting;
    }

    void cards(int healthy) {
        cards = healthy;
    }

    /** The node agent writes its zones anew. */
    void topology(int count, String facts) {
        zoneCount = count;
        cpuFacts = facts;
        zones = IntStream.range(0, count)
                .mapToObj(number -> zone("node-" + number, new Quantity(16_000 / count + "m")))
                .toList();
    }

    private static Zone zone(String name, Quantity cpu) {
        Quantity memory = new Quantity("16Gi");
        return new Zone(
                name,
                "Node",
                null,
                List.of(new ZoneResource("cpu", cpu, cpu, cpu), new ZoneResource("memory", memory, memory, memory)));
    }

    /** Another replica leads from now on. */
    void anotherLeads() {
        upToDateAt = null;
        memory = null;
        unprotectedSince = null;
    }

    /** A pass, carried out. */
    public NodePlan pass(long secondsLater) {
        now = now.plusSeconds(secondsLater);
        reportedAt = talks || reportedAt == null ? now : reportedAt;
        Node shown = marked();
        NodePlan plan = NodeResourcePass.plan(inputs(shown), ResourceStages.ALL);
        if (plan.writesNode()) {
            node = NodePatch.of(plan).applied(shown, "2");
        }
        if (plan.writesZones()) {
            zones = plan.zones().zones();
        }
        boolean done = plan.status().writes() || plan.status().reason() == WriteDecision.Reason.UNCHANGED;
        upToDateAt = done ? now : upToDateAt;
        memory = plan.terms().after().carriedOut(done, true, before());
        unprotectedSince = plan.terms().protection().unprotectedSince();
        return plan;
    }

    PublishedNode published() {
        return PublishedNode.shown(node, Owned.of(ResourceStages.ALL));
    }

    List<Zone> zones() {
        return zones;
    }

    /** The node with the labels and annotations that others gave it. */
    private Node marked() {
        Node marked = new NodeBuilder(node).build();
        Map<String, String> all = new TreeMap<>(annotations);
        Map<String, String> own = node.getMetadata().getAnnotations();
        for (String key : List.of(
                Annotations.NODE_ORIGIN_ALLOCATABLE,
                Annotations.NODE_CPU_NORMALIZATION_RATIO,
                Annotations.NODE_AMPLIFICATION_RATIO)) {
            if (own != null && own.get(key) != null) {
                all.put(key, own.get(key));
            }
        }
        marked.getMetadata().setAnnotations(all);
        Map<String, String> labelled = new TreeMap<>(labels);
        labelled.putAll(published().labels());
        marked.getMetadata().setLabels(labelled);
        return marked;
    }

    private PassMemory before() {
        return memory == null ? PassMemory.at(now) : memory;
    }

    private NodeInputs inputs(Node shown) {
        EffectiveStrategy.ForNode strategy = EffectiveStrategy.of(
                        colocation.config(),
                        shown.getMetadata().getLabels(),
                        shown.getMetadata().getAnnotations())
                .boundedByNode();
        return new NodeInputs(
                shown,
                strategy,
                pods,
                reports ? new NodeReport(null, usage(), reported()) : null,
                zoneCount == 0 ? null : topology(),
                cards == 0 ? null : device(),
                new NodeInputs.Settings(normalization, amplification, true),
                ThirdPartyShares.of(ThirdParties.read(shown)),
                new NodeInputs.Before(before(), upToDateAt, CpuMemory.ZERO, protection()),
                now);
    }

    private NodeProtection protection() {
        return judged
                ? ProtectionJudge.judge(
                        new ProtectionFacts(
                                agent,
                                suppression,
                                reports ? reported() : null,
                                reports ? reported() : null,
                                Duration.ofSeconds(60),
                                MemoryFacts.NONE),
                        permitted,
                        unprotectedSince,
                        now)
                : NodeProtection.NOT_JUDGED;
    }

    private Instant reported() {
        return reportedAt == null ? now : reportedAt;
    }

    private NodeUsage usage() {
        return new NodeUsage(
                reported(),
                true,
                CpuMemory.ofMilliAndBytes(systemMilli, 1L << 30),
                List.of(),
                CpuMemory.ZERO,
                CpuMemory.ZERO,
                CpuMemory.ofMilliAndBytes(systemMilli, 1L << 30),
                CpuMemory.ofMilliAndBytes(2000, 2L << 30));
    }

    private NodeResourceTopology topology() {
        NodeResourceTopology topology = new NodeResourceTopology();
        topology.setMetadata(new ObjectMetaBuilder()
                .withName("n")
                .addToAnnotations(Annotations.NRT_CPU_BASIC_INFO, cpuFacts)
                .build());
        topology.setZones(zones);
        return topology;
    }

    private Device device() {
        Device device = new Device();
        device.setMetadata(new ObjectMetaBuilder().withName("n").build());
        List<DeviceInfo> all = new ArrayList<>();
        for (int card = 0; card < cards; card++) {
            Map<String, Quantity> core = Map.of(ResourceNames.GPU_CORE, new Quantity("100"));
            all.add(new DeviceInfo("gpu", null, "g" + card, card, 0, true, core, null, null, null));
            all.add(new DeviceInfo("rdma", null, "r" + card, card, 0, true, Map.of(), null, null, null));
        }
        device.setSpec(new DeviceSpec(all));
        return device;
    }

    /** A pod that needs a core. */
    static PodDemand prodPod(int number) {
        return DemandFixtures.prod("p" + number, ONE_CORE);
    }
}
