package io.koordbridge.scheduler.place.device;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import io.koordbridge.scheduler.view.NodeView;
import io.koordbridge.scheduler.view.PodFacts;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * What is held of the devices of a node.
 *
 * @param used by type and minor
 * @param functions virtual functions that are held, by type, minor and bus id
 * @param first cards and functions to give before others
 */
@PureCore
public record DeviceUsage(Map<String, ResourceVector> used, Set<String> functions, Set<String> first) {

    /** Nothing is held. */
    public static final DeviceUsage NONE = new DeviceUsage(Map.of(), Set.of(), Set.of());

    public DeviceUsage {
        used = Map.copyOf(used);
        functions = Set.copyOf(functions);
        first = Set.copyOf(first);
    }

    /** What pods hold, and what is kept from the pod that sees the node. */
    static DeviceUsage of(NodeView node) {
        return node.answers().derived(DeviceUsage.class, () -> {
            DeviceUsage pods = ofPods(node.placed().all(), node);
            KeptDevices kept = node.objects().find(KeptDevices.class);
            return kept == null ? pods : pods.plus(kept.fromPod()).first(kept.forPod());
        });
    }

    /** What pods of a node hold. */
    public static DeviceUsage ofPods(Stream<PodFacts> pods, NodeView node) {
        NodeDevices devices = node.objects().find(NodeDevices.class);
        return pods.map(pod -> of(GrantBound.grants(pod, devices))).reduce(NONE, DeviceUsage::plus);
    }

    /** What annotation device-allocated names; nothing when it cannot be read. */
    public static DeviceUsage granted(String text) {
        return of(GrantCodec.read(text));
    }

    private static DeviceUsage of(Map<String, List<Grant>> all) {
        if (all.isEmpty()) {
            return NONE;
        }
        Map<String, ResourceVector> used = new HashMap<>();
        Set<String> functions = new HashSet<>();
        all.forEach((type, grants) -> grants.forEach(grant -> {
            used.merge(key(type, grant.minor()), grant.amounts(), ResourceVector::plus);
            grant.functions().forEach(one -> functions.add(key(type, grant.minor()) + "/" + one.busId()));
        }));
        return new DeviceUsage(used, functions, Set.of());
    }

    /** The sum of both. */
    public DeviceUsage plus(DeviceUsage other) {
        if (isNothing() || other.isNothing()) {
            return isNothing() ? other : this;
        }
        Map<String, ResourceVector> sum = new HashMap<>(used);
        other.used.forEach((card, amounts) -> sum.merge(card, amounts, ResourceVector::plus));
        Set<String> all = new HashSet<>(functions);
        all.addAll(other.functions);
        return new DeviceUsage(sum, all, first);
    }

    /** What is left of it when something is taken; of cards that are not in it nothing can be. */
    public DeviceUsage minus(DeviceUsage taken) {
        Map<String, ResourceVector> left = new HashMap<>();
        used.forEach((card, amounts) -> {
            ResourceVector rest = amounts.minusClipped(taken.used.getOrDefault(card, ResourceVector.EMPTY));
            if (!rest.isZero()) {
                left.put(card, rest);
            }
        });
        Set<String> free = new HashSet<>(functions);
        free.removeAll(taken.functions);
        return new DeviceUsage(left, free, first);
    }

    private DeviceUsage first(DeviceUsage own) {
        Set<String> names = new TreeSet<>(own.used.keySet());
        names.addAll(own.functions);
        return new DeviceUsage(used, functions, names);
    }

    /** Whether nothing is held. */
    public boolean isNothing() {
        return used.isEmpty() && functions.isEmpty();
    }

    private static String key(String type, int minor) {
        return type + "/" + minor;
    }

    private static String key(Card card, Card.Function function) {
        return key(card.type(), card.minor()) + "/" + function.busId();
    }

    ResourceVector used(Card card) {
        return used.getOrDefault(key(card.type(), card.minor()), ResourceVector.EMPTY);
    }

    /** What is left of a card. */
    ResourceVector free(Card card) {
        return card.total().minusClipped(used(card));
    }

    boolean isFree(Card card, Card.Function function) {
        return !functions.contains(key(card, function));
    }

    boolean isFirst(Card card) {
        return first.contains(key(card.type(), card.minor()));
    }

    boolean isFirst(Card card, Card.Function function) {
        return first.contains(key(card, function));
    }
}
