package io.koordbridge.yarnoperator.app;

import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.yarnoperator.lease.ManagerState;
import io.koordbridge.yarnoperator.resourcemanager.ClusterUse;
import io.koordbridge.yarnoperator.resourcemanager.PendingDemand;
import io.koordbridge.yarnoperator.resourcemanager.ReportedNode;
import io.koordbridge.yarnoperator.resourcemanager.ResourceManager;
import io.koordbridge.yarnoperator.resourcemanager.ResourceManagerException;
import io.koordbridge.yarnoperator.resourcemanager.SchedulerFacts;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A ResourceManager in memory that takes updates at once and can be away. */
public class FakeResourceManager implements ResourceManager {

    private final Runnable beforeUpdate;
    private final Map<String, ReportedNode> nodes = new LinkedHashMap<>();
    private final List<Update> updates = new ArrayList<>();
    private PendingDemand pending = new PendingDemand(0, 0);
    private ClusterUse use;
    private SchedulerFacts scheduler = SchedulerFacts.UNKNOWN;
    private boolean away;

    record Update(String host, YarnAmount capability, Duration overcommitTimeout) {}

    /**
     * A ResourceManager without nodes.
     *
     * @param beforeUpdate looks at the cluster as it is when an update comes
     */
    public FakeResourceManager(Runnable beforeUpdate) {
        this.beforeUpdate = beforeUpdate;
    }

    public synchronized void put(String host, YarnAmount capability, YarnAmount used) {
        ReportedNode node = new ReportedNode(
                host,
                8041,
                ManagerState.LIVE,
                "RUNNING",
                capability,
                used,
                used.equals(YarnAmount.ZERO) ? 0 : 1,
                "",
                "",
                Map.of());
        nodes.put(node.nodeId(), node);
    }

    synchronized void pending(long vcores, long memoryMb) {
        pending = new PendingDemand(vcores, memoryMb);
    }

    /** Taken over once a minute, and at the start. */
    synchronized void scheduler(SchedulerFacts facts) {
        scheduler = facts;
    }

    @Override
    public synchronized SchedulerFacts scheduler() {
        return scheduler;
    }

    synchronized void away(boolean isAway) {
        away = isAway;
    }

    synchronized List<Update> updates() {
        return List.copyOf(updates);
    }

    synchronized YarnAmount capability(String host) {
        return nodes.get(host + ":8041").capability();
    }

    private void answerOrFail() {
        if (away) {
            throw new ResourceManagerException("fake", new IOException("away"));
        }
    }

    @Override
    public synchronized List<ReportedNode> nodes() {
        answerOrFail();
        return List.copyOf(nodes.values());
    }

    @Override
    public synchronized PendingDemand pending() {
        answerOrFail();
        return pending;
    }

    synchronized void use(String queue, YarnAmount allocated, long preempted) {
        use = new ClusterUse(
                Map.of(new ClusterUse.Queue("default", queue), allocated),
                preempted,
                Map.of("app", new ClusterUse.Lost(preempted, 0, 0)));
    }

    @Override
    public synchronized Optional<ClusterUse> use() {
        answerOrFail();
        return Optional.ofNullable(use);
    }

    @Override
    public synchronized void update(String host, int port, YarnAmount capability, Duration overcommitTimeout) {
        answerOrFail();
        beforeUpdate.run();
        updates.add(new Update(host, capability, overcommitTimeout));
        put(host, capability, nodes.get(host + ":" + port).used());
    }

    @Override
    public void close() {
        // Nothing is held.
    }
}
