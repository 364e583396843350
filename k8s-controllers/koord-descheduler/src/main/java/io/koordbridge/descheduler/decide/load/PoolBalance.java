package io.koordbridge.descheduler.decide.load;

import io.koordbridge.descheduler.decide.load.LoadResult.OfNode;
import io.koordbridge.descheduler.decide.load.LoadResult.OfPod;
import io.koordbridge.descheduler.decide.load.LoadResult.OfPool;
import io.koordbridge.descheduler.decide.load.LoadResult.OfResource;
import io.koordbridge.descheduler.decide.run.Evictor;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Balances the nodes of one pool; descheduler specification section 10.4. */
@PureCore
final class PoolBalance {

    private final LowNodeLoadArgs args;
    private final LoadPool pool;
    private final PoolNodes nodes;
    private final Detectors detectors;
    private final Evictor evictor;
    private final Map<LoadClass, List<NodeLoad>> classes = new EnumMap<>(LoadClass.class);
    private final Map<String, String> notes = new HashMap<>();
    private final Map<String, Map<String, OfResource>> loads = new HashMap<>();
    private final List<OfPod> decided = new ArrayList<>();
    private final Set<String> processed;

    /**
     * One pool in one run.
     *
     * @param processed gets the names of overloaded nodes that were sources
     */
    PoolBalance(
            LowNodeLoadArgs args,
            LoadPool pool,
            PoolNodes nodes,
            Detectors detectors,
            Evictor evictor,
            Set<String> processed) {
        this.args = args;
        this.pool = pool;
        this.nodes = nodes;
        this.detectors = detectors;
        this.evictor = evictor;
        this.processed = processed;
    }

    OfPool run() {
        notes.putAll(nodes.unusable());
        for (LoadClass each : LoadClass.values()) {
            classes.put(each, new ArrayList<>());
        }
        for (NodeLoad node : nodes.measured()) {
            of(LoadClass.of(node)).add(node);
            loads.put(node.name(), load(node));
        }
        String stopped = balance();
        return new OfPool(pool.name(), stopped, ofNodes(), decided);
    }

    private List<NodeLoad> of(LoadClass wanted) {
        return classes.getOrDefault(wanted, List.of());
    }

    private List<NodeLoad> of(LoadClass... wanted) {
        List<NodeLoad> found = new ArrayList<>();
        for (LoadClass each : wanted) {
            found.addAll(of(each));
        }
        found.sort(Comparator.comparing(NodeLoad::name));
        return found;
    }

    /** Returns why nothing was moved, empty when pods were looked at. */
    private String balance() {
        if (pool.thresholds().isEmpty()) {
            return "it has no thresholds";
        }
        if (of(LoadClass.HIGH, LoadClass.PROD_HIGH).isEmpty()) {
            return "no node is overloaded";
        }
        List<NodeLoad> high = abnormal(LoadSide.NODE, of(LoadClass.HIGH));
        List<NodeLoad> prodHigh = abnormal(LoadSide.PROD, of(LoadClass.PROD_HIGH));
        if (high.isEmpty() && prodHigh.isEmpty()) {
            return "no node has been overloaded in more than " + pool.anomaly().consecutiveAbnormalities() + " runs";
        }
        List<NodeLoad> withRoom = of(LoadClass.LOW, LoadClass.PROD_LOW, LoadClass.BOTH_LOW);
        if (withRoom.isEmpty()) {
            return "no node has room";
        }
        of(LoadClass.LOW, LoadClass.BOTH_LOW).forEach(node -> detectors.reset(LoadSide.NODE, node.name()));
        of(LoadClass.PROD_LOW).forEach(node -> detectors.reset(LoadSide.PROD, node.name()));
        if (withRoom.size() <= args.numberOfNodes()) {
            return withRoom.size() + " nodes have room, and numberOfNodes asks for more than " + args.numberOfNodes();
        }
        rounds(high, prodHigh, withRoom);
        high.forEach(node -> detectors.normal(LoadSide.NODE, node.name(), pool.anomaly()));
        prodHigh.forEach(node -> detectors.normal(LoadSide.PROD, node.name(), pool.anomaly()));
        high.forEach(node -> processed.add(node.name()));
        return "";
    }

