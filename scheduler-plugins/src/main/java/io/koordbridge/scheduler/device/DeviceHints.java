package io.koordbridge.scheduler.device;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.numa.FurtherHints;
import io.koordbridge.scheduler.numa.NumaHint;
import io.koordbridge.scheduler.numa.ResourceHints;
import io.koordbridge.scheduler.topology.NumaSet;
import io.koordbridge.scheduler.view.FitResult;
import io.koordbridge.scheduler.view.NodeView;
import io.koordbridge.scheduler.view.PodShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
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
    public List<ResourceHints> hints(PodShape pod, NodeView node, NumaSet all) {
        DeviceRequest request = DeviceRequestReader.read(pod);
        NodeDevices devices = node.objects().find(NodeDevices.class);
        if (args.disableDeviceNUMATopologyAlignment() || request.types().isEmpty() || devices == null) {
            return List.of();
        }
        Set<Integer> best = allocate(request, devices, node, null).gpus();
        List<NumaHint> hints = new ArrayList<>();
        int smallest = Integer.MAX_VALUE;
        for (NumaSet nodes : all.subsets()) {
            DeviceAllocator.Result result = allocate(request, devices, node, nodes);
            if (result.fit().fits()) {
                smallest = Math.min(smallest, nodes.size());
                hints.add(new NumaHint(
                        nodes, nodes.size() == smallest, false, result.gpus().equals(best) ? SAME_GPUS : 0));
            }
        }
        return List.of(
                new ResourceHints("devices " + String.join(",", request.types().keySet()), hints));
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
