package io.koordbridge.scheduler.app;

import com.codahale.metrics.Gauge;
import io.koordbridge.frame.BridgeApplication;
import io.koordbridge.frame.BridgeContext;
import io.koordbridge.kube.event.EventType;
import io.koordbridge.protocol.WellKnown;
import io.koordbridge.scheduler.bind.BindQueue;
import io.koordbridge.scheduler.bind.Binder;
import io.koordbridge.scheduler.bind.BindingApi;
import io.koordbridge.scheduler.bind.KubernetesBindingApi;
import io.koordbridge.scheduler.bind.PlacementSweep;
import io.koordbridge.scheduler.extender.DebugServlet;
import io.koordbridge.scheduler.extender.ExtenderResource;
import io.koordbridge.scheduler.plugin.Capabilities;
import io.koordbridge.scheduler.plugin.PodGate;
import io.koordbridge.scheduler.quota.QuotaFeed;
import io.koordbridge.scheduler.quota.QuotaGate;
import io.koordbridge.scheduler.quota.QuotaLedger;
import io.koordbridge.scheduler.quota.QuotaServlet;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.ClusterListener;
import io.koordbridge.scheduler.view.ClusterReflectors;
import java.time.Duration;
import org.eclipse.jetty.server.handler.SizeLimitHandler;

/** Wires the extender: feeds feed the ledger, verbs read it, the binder writes through it. */
public final class SchedulerApplication extends BridgeApplication<SchedulerConfiguration> {

    private static final long UNLIMITED = -1;
    private static final Duration QUOTA_ROUND = Duration.ofSeconds(1);
    private static final Duration QUOTA_CALLS = Duration.ofSeconds(30);

    @Override
    public String processName() {
        return WellKnown.SCHEDULER_NAME;
    }

    @Override
    protected void start(SchedulerConfiguration config, BridgeContext context) {
        ClusterLedger ledger = new ClusterLedger();
        QuotaLedger quotas = new QuotaLedger(config.quota());
        ClusterListener listener = config.quota().enabled()
                ? new QuotaFeed(
                        quotas,
                        config.quota().gates(),
                        (quota, problem) -> context.events().record(quota, EventType.WARNING, "BadQuota", problem))
                : ClusterListener.NONE;
        ClusterReflectors feeds =
                context.manage(new ClusterReflectors(context.feeds(), ledger, context.events(), listener));
        PodGate gate =
                config.quota().enabled() ? new QuotaGate(quotas, context.clock(), context.metrics()) : PodGate.OPEN;
        Capabilities capabilities = new Capabilities(gate, config.plugins());
        BindingApi api =
                new KubernetesBindingApi(context.client(), config.bind().requestTimeout(), context.metrics());
        Binder binder =
                new Binder(ledger, capabilities, api, config.bind().settings(), context.clock(), context.metrics());
        BindQueue binds =
                context.manage(new BindQueue(binder, config.bind().settings(), System::nanoTime, context.metrics()));
        PlacementSweep sweep = context.manage(new PlacementSweep(
                ledger, api, config.bind().settings().confirmWithin(), context.clock(), context.metrics()));

        context.environment()
                .jersey()
                .register(new ExtenderResource(
                        ledger, binds, feeds::loaded, config.extender(), capabilities, context.metrics()));
        context.environment()
                .getApplicationContext()
                .insertHandler(
                        new SizeLimitHandler(config.extender().maxRequestSize().toBytes(), UNLIMITED));
        context.environment()
                .admin()
                .addServlet("leadable", new LeadableServlet(new Leadable(feeds, System::nanoTime)))
                .addMapping("/leadable");
        context.environment()
                .admin()
                .addServlet("views", new DebugServlet(ledger))
                .addMapping("/apis/v1/*");
        context.environment().healthChecks().register("loaded", new LoadedHealth(feeds));
        gauges(ledger, feeds, context);
        publish(quotas, context);
        feeds.start();
        sweep.start(context.tasks(), config.bind().sweepPeriod());
    }

    private static void publish(QuotaLedger quotas, BridgeContext context) {
        context.environment()
                .admin()
                .addServlet("quotas", new QuotaServlet(quotas))
                .addMapping(QuotaServlet.PATH + "/*");
        context.tasks().every("quotas", QUOTA_ROUND, QUOTA_CALLS, () -> {
            quotas.moveOutOfDefault();
            quotas.expire(context.clock().instant());
        });
    }

    private static void gauges(ClusterLedger ledger, ClusterReflectors feeds, BridgeContext context) {
        context.metrics().gauge("koord_scheduler_nodes", () ->
                (Gauge<Integer>) () -> ledger.view().size());
        context.metrics().gauge("koord_scheduler_pending_pods", () -> (Gauge<Integer>) ledger::pendingPods);
        context.metrics().gauge("koord_scheduler_loaded", () -> (Gauge<Integer>) () -> feeds.loaded() ? 1 : 0);
    }
}
