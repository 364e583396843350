package io.koordbridge.quickstart.story;

import io.koordbridge.lab.hadoop.NodeManagerProcess;
import io.koordbridge.lab.hadoop.ResourceManagerProcess;
import io.koordbridge.lab.hadoop.YarnNode;
import io.koordbridge.quickstart.load.OnlineProcess;
import io.koordbridge.quickstart.observe.CpuUse;
import io.koordbridge.quickstart.observe.Kernel;
import io.koordbridge.quickstart.observe.LedgerView;
import io.koordbridge.quickstart.observe.NodeView;
import io.koordbridge.quickstart.observe.OthersCpu;
import io.koordbridge.quickstart.summary.Sample;
import io.koordbridge.quickstart.summary.Sample.Amount;
import io.koordbridge.quickstart.summary.Sample.Phase;
import io.koordbridge.quickstart.summary.Sample.PodShare;
import io.koordbridge.quickstart.summary.Sample.YarnShare;
import io.koordbridge.quickstart.world.FreeNow;
import io.koordbridge.quickstart.world.ProductProcess;
import io.koordbridge.quickstart.world.World;
import java.io.UncheckedIOException;
import java.util.Optional;

/** Looks at the parts, as far as they run. */
final class Looks {

    private final World world;
    private final Kernel kernel;
    private final LedgerView ledger;
    private final CpuUse pods = new CpuUse();
    private final CpuUse yarn = new CpuUse();
    private final OthersCpu others;
    private volatile Optional<ResourceManagerProcess> resourceManager = Optional.empty();
    private volatile Optional<NodeManagerProcess> nodeManager = Optional.empty();
    private volatile Optional<OnlineProcess> online = Optional.empty();

    Looks(World world) {
        this.world = world;
        this.kernel = new Kernel(world.tierLimit(), world.machine().milliCpu());
        this.others = new OthersCpu(world.machine().milliCpu());
        this.ledger = new LedgerView(world.operatorUri());
    }

    void started(OnlineProcess process) {
        online = Optional.of(process);
    }

    void started(ResourceManagerProcess process) {
        resourceManager = Optional.of(process);
    }

    void started(NodeManagerProcess process) {
        nodeManager = Optional.of(process);
    }

    OnlineProcess online() {
        return online.orElseThrow();
    }

    ResourceManagerProcess resourceManager() {
        return resourceManager.orElseThrow();
    }

    long limitMilliCpu() {
        return kernel.limitMilliCpu();
    }

    NodeView node() {
        return NodeView.of(
                world.controlPlane().client().nodes().withName(world.nodeName()).require());
    }

    /** Empty before there is one, and while the ResourceManager is too busy to answer. */
    private Optional<YarnNode> yarnNode() {
        try {
            return nodeManager.flatMap(
                    one -> resourceManager.flatMap(manager -> manager.rest().node(one.nodeId())));
        } catch (UncheckedIOException e) {
            return Optional.empty();
        }
    }

    /** What the ResourceManager may give away; -1 when unknown. */
    long capacityVcores() {
        return yarnNode().map(YarnNode::capacityVcores).orElse(-1L);
    }

    /** Whether YARN's containers hold no more than YARN may give away. */
    boolean fits() {
        return yarnNode()
                .filter(one ->
                        one.usedVcores() <= one.capacityVcores() && one.usedMegabytes() <= one.capacityMegabytes())
                .isPresent();
    }

    /** A sample of everything; one thread. */
    Sample sample(long atMillis, Phase phase) {
        world.ours().forEach(ProductProcess::look);
        NodeView seen = node();
        Optional<YarnNode> yarnSeen = yarnNode();
        long nanos = System.nanoTime();
        return new Sample(
                atMillis,
                phase,
                online.map(OnlineProcess::milliCpu).orElse(-1L),
                others.look(FreeNow.ticks()),
                seen.originMilliCpu(),
                new PodShare(seen.podsMilliCpu(), pods.look(world.podsCpuNanos(), nanos)),
                new YarnShare(
                        seen.lease(),
                        yarnSeen.map(one -> new Amount(one.capacityVcores(), one.capacityMegabytes()))
                                .orElse(Amount.UNKNOWN),
                        yarnSeen.map(one -> new Amount(one.usedVcores(), one.usedMegabytes()))
                                .orElse(Amount.UNKNOWN),
                        yarnSeen.map(YarnNode::containers).orElse(-1),
                        yarn.look(world.yarnCpuNanos(), nanos)),
                kernel.limitMilliCpu(),
                ledger.verdict());
    }
}
