package io.koordbridge.scheduler.place.device;

import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.kube.event.EventRecorder;
import io.koordbridge.scheduler.place.numa.NumaPlugin;
import io.koordbridge.scheduler.plugin.Capability;
import io.koordbridge.scheduler.plugin.SchedulingPlugin;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.ClusterListener;
import io.koordbridge.scheduler.view.PodTraitsReader;
import java.util.List;
import java.util.stream.Stream;

/** GPUs, RDMA cards and FPGAs: what nodes have, and who gets which. */
public final class DeviceCapability implements Capability {

    private final SchedulingPlugin plugin;
    private final ClusterListener feed;

    /**
     * Devices go to the ledger.
     *
     * @param aligned chooses the NUMA nodes of pods with devices as well
     */
    public DeviceCapability(DeviceArgs args, NumaPlugin aligned, ClusterLedger ledger, EventRecorder events) {
        this.plugin = new DevicePlugin(args, aligned);
        this.feed = DeviceFeed.of(ledger, events);
    }

    @Override
    public String name() {
        return "devices";
    }

    @Override
    public List<ClusterListener> listeners() {
        return List.of(feed);
    }

    @Override
    public List<SchedulingPlugin> plugins() {
        return List.of(plugin);
    }

    @Override
    public List<String> problems(Pod pod) {
        return Stream.concat(
                        PodDeviceProblems.of(PodTraitsReader.annotations(pod)).stream(),
                        PodDeviceProblems.beyondRequest(pod).stream())
                .toList();
    }
}
