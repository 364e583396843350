package io.koordbridge.frame;

import com.codahale.metrics.MetricRegistry;
import io.dropwizard.core.setup.Environment;
import io.dropwizard.lifecycle.AutoCloseableManager;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.frame.tls.PageCertificates;
import io.koordbridge.kube.access.RequestAccess;
import io.koordbridge.kube.access.TokenReviews;
import io.koordbridge.kube.event.EventRecorder;
import io.koordbridge.kube.leader.LeaderGate;
import io.koordbridge.kube.listwatch.ListWatchSource;
import io.koordbridge.kube.periodic.PeriodicTasks;
import io.koordbridge.kube.write.ObjectPatcher;
import java.time.Clock;
import java.util.Optional;

/** What a process gets handed to build itself from. */
public final class BridgeContext {

    private final Environment environment;
    private final KubernetesClient client;
    private final EventRecorder events;
    private final Clock clock;
    private final PeriodicTasks tasks;
    private final RequestAccess access;
    private final boolean anonymous;
    private final Optional<PageCertificates> certificates;

    BridgeContext(
            Environment environment,
            KubernetesClient client,
            Clock clock,
            String processName,
            BridgeConfiguration config,
            Optional<PageCertificates> certificates) {
        this.certificates = certificates;
        this.environment = environment;
        this.anonymous = config.access().anonymous();
        this.client = client;
        this.events = new EventRecorder(client, processName, clock, environment.metrics());
        this.tasks = new PeriodicTasks(environment.metrics());
        TokenReviews reviews =
                new TokenReviews(client, processName, environment.metrics(), System::nanoTime, config.peerToken());
        this.access = new RequestAccess(reviews, anonymous, environment.metrics());
        this.clock = clock;
    }

    public Environment environment() {
        return environment;
    }

    public KubernetesClient client() {
        return client;
    }

    public MetricRegistry metrics() {
        return environment.metrics();
    }

    public Clock clock() {
        return clock;
    }

    public EventRecorder events() {
        return events;
    }

    /** Loops of the process: periodic tasks run here, so that probes see them. */
    public PeriodicTasks tasks() {
        return tasks;
    }

    /** Who may read pages that are served elsewhere than on the frame's ports. */
    public RequestAccess access() {
        return access;
    }

    /** Where feeds read; they count into this process's metrics, and probes see whether they go on. */
    public ListWatchSource feeds() {
        return new ListWatchSource(client, metrics(), ListWatchSource.Waits.DEFAULTS, tasks);
    }

    /** A patcher that counts into this process's metrics. */
    public ObjectPatcher patcher() {
        return new ObjectPatcher(client, metrics());
    }

    /**
     * A gate for the lease; stand for election with its {@code start}. Closed with the process. A replica that does not lead answers requests for
     * pages with those of the leader, where the configuration says how replicas reach each other.
     */
    public LeaderGate newLeaderGate(ElectingConfiguration config, String leaseName) {
        LeaderGate gate = manage(new LeaderGate(client, config.leaderElection().forLease(leaseName), metrics()));
        if (!config.leaderElection().host().isEmpty()) {
            LeaderPages.serve(environment, gate, config.leaderElection(), anonymous, certificates);
        }
        return gate;
    }

    /** Closes the resource when the process stops, in reverse order. */
    public <T extends AutoCloseable> T manage(T resource) {
        environment.lifecycle().manage(new AutoCloseableManager(resource));
        return resource;
    }
}
