package io.koordbridge.scheduler.place.load;

import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.kube.event.EventRecorder;
import io.koordbridge.kube.periodic.PeriodicTasks;
import io.koordbridge.scheduler.plugin.Capability;
import io.koordbridge.scheduler.plugin.CapabilityList;
import io.koordbridge.scheduler.plugin.SchedulingPlugin;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.ClusterListener;
import io.koordbridge.scheduler.view.PodTraitsReader;
import java.time.Clock;
import java.time.Duration;
import java.util.List;

/** Load awareness: the reports of nodes, and the filter and score that read them. */
public final class LoadCapability implements Capability {

    private static final Duration ROUND = Duration.ofSeconds(1);
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final SchedulingPlugin plugin;
    private final LoadFeed feed;

    /** Reports go to the ledger. */
    public LoadCapability(LoadArgs args, ClusterLedger ledger, Clock clock, EventRecorder events) {
        this.plugin = args.plugin();
        this.feed = args.feed(ledger, clock, events);
    }

    @Override
    public String name() {
        return "loadAware";
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
        return PodLoadProblems.of(PodTraitsReader.annotations(pod));
    }

    @Override
    public void start(CapabilityList all, PeriodicTasks tasks) {
        tasks.every("reports", ROUND, LIMIT, feed::expire);
    }
}
