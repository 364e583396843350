package io.koordbridge.scheduler.app;

import com.codahale.metrics.Gauge;
import io.koordbridge.frame.BridgeApplication;
import io.koordbridge.frame.BridgeContext;
import io.koordbridge.protocol.WellKnown;
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
import io.koordbridge.scheduler.extender.ExtenderResource;
import io.koordbridge.scheduler.extender.FilterRecorder;
import io.koordbridge.scheduler.gang.plan.GangProblems;
import io.koordbridge.scheduler.leadership.LeaderArgs;
import io.koordbridge.scheduler.leadership.SchedulerLease;
import io.koordbridge.scheduler.place.device.DeviceFeed;
import io.koordbridge.scheduler.place.device.PodDeviceProblems;
import io.koordbridge.scheduler.place.load.LoadFeed;
import io.koordbridge.scheduler.place.load.PodLoadProblems;
import io.koordbridge.scheduler.plugin.Capabilities;
import io.koordbridge.scheduler.preempt.budget.KubernetesDisruptionApi;
import io.koordbridge.scheduler.preempt.verb.Preemption;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.ClusterListener;
import io.koordbridge.scheduler.view.ClusterReflectors;
import io.koordbridge.scheduler.view.HoldingBound;
import io.koordbridge.scheduler.view.PodFacts;
import io.koordbridge.scheduler.view.PodTraitsReader;
import io.koordbridge.scheduler.wake.RefusedPods;
import io.koordbridge.scheduler.wake.WakeApi;
import io.koordbridge.scheduler.wake.Waker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.eclipse.jetty.server.handler.SizeLimitHandler;

/** Wires the extender: feeds feed the ledger, verbs read it, the binder writes through it. */
public final class SchedulerApplication extends BridgeApplication<SchedulerConfiguration> {

    private static final long UNLIMITED = -1;
    private static final Duration EXPIRY_ROUND = Duration.ofSeconds(1);
    private static final Duration EXPIRY_LIMIT = Duration.ofSeconds(30);

    @Override
    public String processName() {
        return WellKnown.SCHEDULER_NAME;
    }

    @Override
    protected void start(SchedulerConfiguration config, BridgeContext context) {
        ClusterLedger ledger = new ClusterLedger();
        SchedulerLease lease = lease(config.leader(), context);
        GateSetup gates = new GateSetup(config.gatekeeper(), context, lease);
        WakeApi wakeApi = gates.wake();
        QuotaSetup quotas = new QuotaSetup(config, context, wakeApi, lease);
        GangSetup gangs = new GangSetup(config.gang(), context, lease);
        ReservationSetup reservations = new ReservationSetup(config.reservation(), context, ledger);
        LoadFeed loads = config.loadAware().feed(ledger, context.clock(), context.events());
        List<ClusterListener> listeners = new ArrayList<>(gangs.listeners());
        listeners.addAll(List.of(quotas.listener(), gates.listener(), reservations.listener()));
        listeners.addAll(ofCapabilities(config, context, ledger, loads, reservations));
        ClusterReflectors feeds =
                context.manage(new ClusterReflectors(context.feeds(), ledger, context.events(), listeners));
        lease.actsOnlyWhen(feeds::loaded);
        Capabilities capabilities =
                gangs.plannedBy(reservations.noted(new Capabilities(quotas.gate(), config.plugins())), ledger, wakeApi);
        BindingApi api = api(config, lease, context);
        Decisions decisions = new Decisions();
        RefusedPods refused = new RefusedPods();
        ledger.onChange(refused::changed);
        Waker waker = context.manage(new Waker(refused, ledger, capabilities.plugins(), wakeApi, context.metrics()));
        BindQueue binds = binds(binder(ledger, capabilities, api, decisions, config, context), gangs, config, context);
        PlacementSweep sweep = sweep(ledger, api, config, context);

        context.environment()
                .jersey()
                .register(new ExtenderResource(
                        ledger,
                        new ExtenderResource.Actions(binds, preemption(ledger, capabilities, context)),
                        feeds::loaded,
                        config.extender(),
                        capabilities,
                        new FilterRecorder(decisions, refused, context.clock()),
                        context.metrics()));
        quotas.preempt(ledger, capabilities.plugins());
        DebugServlet views =
                views(ledger, decisions, capabilities, List.of(gates::details, quotas::preemptionFor), context);
        serve(config, context, views, new Leadable(feeds, System::nanoTime));
        new PageSetup(quotas, gangs, reservations).serve(feeds, lease, context);
        gauges(ledger, feeds, context);
        feeds.start();
        quotas.start();
        context.tasks().every("reports", EXPIRY_ROUND, EXPIRY_LIMIT, loads::expire);
        gangs.start();
        gates.start(ledger, quotas, gangs);
        reservations.start(capabilities.plugins(), feeds, lease);
        sweep.start(context.tasks(), config.bind().sweepPeriod());
        waker.start(context.tasks());
    }

