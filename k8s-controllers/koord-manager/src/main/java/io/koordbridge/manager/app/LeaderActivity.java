package io.koordbridge.manager.app;

import io.koordbridge.kube.leader.LeaderGate;
import io.koordbridge.manager.clusterview.Leadership;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Whether this replica's controllers act, and when they begin to. */
final class LeaderActivity implements Leadership {

    /** A write that takes longer has long run into the client's own limits. */
    private static final Duration WRITE_TIME = Duration.ofSeconds(1);

    private final LeaderGate gate;
    private final List<Runnable> starts = new CopyOnWriteArrayList<>();
    private volatile boolean synced;

    LeaderActivity(LeaderGate gate) {
        this.gate = gate;
    }

    /** Runs whenever the controllers begin to act. */
    void onActing(Runnable start) {
        starts.add(start);
    }

    @Override
    public boolean acts() {
        return synced && gate.isLeader();
    }

    @Override
    public boolean mayWrite() {
        return gate.validFor(WRITE_TIME);
    }

    void synced() {
        synced = true;
        begin();
    }

    void gained() {
        begin();
    }

    private void begin() {
        if (acts()) {
            starts.forEach(Runnable::run);
        }
    }
}
