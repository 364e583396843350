package io.koordbridge.scheduler.app;

import com.codahale.metrics.Gauge;
import io.koordbridge.frame.BridgeApplication;
import io.koordbridge.frame.BridgeContext;
import io.koordbridge.protocol.WellKnown;
import io.koordbridge.scheduler.bind.BindQueue;
import io.koordbridge.scheduler.bind.Binder;
import io.koordbridge.scheduler.bind.BindingApi;
import io.koordbridge.scheduler.bind.KubernetesBindingApi;
import io.koordbridge.scheduler.bind.PlacementSweep;
import io.koordbridge.scheduler.extender.DebugServlet;
import io.koordbridge.scheduler.extender.ExtenderResource;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.ClusterReflectors;
import org.eclipse.jetty.server.handler.SizeLimitHandler;

/** Wires the extender: feeds feed the ledger, verbs read it, the binder writes through it. */
public final class SchedulerApplication extends BridgeApplication<SchedulerConfiguration> {

    private static final long UNLIMITED = -1;

    @Override
    public String processName() {
        return WellKnown.SCHEDULER_NAME;
    }

    @Override
    protected void start(SchedulerConfiguration config, BridgeContext context) {
        ClusterLedger ledger = new ClusterLedger();
        ClusterReflectors feeds = context.manage(new ClusterReflectors(context.feeds(), ledger, context.events()));
        BindingApi api =
                new KubernetesBindingApi(context.client(), config.bind().requestTimeout(), context.metrics());
        Binder binder =
                new Binder(ledger, config.plugins(), api, config.bind().settings(), context.clock(), context.metrics());
        BindQueue binds =
                context.manage(new BindQueue(binder, config.bind().settings(), System::nanoTime, context.metrics()));
        PlacementSweep sweep = context.manage(new PlacementSweep(
                ledger, api, config.bind().settings().confirmWithin(), context.clock(), context.metrics()));

        context.environment()
                .jersey()
                .register(new ExtenderResource(
                        ledger, binds, feeds::loaded, config.extender(), config.plugins(), context.metrics()));
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
        feeds.start();
        sweep.start(context.tasks(), config.bind().sweepPeriod());
    }

    private static void gauges(ClusterLedger ledger, ClusterReflectors feeds, BridgeContext context) {
        context.metrics().gauge("koord_scheduler_nodes", () ->
                (Gauge<Integer>) () -> ledger.view().size());
        context.metrics().gauge("koord_scheduler_pending_pods", () -> (Gauge<Integer>) ledger::pendingPods);
        context.metrics().gauge("koord_scheduler_loaded", () -> (Gauge<Integer>) () -> feeds.loaded() ? 1 : 0);
    }
}
