package io.koordbridge.scheduler.app;

import com.codahale.metrics.Gauge;
import io.koordbridge.frame.BridgeApplication;
import io.koordbridge.frame.BridgeContext;
import io.koordbridge.kube.time.SteadyClock;
import io.koordbridge.protocol.WellKnown;
import io.koordbridge.scheduler.bind.BindBarrier;
import io.koordbridge.scheduler.bind.BindQueue;
import io.koordbridge.scheduler.bind.Binder;
import io.koordbridge.scheduler.bind.BindingApi;
import io.koordbridge.scheduler.bind.FencedBindingApi;
import io.koordbridge.scheduler.bind.KubernetesBindingApi;
import io.koordbridge.scheduler.bind.PlacementSweep;
import io.koordbridge.scheduler.explain.Decisions;
import io.koordbridge.scheduler.explain.KubernetesSchedulerWords;
import io.koordbridge.scheduler.explain.PodExplainer;
import io.koordbridge.scheduler.explain.podwarning.PodWarnings;
import io.koordbridge.scheduler.extender.DebugServlet;
import io.koordbridge.scheduler.extender.ExtenderServlet;
import io.koordbridge.scheduler.extender.ExtenderVerbs;
import io.koordbridge.scheduler.extender.FilterRecorder;
import io.koordbridge.scheduler.gatekeeper.GatekeeperCapability;
import io.koordbridge.scheduler.leadership.LeaderArgs;
import io.koordbridge.scheduler.leadership.SchedulerLease;
import io.koordbridge.scheduler.plugin.Capabilities;
import io.koordbridge.scheduler.plugin.CapabilityList;
import io.koordbridge.scheduler.preempt.budget.KubernetesDisruptionApi;
import io.koordbridge.scheduler.preempt.verb.Preemption;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.ClusterListener;
import io.koordbridge.scheduler.view.ClusterReflectors;
import io.koordbridge.scheduler.view.HoldingBound;
import io.koordbridge.scheduler.view.PodTraitsReader;
import io.koordbridge.scheduler.wake.RefusedPods;
import io.koordbridge.scheduler.wake.Waker;
import jakarta.servlet.ServletRegistration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
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
        SteadyClock clock = new SteadyClock(context.clock(), System::nanoTime);
        SchedulerLease lease = lease(config.leader(), context);
        GatekeeperCapability gatekeeper =
                new GatekeeperCapability(config.gatekeeper(), config.leader(), context, ledger, lease);
        RefusedPods refused = new RefusedPods();
        CapabilityList all = SchedulerCapabilities.of(config, context, clock, ledger, refused, lease, gatekeeper);
        ClusterReflectors feeds = context.manage(
                new ClusterReflectors(context.feeds(), ledger, context.events(), listeners(all, ledger, context)));
        lease.actsOnlyWhen(feeds::loaded);
        Capabilities capabilities = all.decisions();
        BindingApi api = api(config, lease, context);
        Decisions decisions = new Decisions();
        ledger.onChange(refused::changed);
        Waker waker = context.manage(new Waker(
                refused, ledger, capabilities.plugins(), gatekeeper.wake(), System::nanoTime, context.metrics()));
        Binder binder =
                new Binder(ledger, capabilities, api, decisions, config.bind().settings(), clock, context.metrics());
        BindQueue binds = binds(binder, all, config, context);
        PlacementSweep sweep = context.manage(
                new PlacementSweep(ledger, api, config.bind().settings().confirmWithin(), clock, context.metrics()));

        ExtenderVerbs verbs = new ExtenderVerbs(
                ledger,
                new ExtenderVerbs.Actions(binds, preemption(ledger, capabilities, context), clock),
                feeds::loaded,
                config.extender(),
                capabilities,
                new FilterRecorder(decisions, refused, context.clock()),
                context.metrics());
        serve(config, context, verbs, views(ledger, decisions, all, context), new Leadable(feeds, System::nanoTime));
        new PageSetup(all).serve(feeds, lease, context);
        gauges(ledger, feeds, context);
        feeds.start();
        lease.start(context.tasks());
        all.start(context.tasks());
        sweep.start(context.tasks(), config.bind().sweepPeriod());
        waker.start(context.tasks());
    }

    private static BindingApi api(SchedulerConfiguration config, SchedulerLease lease, BridgeContext context) {
        Duration timeout = config.bind().requestTimeout();
        return new FencedBindingApi(
                new KubernetesBindingApi(context.client(), timeout, context.metrics()), timeout, lease::refusal);
    }

    private static List<ClusterListener> listeners(CapabilityList all, ClusterLedger ledger, BridgeContext context) {
        List<ClusterListener> listeners = new ArrayList<>(all.listeners());
        listeners.add(new PodWarnings(
                ledger, context.events(), List.of(PodTraitsReader::problems, HoldingBound::problems, all::problems)));
        return listeners;
    }

    private static BindQueue binds(
            Binder binder, CapabilityList all, SchedulerConfiguration config, BridgeContext context) {
        BindBarrier barrier = all.find(BindBarrier.class).stream().findFirst().orElse(BindBarrier.OPEN);
        return context.manage(
                new BindQueue(binder, barrier, config.bind().settings(), System::nanoTime, context.metrics()));
    }

    private static DebugServlet views(
            ClusterLedger ledger, Decisions decisions, CapabilityList all, BridgeContext context) {
        PodExplainer explainer =
                new PodExplainer(ledger, decisions, all.decisions(), new KubernetesSchedulerWords(context.client()));
        return new DebugServlet(ledger, explainer, all);
    }

    private static Preemption preemption(ClusterLedger ledger, Capabilities capabilities, BridgeContext context) {
        return new Preemption(ledger, capabilities.plugins(), new KubernetesDisruptionApi(context.client()));
    }

    private static SchedulerLease lease(LeaderArgs args, BridgeContext context) {
        return context.manage(new SchedulerLease(
                args,
                hostName(),
                () -> context.client()
                        .leases()
                        .inNamespace(args.namespace())
                        .withName(args.leaseName())
                        .get(),
                System::nanoTime,
                context.metrics()));
    }

    /** As kube-scheduler finds it: what the kernel says. */
    private static String hostName() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        } catch (IOException notLinux) {
            return Objects.requireNonNullElse(System.getenv("HOSTNAME"), "");
        }
    }

    private static void serve(
            SchedulerConfiguration config,
            BridgeContext context,
            ExtenderVerbs verbs,
            DebugServlet views,
            Leadable leadable) {
        ServletRegistration.Dynamic extender =
                context.environment().servlets().addServlet("extender", new ExtenderServlet(verbs, context.metrics()));
        extender.setAsyncSupported(true);
        extender.addMapping(ExtenderServlet.PATH);
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
        context.environment().healthChecks().register("loaded", new LoadedHealth(feeds));
        context.metrics().gauge("koord_scheduler_nodes", () ->
                (Gauge<Integer>) () -> ledger.view().size());
        context.metrics().gauge("koord_scheduler_heap_room_nodes", () ->
                (Gauge<Integer>) () -> HeapRoom.nodes(Runtime.getRuntime().maxMemory()));
        context.metrics().gauge("koord_scheduler_pending_pods", () -> (Gauge<Integer>) ledger::pendingPods);
        context.metrics().gauge("koord_scheduler_loaded", () -> (Gauge<Integer>) () -> feeds.loaded() ? 1 : 0);
    }
}
