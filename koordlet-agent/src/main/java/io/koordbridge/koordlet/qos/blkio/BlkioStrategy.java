package io.koordbridge.koordlet.qos.blkio;

import io.koordbridge.api.slo.BlkioQos;
import io.koordbridge.api.slo.BlockConfig;
import io.koordbridge.api.slo.IoConfig;
import io.koordbridge.api.slo.ResourceQos;
import io.koordbridge.api.slo.ResourceQosStrategy;
import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.cgroup.Intent;
import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.cluster.override.OverrideKey;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.measure.reading.Need;
import io.koordbridge.koordlet.nodeslo.NodeSlo;
import io.koordbridge.koordlet.report.shown.Ground;
import io.koordbridge.koordlet.report.shown.StrategyGauge;
import io.koordbridge.koordlet.snapshot.NodeSnapshot;
import io.koordbridge.koordlet.snapshot.Reading;
import io.koordbridge.koordlet.snapshot.SloInForce;
import io.koordbridge.koordlet.strategy.Step;
import io.koordbridge.koordlet.strategy.Strategy;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.QosClass;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Limits block devices of the tier and of annotated pods, and gives the kernel what it needs to know of disks. */
@PureCore
public final class BlkioStrategy implements Strategy<BlkioMemory> {

    private static final String NAME = "block-io";
    private static final String TIER = "/tier";
    private static final String ROOT = "/root";
    private static final Set<Knob<?>> KNOBS = Set.of(
            Knob.BLKIO_READ_IOPS,
            Knob.BLKIO_READ_BPS,
            Knob.BLKIO_WRITE_IOPS,
            Knob.BLKIO_WRITE_BPS,
            Knob.BLKIO_WEIGHT,
            Knob.BLKIO_QOS,
            Knob.BLKIO_MODEL,
            IoKnobs.MAX,
            IoKnobs.WEIGHT,
            IoKnobs.BFQ_WEIGHT,
            IoKnobs.COST_QOS,
            IoKnobs.COST_MODEL);

    private final String kubeletDirectory;

    /** Looks for volumes of pods below a directory of the kubelet. */
    public BlkioStrategy(String kubeletDirectory) {
        this.kubeletDirectory = kubeletDirectory;
    }

    /** Lines of a disk by their files. */
    private interface Lines {
        Map<Knob<String>, String> of(CgroupVersion version, String disk, IoConfig io);
    }

