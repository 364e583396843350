package io.koordbridge.yarnoperator.app;

import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.yarnoperator.resourcemanager.PendingDemand;
import io.koordbridge.yarnoperator.resourcemanager.ReportedNode;
import io.koordbridge.yarnoperator.resourcemanager.ResourceManager;
import io.koordbridge.yarnoperator.resourcemanager.ResourceManagerException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;

/** A ResourceManager whose administration hangs: updates get no answer and take effect later, in order; reports stay fresh. */
final class LateResourceManager implements ResourceManager {

    private final FakeResourceManager behind;
    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private boolean hangs;

    LateResourceManager(FakeResourceManager behind) {
        this.behind = behind;
    }

    synchronized void hang() {
        hangs = true;
    }

    synchronized int waiting() {
        return waiting.size();
    }

    /** Executes the first that waits. */
    synchronized void executeOne() {
        waiting.remove().run();
        hangs = !waiting.isEmpty();
    }

    @Override
    public List<ReportedNode> nodes() {
        return behind.nodes();
    }

    @Override
    public PendingDemand pending() {
        return behind.pending();
    }

    @Override
    public synchronized void update(String host, int port, YarnAmount capability, Duration overcommitTimeout) {
        if (hangs) {
            waiting.add(() -> behind.update(host, port, capability, overcommitTimeout));
            throw new ResourceManagerException("update", new IOException("no answer within the time limit"));
        }
        behind.update(host, port, capability, overcommitTimeout);
    }

    @Override
    public void close() {
        behind.close();
    }
}
