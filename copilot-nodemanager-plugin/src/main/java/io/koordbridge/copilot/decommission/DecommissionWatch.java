package io.koordbridge.copilot.decommission;

import io.koordbridge.copilot.health.Degradation;
import io.koordbridge.copilot.node.ContainerFacts;
import io.koordbridge.copilot.node.NodeView;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Rounds in a thread of their own: what a process says of itself may take its time. */
public final class DecommissionWatch {
    private static final String ROUND = "decommission-round";
    private static final long EVERY_SECONDS = 1;
    /** Rounds from one measurement to the next. */
    private static final int MEASURE_EVERY = 10;

    private final Decommission decommission;
    private final NodeView node;
    private final Degradation degradation;
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread daemon = new Thread(task, "copilot-decommission");
        daemon.setDaemon(true);
        return daemon;
    });
    private final Future<?> rounds;
    private int count;

    public DecommissionWatch(Decommission decommission, NodeView node, Degradation degradation) {
        this.decommission = decommission;
        this.node = node;
        this.degradation = degradation;
        rounds = thread.scheduleWithFixedDelay(this::round, EVERY_SECONDS, EVERY_SECONDS, TimeUnit.SECONDS);
    }

    /** A scheduled task that throws is never run again: nothing leaves here. */
    private void round() {
        try {
            boolean measures = count++ % MEASURE_EVERY == 0;
            boolean shrinks = decommission.current() != null;
            if (measures || shrinks) {
                List<ContainerFacts> containers = node.containers();
                if (measures) {
                    decommission.measure(containers);
                }
                decommission.round(containers, node.node().capacity(), System.currentTimeMillis());
            }
            degradation.clear(ROUND);
        } catch (Throwable e) {
            degradation.set(ROUND, "executors are not signalled to leave: " + e);
        }
    }

    public void stop() {
        rounds.cancel(true);
        thread.shutdown();
    }
}
