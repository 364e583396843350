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
import io.koordbridge.scheduler.explain.Decisions;
import io.koordbridge.scheduler.explain.KubernetesSchedulerWords;
import io.koordbridge.scheduler.explain.PodExplainer;
import io.koordbridge.scheduler.extender.DebugServlet;
import io.koordbridge.scheduler.extender.ExtenderResource;
import io.koordbridge.scheduler.extender.FilterRecorder;
import io.koordbridge.scheduler.plugin.Capabilities;
import io.koordbridge.scheduler.plugin.PodGate;
import io.koordbridge.scheduler.quota.QuotaFeed;
import io.koordbridge.scheduler.quota.QuotaGate;
import io.koordbridge.scheduler.quota.QuotaLedger;
import io.koordbridge.scheduler.quota.QuotaServlet;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.ClusterListener;
import io.koordbridge.scheduler.view.ClusterReflectors;
import io.koordbridge.scheduler.wake.KubernetesWakeApi;
import io.koordbridge.scheduler.wake.RefusedPods;
import io.koordbridge.scheduler.wake.Waker;
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
        ClusterReflectors feeds = context.manage(
                new ClusterReflectors(context.feeds(), ledger, context.events(), listener(config, quotas, context)));
        PodGate gate =
                config.quota().enabled() ? new QuotaGate(quotas, context.clock(), context.metrics()) : PodGate.OPEN;
        Capabilities capabilities = new Capabilities(gate, config.plugins());
        BindingApi api =
                new KubernetesBindingApi(context.client(), config.bind().requestTimeout(), context.metrics());
        Decisions decisions = new Decisions();
        RefusedPods refused = new RefusedPods();
        ledger.onChange(refused::changed);
        Waker waker = context.manage(new Waker(
                refused,
                ledger,
                capabilities.plugins(),
                new KubernetesWakeApi(context.patcher(), context.clock()),
                context.metrics()));
        Binder binder = new Binder(
                ledger, capabilities, api, decisions, config.bind().settings(), context.clock(), context.metrics());
        BindQueue binds =
                context.manage(new BindQueue(binder, config.bind().settings(), System::nanoTime, context.metrics()));
        PlacementSweep sweep = context.manage(new PlacementSweep(
                ledger, api, config.bind().settings().confirmWithin(), context.clock(), context.metrics()));

        context.environment()
                .jersey()
                .register(new ExtenderResource(
                        ledger,
                        binds,
                        feeds::loaded,
                        config.extender(),
                        capabilities,
                        new FilterRecorder(decisions, refused, context.clock()),
                        context.metrics()));
        PodExplainer explainer = new PodExplainer(
                ledger, decisions, capabilities.plugins(), new KubernetesSchedulerWords(context.client()));
        serve(config, context, new DebugServlet(ledger, explainer), new Leadable(feeds, System::nanoTime));
        context.environment().healthChecks().register("loaded", new LoadedHealth(feeds));
        gauges(ledger, feeds, context);
        feeds.start();
        publish(quotas, context);
        sweep.start(context.tasks(), config.bind().sweepPeriod());
        waker.start(context.tasks());
    }

    private static ClusterListener listener(SchedulerConfiguration config, QuotaLedger quotas, BridgeContext context) {
        return config.quota().enabled()
                ? new QuotaFeed(
                        quotas,
                        config.quota().gates(),
                        (quota, problem) -> context.events().record(quota, EventType.WARNING, "BadQuota", problem))
                : ClusterListener.NONE;
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

    private static void serve(
            SchedulerConfiguration config, BridgeContext context, DebugServlet views, Leadable leadable) {
        context.environment()
                .getApplicationContext()
                .insertHandler(
                        new SizeLimitHandler(config.extender().maxRequestSize().toBytes(), UNLIMITED));
        context.environment()
                .admin()
                .addServlet("leadable", new LeadableServlet(leadable))
                .addMapping("/leadable");
        context.environment().admin().addServlet("views", views).addMapping("/apis/v1/*");
    }

    private static void gauges(ClusterLedger ledger, ClusterReflectors feeds, BridgeContext context) {
        context.metrics().gauge("koord_scheduler_nodes", () ->
                (Gauge<Integer>) () -> ledger.view().size());
        context.metrics().gauge("koord_scheduler_pending_pods", () -> (Gauge<Integer>) ledger::pendingPods);
        context.metrics().gauge("koord_scheduler_loaded", () -> (Gauge<Integer>) () -> feeds.loaded() ? 1 : 0);
    }
}
