package io.koordbridge.copilot;

import io.koordbridge.copilot.health.Degradation;
import io.koordbridge.copilot.node.ContainerFacts;
import io.koordbridge.copilot.node.NodeView;
import io.koordbridge.copilot.node.ResourceManagerSource;
import io.koordbridge.copilot.protect.ProtectedApplications;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;

/** Asks which applications of the node are protected, in a thread that may wait for the ResourceManager. */
final class ProtectionWatch {
    private static final String PROTECTION = "protection";
    private static final long EVERY_SECONDS = 1;

    private final ProtectedApplications guarded;
    private final NodeView node;
    private final ResourceManagerSource source;
    private final Degradation degradation;
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread daemon = new Thread(task, "copilot-protection");
        daemon.setDaemon(true);
        return daemon;
    });
    private final Future<?> rounds;

    ProtectionWatch(
            ProtectedApplications guarded, NodeView node, Configuration configuration, Degradation degradation) {
        this.guarded = guarded;
        this.node = node;
        this.source = new ResourceManagerSource(configuration);
        this.degradation = degradation;
        rounds = thread.scheduleWithFixedDelay(this::round, EVERY_SECONDS, EVERY_SECONDS, TimeUnit.SECONDS);
    }

    /** A scheduled task that throws is never run again: nothing leaves here. */
    private void round() {
        try {
            Set<String> applications = new HashSet<>();
            for (ContainerFacts container : node.containers()) {
                if (container.live()) {
                    applications.add(container.applicationId());
                }
            }
            String problem = guarded.refresh(applications, source);
            if (problem == null) {
                degradation.clear(PROTECTION);
            } else {
                degradation.set(PROTECTION, problem);
            }
        } catch (Throwable e) {
            degradation.set(PROTECTION, "protected applications are not known: " + e);
        }
    }

    void stop() {
        rounds.cancel(true);
        thread.shutdown();
    }
}