    private List<NodeLoad> abnormal(LoadSide side, List<NodeLoad> overloaded) {
        if (pool.anomaly().isOff()) {
            return overloaded;
        }
        List<NodeLoad> found = new ArrayList<>();
        for (NodeLoad node : overloaded) {
            AnomalyDetector detector = detectors.abnormal(side, node.name(), pool.anomaly());
            if (detector.anomaly()) {
                found.add(node);
            } else {
                notes.put(
                        node.name(),
                        "overloaded in " + detector.abnormal() + " runs, pods go after more than "
                                + pool.anomaly().consecutiveAbnormalities());
            }
        }
        return found;
    }

    private void rounds(List<NodeLoad> high, List<NodeLoad> prodHigh, List<NodeLoad> withRoom) {
        Map<String, Target> targets = new LinkedHashMap<>();
        withRoom.forEach(node -> targets.put(node.name(), new Target(node)));
        List<Target> forAll = targets(targets, LoadClass.LOW, LoadClass.BOTH_LOW);
        long[] available = sum(LoadSide.NODE, forAll);
        round(LoadSide.NODE, high, forAll, available);
        List<Target> forProd = targets(targets, LoadClass.PROD_LOW, LoadClass.BOTH_LOW);
        round(LoadSide.PROD, prodHigh, forProd, availableForProd(targets, available));
    }

    private List<Target> targets(Map<String, Target> targets, LoadClass... wanted) {
        Set<String> names = new TreeSet<>();
        of(wanted).forEach(node -> names.add(node.name()));
        return targets.entrySet().stream()
                .filter(entry -> names.contains(entry.getKey()))
                .map(Map.Entry::getValue)
                .toList();
    }

    private long[] sum(LoadSide side, List<Target> targets) {
        long[] sum = new long[nodes.keys().size()];
        for (Target target : targets) {
            for (int key = 0; key < sum.length; key++) {
                sum[key] += target.room(side, key);
            }
        }
        return sum;
    }

    /** Nodes that have room for all pods give prod pods no more than is left of it. */
    private long[] availableForProd(Map<String, Target> targets, long[] left) {
        long[] ofProdLow = sum(LoadSide.PROD, targets(targets, LoadClass.PROD_LOW));
        long[] ofBothLow = sum(LoadSide.PROD, targets(targets, LoadClass.BOTH_LOW));
        long[] room = sum(LoadSide.NODE, targets(targets, LoadClass.BOTH_LOW));
        for (int key = 0; key < ofProdLow.length; key++) {
            ofProdLow[key] += Math.min(ofBothLow[key], Math.min(room[key], left[key]));
        }
        return ofProdLow;
    }

    private void round(LoadSide side, List<NodeLoad> sources, List<Target> targets, long[] available) {
        if (targets.isEmpty()) {
            sources.forEach(node -> notes.put(node.name(), "no node has room for its pods"));
            return;
        }
        Round round = new Round(side, args, new Targets(targets), available, evictor, decided);
        for (NodeLoad source : hottestFirst(side, sources)) {
            if (round.relieve(source)) {
                detectors.reset(side, source.name());
            }
        }
    }

    private List<NodeLoad> hottestFirst(LoadSide side, List<NodeLoad> sources) {
        Map<String, Long> scores = new HashMap<>();
        sources.forEach(node -> scores.put(node.name(), nodes.keys().score(side.usage(node), node.capacity())));
        return sources.stream()
                .sorted(Comparator.comparing((NodeLoad node) -> scores.getOrDefault(node.name(), 0L))
                        .reversed()
                        .thenComparing(NodeLoad::name))
                .toList();
    }

    private Map<String, OfResource> load(NodeLoad node) {
        Map<String, OfResource> load = new HashMap<>();
        for (int key = 0; key < nodes.keys().size(); key++) {
            load.put(
                    nodes.keys().name(key),
                    new OfResource(
                            node.usage()[key],
                            node.prodUsage()[key],
                            node.capacity()[key],
                            node.limits().low()[key],
                            node.limits().high()[key],
                            node.limits().prodLow()[key],
                            node.limits().prodHigh()[key]));
        }
        return load;
    }

    private List<OfNode> ofNodes() {
        List<OfNode> found = new ArrayList<>();
        classes.forEach((each, members) -> members.forEach(node -> found.add(new OfNode(
                node.name(), each, notes.getOrDefault(node.name(), ""), loads.getOrDefault(node.name(), Map.of())))));
        nodes.unusable().forEach((name, why) -> found.add(new OfNode(name, null, why, Map.of())));
        found.sort(Comparator.comparing(OfNode::node));
        return found;
    }
}
