package io.koordbridge.manager.app;

import io.koordbridge.kube.leader.LeaderGate;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Whether this replica's controllers act: it leads and has seen the whole cluster. */
final class Activity {

    private final LeaderGate gate;
    private final List<Runnable> starts = new CopyOnWriteArrayList<>();
    private volatile boolean synced;

    Activity(LeaderGate gate) {
        this.gate = gate;
    }

    /** Runs whenever the controllers begin to act. */
    void onActing(Runnable start) {
        starts.add(start);
    }

    boolean acting() {
        return synced && gate.isLeader();
    }

    void synced() {
        synced = true;
        begin();
    }

    void gained() {
        begin();
    }

    private void begin() {
        if (acting()) {
            starts.forEach(Runnable::run);
        }
    }
}
