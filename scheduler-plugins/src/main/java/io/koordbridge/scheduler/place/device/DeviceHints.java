package io.koordbridge.scheduler.place.device;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.facts.numa.NumaSet;
import io.koordbridge.scheduler.place.numa.FurtherHints;
import io.koordbridge.scheduler.place.numa.NumaHint;
import io.koordbridge.scheduler.place.numa.NumaSearch;
import io.koordbridge.scheduler.place.numa.ResourceHints;
import io.koordbridge.scheduler.view.FitResult;
import io.koordbridge.scheduler.view.NodeView;
import io.koordbridge.scheduler.view.PodShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which NUMA nodes could give a pod its devices; scheduler specification section 17.
 *
 * @param args how devices are chosen
 */
@PureCore
public record DeviceHints(DeviceArgs args) implements FurtherHints {

    /** More than any score of CPUs and memory: devices decide first. */
    private static final long SAME_GPUS = 500;

    @Override
    public List<ResourceHints> hints(PodShape pod, NodeView node, NumaSearch search) {
        DeviceRequest request = DeviceRequestReader.read(pod);
        NodeDevices devices = node.objects().find(NodeDevices.class);
        if (args.disableDeviceNUMATopologyAlignment() || request.types().isEmpty() || devices == null) {
            return List.of();
        }
        DeviceAllocator.Result anywhere = allocate(request, devices, node, null);
        List<NumaSet> feasible = search.feasible(
                nodes(request, devices, search.all()),
                size -> anywhere.fit().fits(),
                nodes -> allocate(request, devices, node, nodes).fit().fits());
        List<NumaHint> hints = new ArrayList<>();
        for (NumaSet nodes : feasible) {
            boolean same = allocate(request, devices, node, nodes).gpus().equals(anywhere.gpus());
            hints.add(new NumaHint(nodes, nodes.size() == feasible.get(0).size(), false, same ? SAME_GPUS : 0));
        }
        return List.of(
                new ResourceHints("devices " + String.join(",", request.types().keySet()), hints));
    }

    /** NUMA nodes with devices of the types; all of them where such a device may be on any. */
    private static NumaSet nodes(DeviceRequest request, NodeDevices devices, NumaSet all) {
        Set<Integer> ids = devices.cards().stream()
                .filter(card -> request.types().containsKey(card.type()) && card.place() != null)
                .map(card -> Objects.requireNonNull(card.place()).numaNode())
                .filter(id -> id <= NumaSet.HIGHEST)
                .collect(Collectors.toSet());
        return ids.stream().anyMatch(id -> id < 0) ? all : all.and(NumaSet.of(ids));
    }

    @Override
    public FitResult trial(PodShape pod, NodeView node, @Nullable NumaSet nodes) {
        DeviceRequest request = DeviceRequestReader.read(pod);
        NodeDevices devices = node.objects().find(NodeDevices.class);
        return args.disableDeviceNUMATopologyAlignment() || request.types().isEmpty() || devices == null
                ? FitResult.FITS
                : allocate(request, devices, node, nodes).fit();
    }

    private DeviceAllocator.Result allocate(
            DeviceRequest request, NodeDevices devices, NodeView node, @Nullable NumaSet nodes) {
        return DeviceAllocator.allocate(request, devices, DeviceUsage.of(node), args.scoringStrategy(), nodes);
    }
}