    /**
     * Who asks.
     *
     * @param key in the memory
     * @param name for messages
     * @param group whose files are written
     * @param volumes where the kubelet mounts its volumes, null for the node
     */
    private record Owner(
            String key, String name, String group, @Nullable String volumes, Lines lines) {
        @Nullable
        String volume(@Nullable String block) {
            return volumes == null ? null : volumes + block + "/mount";
        }
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Set<Knob<?>> knobs() {
        return KNOBS;
    }

    @Override
    public Set<OverrideKey<?>> overrides() {
        return Set.of(Blocks.OF_POD);
    }

    @Override
    public Set<Need<?>> needs(SloInForce slo) {
        return Set.of(DiskReader.DISKS);
    }

    @Override
    public BlkioMemory initial() {
        return BlkioMemory.NONE;
    }

    @Override
    public Step<BlkioMemory> step(NodeSnapshot snapshot, BlkioMemory memory) {
        Optional<Disks> disks = snapshot.readings().of(DiskReader.DISKS);
        if (disks.isEmpty()
                || (snapshot.slo().present().isEmpty() && !snapshot.slo().gone())) {
            return Step.nothing(memory, disks.isEmpty() ? "disks-unknown" : "slo-unknown");
        }
        Map<String, List<Intent>> next = new LinkedHashMap<>();
        List<String> problems = new ArrayList<>();
        ofNode(snapshot, disks.get(), memory, next, problems);
        for (PodInfo pod : snapshot.cluster().pods()) {
            if (!pod.finished() && pod.labelQos() != QosClass.NONE) {
                pod.overrides()
                        .get(Blocks.OF_POD)
                        .ifPresent(blocks -> next.put(
                                pod.uid(), lines(owner(snapshot, pod), blocks, disks.get(), memory, problems)));
            }
        }
        List<Intent> wanted = next.values().stream().flatMap(List::stream).toList();
        return Step.exactly(
                new BlkioMemory(next),
                wanted.isEmpty() ? List.of() : List.of(wanted),
                wanted.isEmpty() ? "nothing-asked" : "asked",
                problems);
    }

    private static void ofNode(
            NodeSnapshot snapshot,
            Disks disks,
            BlkioMemory memory,
            Map<String, List<Intent>> next,
            List<String> problems) {
        Map<Owner, List<BlockConfig>> owners = new LinkedHashMap<>();
        String where = "NodeSLO: resourceQOSStrategy.";
        owners.put(
                new Owner(TIER, where + "beClass.blkioQOS", snapshot.paths().bestEffortDir(), null, DiskLines::ofGroup),
                part(snapshot, ResourceQosStrategy::beClass));
        owners.put(
                new Owner(ROOT, where + "cgroupRoot.blkioQOS", "", null, DiskLines::ofRoot),
                part(snapshot, ResourceQosStrategy::cgroupRoot));
        owners.forEach((owner, blocks) -> {
            Optional<String> problem = Blocks.problem(blocks);
            problem.ifPresent(text -> problems.add(owner.name() + ": " + text + "; the last good lines hold"));
            next.put(
                    owner.key(),
                    problem.isPresent() ? memory.of(owner.key()) : lines(owner, blocks, disks, memory, problems));
        });
    }

    private static List<BlockConfig> part(
            NodeSnapshot snapshot, Function<ResourceQosStrategy, @Nullable ResourceQos> part) {
        BlkioQos found = snapshot.slo()
                .present()
                .flatMap(NodeSlo::qos)
                .map(part)
                .map(ResourceQos::blkioQOS)
                .orElse(null);
        return Blocks.of(found);
    }

    private Owner owner(NodeSnapshot snapshot, PodInfo pod) {
        String group = snapshot.paths().podDir(pod.kubeQos(), pod.uid());
        return new Owner(
                pod.uid(),
                "Pod/" + pod.fullName() + ": annotation " + Blocks.OF_POD.annotation(),
                group,
                kubeletDirectory + "/pods/" + pod.uid() + "/volumes/kubernetes.io~csi/",
                DiskLines::ofGroup);
    }

    /** All of an owner's lines; what it had before when one of its disks is not found. */
    private static List<Intent> lines(
            Owner owner, List<BlockConfig> blocks, Disks disks, BlkioMemory memory, List<String> problems) {
        Map<String, IoConfig> byDisk = new LinkedHashMap<>();
        for (BlockConfig block : blocks) {
            String name = Objects.requireNonNullElse(block.name(), "");
            Reading<String> number = disks.number(name, block.type(), owner.volume(name));
            if (number.value().isEmpty()) {
                problems.add(owner.name() + ": " + number.problem() + "; the last good lines hold");
                return memory.of(owner.key());
            }
            byDisk.put(number.value().get(), Objects.requireNonNullElse(block.ioCfg(), Blocks.UNLIMITED));
        }
        List<Intent> wanted = new ArrayList<>();
        byDisk.forEach((disk, io) -> owner.lines()
                .of(disks.version(), disk, io)
                .forEach((knob, line) -> wanted.add(Intent.line(knob, owner.group(), disk + ' ', line, NAME))));
        return wanted;
    }

    @Override
    public List<StrategyGauge<BlkioMemory>> gauges() {
        return List.of(gauge("node", true), gauge("pods", false));
    }

    private static StrategyGauge<BlkioMemory> gauge(String kind, boolean ofNode) {
        return new StrategyGauge<>(
                "koord_koordlet_blkio_owners",
                List.of("kind", kind),
                (snapshot, memory) -> OptionalDouble.of((double) memory.owners(ofNode)));
    }

    @Override
    public Map<String, Object> state(NodeSnapshot snapshot, BlkioMemory memory) {
        Map<String, Object> shown = new TreeMap<>();
        memory.lines().forEach((owner, lines) -> {
            if (!lines.isEmpty()) {
                shown.put(
                        owner,
                        lines.stream()
                                .map(line -> line.update().knob() + ": "
                                        + line.update().value())
                                .toList());
            }
        });
        return Map.of("blockIo", shown);
    }

    @Override
    public List<String> preflight(Ground ground) {
        boolean first = ground.tree().version() == CgroupVersion.V1;
        String tier = ground.tree().paths().bestEffortDir();
        List<String> lines = new ArrayList<>();
        lines.add(line(ground, first ? Knob.BLKIO_READ_BPS : IoKnobs.MAX, tier));
        lines.add(line(ground, first ? Knob.BLKIO_WEIGHT : IoKnobs.WEIGHT, tier));
        lines.add(line(ground, first ? Knob.BLKIO_QOS : IoKnobs.COST_QOS, ""));
        return lines;
    }

    private static String line(Ground ground, Knob<?> knob, String group) {
        boolean there = ground.tree().supports(knob, group);
        return "block-io         " + knob + ": " + (there ? "works" : "not supported here: no such file in /" + group);
    }

    /** The record of changes gives back the lines. */
    @Override
    public Step<BlkioMemory> release(NodeSnapshot snapshot, BlkioMemory memory) {
        return Step.nothing(BlkioMemory.NONE, "released");
    }
}
