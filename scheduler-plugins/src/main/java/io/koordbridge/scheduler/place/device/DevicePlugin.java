package io.koordbridge.scheduler.place.device;

import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.facts.numa.NumaSet;
import io.koordbridge.scheduler.place.numa.NumaPlugin;
import io.koordbridge.scheduler.plugin.PluginAnswer;
import io.koordbridge.scheduler.plugin.SchedulingPlugin;
import io.koordbridge.scheduler.view.FitCode;
import io.koordbridge.scheduler.view.FitResult;
import io.koordbridge.scheduler.view.NodeView;
import io.koordbridge.scheduler.view.PodFacts;
import io.koordbridge.scheduler.view.PodShape;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Devices as a plugin.
 *
 * @param args how devices are chosen
 * @param numa decides on the NUMA nodes of a pod, devices considered
 */
@PureCore
public record DevicePlugin(DeviceArgs args, NumaPlugin numa) implements SchedulingPlugin {

    static final String NO_DEVICES = "Insufficient %s devices";
    private static final String NO_OBJECT =
            "no Device object %s: no program reports the devices of this node to the scheduler";

    @Override
    public String name() {
        return "devices";
    }

    @Override
    public PluginAnswer answer(PodShape pod, NodeView node) {
        DeviceRequest request = DeviceRequestReader.read(pod);
        if (request.isEmpty()) {
            return PluginAnswer.of(FitResult.FITS);
        }
        if (!request.problem().isEmpty()) {
            return PluginAnswer.of(
                    new FitResult(FitCode.UNRESOLVABLE, List.of("invalid device request: " + request.problem())));
        }
        NodeDevices devices = node.objects().find(NodeDevices.class);
        if (devices == null) {
            return PluginAnswer.of(new FitResult(
                    FitCode.UNRESOLVABLE,
                    request.types().keySet().stream().map(NO_DEVICES::formatted).toList()));
        }
        DeviceUsage usage = DeviceUsage.of(node);
        FitResult fit = DeviceAllocator.allocate(request, devices, usage, args.scoringStrategy(), null)
                .fit();
        return fit.fits()
                ? PluginAnswer.fitsRelatively(DeviceAllocator.score(request, devices, usage, args.scoringStrategy()))
                : PluginAnswer.of(fit);
    }

    @Override
    public PodFacts reserve(PodFacts pod, NodeView node) {
        DeviceRequest request = DeviceRequestReader.read(pod.shape());
        NodeDevices devices = node.objects().find(NodeDevices.class);
        if (request.isEmpty() || devices == null) {
            return pod;
        }
        NumaSet aligned = args.disableDeviceNUMATopologyAlignment() ? null : numa.affinity(pod.shape(), node);
        DeviceAllocator.Result result =
                DeviceAllocator.allocate(request, devices, DeviceUsage.of(node), args.scoringStrategy(), aligned);
        return result.fit().fits()
                ? pod.with(Annotations.POD_DEVICE_ALLOCATED, GrantCodec.write(result.grants()))
                : pod;
    }

    /** The devices of each requested type with what is left of them, or why there are none. */
    @Override
    public List<String> details(PodShape pod, NodeView node) {
        DeviceRequest request = DeviceRequestReader.read(pod);
        NodeDevices devices = node.objects().find(NodeDevices.class);
        if (request.isEmpty()) {
            return List.of();
        }
        if (devices == null) {
            return List.of(NO_OBJECT.formatted(node.name()));
        }
        List<Card> cards = devices.cards().stream()
                .filter(card -> request.types().containsKey(card.type()))
                .toList();
        if (cards.isEmpty()) {
            String types = String.join(" or ", request.types().keySet());
            return List.of("the Device object " + node.name() + " lists no " + types);
        }
        DeviceUsage usage = DeviceUsage.of(node);
        return cards.stream()
                .map(card -> "device " + card.type() + " " + card.minor() + ": "
                        + (card.total().isZero() ? "not healthy" : "free " + usage.free(card)))
                .toList();
    }

    /** A device in the debug view. */
    record CardReport(
            String id,
            int numaNode,
            String pcie,
            SortedMap<String, Long> total,
            SortedMap<String, Long> free,
            String state) {}

    @Override
    public @Nullable Object report(NodeView node) {
        NodeDevices devices = node.objects().find(NodeDevices.class);
        if (devices == null) {
            return null;
        }
        DeviceUsage usage = DeviceUsage.of(node);
        SortedMap<String, CardReport> cards = new TreeMap<>();
        for (Card card : devices.cards()) {
            Card.Place place = card.place();
            cards.put(
                    card.type() + "/" + card.minor(),
                    new CardReport(
                            card.id(),
                            place == null ? Card.ANY_NUMA_NODE : place.numaNode(),
                            card.pcie(),
                            card.total().amounts(),
                            usage.free(card).amounts(),
                            state(card, usage)));
        }
        return cards;
    }

    private static String state(Card card, DeviceUsage usage) {
        if (card.total().isZero()) {
            return "unhealthy";
        }
        if (usage.used(card).isZero()) {
            return "free";
        }
        boolean full = card.total().names().stream()
                .anyMatch(name -> card.total().get(name) > 0 && usage.free(card).get(name) == 0);
        return full ? "used" : "shared";
    }
}