    private static BindingApi api(SchedulerConfiguration config, SchedulerLease lease, BridgeContext context) {
        Duration timeout = config.bind().requestTimeout();
        return new FencedBindingApi(
                new KubernetesBindingApi(context.client(), timeout, context.metrics()), timeout, lease::refusal);
    }

    private static Binder binder(
            ClusterLedger ledger,
            Capabilities capabilities,
            BindingApi api,
            Decisions decisions,
            SchedulerConfiguration config,
            BridgeContext context) {
        return new Binder(
                ledger, capabilities, api, decisions, config.bind().settings(), context.clock(), context.metrics());
    }

    private static PlacementSweep sweep(
            ClusterLedger ledger, BindingApi api, SchedulerConfiguration config, BridgeContext context) {
        return context.manage(new PlacementSweep(
                ledger, api, config.bind().settings().confirmWithin(), context.clock(), context.metrics()));
    }

    private static List<ClusterListener> ofCapabilities(
            SchedulerConfiguration config,
            BridgeContext context,
            ClusterLedger ledger,
            LoadFeed loads,
            ReservationSetup reservations) {
        return List.of(
                config.loadAware().enabled() ? loads : ClusterListener.NONE,
                config.devices().enabled() ? DeviceFeed.of(ledger, context.events()) : ClusterListener.NONE,
                new PodWarnings(
                        ledger,
                        context.events(),
                        List.of(PodLoadProblems::of, PodDeviceProblems::of),
                        List.of(
                                PodTraitsReader::problems,
                                HoldingBound::problems,
                                PodDeviceProblems::beyondRequest,
                                GangProblems::ofPod,
                                reservations::problems)));
    }

    private static BindQueue binds(
            Binder binder, GangSetup gangs, SchedulerConfiguration config, BridgeContext context) {
        return context.manage(
                new BindQueue(binder, gangs.barrier(), config.bind().settings(), System::nanoTime, context.metrics()));
    }

    private static DebugServlet views(
            ClusterLedger ledger,
            Decisions decisions,
            Capabilities capabilities,
            List<Function<PodFacts, Optional<String>>> words,
            BridgeContext context) {
        PodExplainer explainer = new PodExplainer(
                ledger, decisions, capabilities, new KubernetesSchedulerWords(context.client()), words);
        return new DebugServlet(ledger, explainer, capabilities.plugins());
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
        context.environment().healthChecks().register("loaded", new LoadedHealth(feeds));
        context.metrics().gauge("koord_scheduler_nodes", () ->
                (Gauge<Integer>) () -> ledger.view().size());
        context.metrics().gauge("koord_scheduler_heap_room_nodes", () ->
                (Gauge<Integer>) () -> HeapRoom.nodes(Runtime.getRuntime().maxMemory()));
        context.metrics().gauge("koord_scheduler_pending_pods", () -> (Gauge<Integer>) ledger::pendingPods);
        context.metrics().gauge("koord_scheduler_loaded", () -> (Gauge<Integer>) () -> feeds.loaded() ? 1 : 0);
    }
}
