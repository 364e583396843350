package io.koordbridge.colo.plan;

import io.koordbridge.colo.plan.outcome.Picture;
import io.koordbridge.colo.plan.outcome.Plan;
import io.koordbridge.colo.plan.outcome.PoolPlan;
import io.koordbridge.colo.plan.outcome.Variant;
import io.koordbridge.colo.plan.recording.Recording;
import io.koordbridge.replay.NodeReplay;
import io.koordbridge.replay.NodeResult;
import io.koordbridge.replay.NodeTrace;
import io.koordbridge.replay.ReplayResult;
import io.koordbridge.replay.ReplaySettings;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;

/** Replays what was recorded under each setting. */
final class PlanRun {
    private static final Comparator<NodeResult> WORST_FIRST = Comparator.comparingDouble(PlanRun::shortShare)
            .reversed()
            .thenComparing(PlanRun::deliveredShare)
            .thenComparing(NodeResult::node);

    private final Recording recording;
    private final UnaryOperator<String> poolOfNode;

    PlanRun(Recording recording, UnaryOperator<String> poolOfNode) {
        this.recording = recording;
        this.poolOfNode = poolOfNode;
    }

    /** The plan, with pictures under one of the settings. */
    Plan of(List<Variant> variants, int chosen) {
        List<ReplaySettings> settings = variants.stream().map(PlanSettings::of).toList();
        List<ReplayResult> results = settings.stream().map(this::replay).toList();
        List<PoolPlan> pools = new ArrayList<>();
        for (int i = 0; i < results.get(0).pools().size(); i++) {
            int at = i;
            pools.add(new PoolPlan(
                    results.get(0).pools().get(at).name(),
                    results.stream().map(one -> one.pools().get(at).totals()).toList()));
        }
        PoolPlan total =
                new PoolPlan("total", results.stream().map(ReplayResult::total).toList());
        return new Plan(
                recording.source(),
                variants,
                chosen,
                pools,
                total,
                pictures(results.get(chosen).nodes(), settings.get(chosen)),
                recording.notes());
    }

    /** Nodes do not depend on each other; their order stays. */
    private ReplayResult replay(ReplaySettings settings) {
        return ReplayResult.of(recording.nodes().parallelStream()
                .map(trace -> inPool(NodeReplay.run(trace, settings)))
                .toList());
    }

    private NodeResult inPool(NodeResult one) {
        return new NodeResult(
                one.node(),
                poolOfNode.apply(one.node()),
                one.size(),
                one.seconds(),
                one.cpu(),
                one.memory(),
                one.counts(),
                one.tenth());
    }

    private List<Picture> pictures(List<NodeResult> results, ReplaySettings settings) {
        List<NodeResult> known = results.stream()
                .filter(one -> one.seconds().known() > 0)
                .sorted(WORST_FIRST)
                .toList();
        List<Picture> pictures = new ArrayList<>();
        if (!known.isEmpty()) {
            pictures.add(picture("worst node", known.get(0), settings));
        }
        if (known.size() > 2) {
            pictures.add(picture("median node", known.get(known.size() / 2), settings));
        }
        if (known.size() > 1) {
            pictures.add(picture("best node", known.get(known.size() - 1), settings));
        }
        return pictures;
    }

    private Picture picture(String title, NodeResult node, ReplaySettings settings) {
        NodeTrace trace = recording.nodes().stream()
                .filter(one -> one.node().equals(node.node()))
                .findFirst()
                .orElseThrow();
        PictureTimeline points = new PictureTimeline(trace);
        NodeReplay.run(trace, settings, points);
        return new Picture(title, node.node(), 100 * shortShare(node), 100 * deliveredShare(node), points.points());
    }

    private static double shortShare(NodeResult node) {
        return node.seconds().cpuShort() / node.seconds().known();
    }

    private static double deliveredShare(NodeResult node) {
        return node.cpu().delivered() / (node.size().milliCpu() * node.seconds().known());
    }
}
