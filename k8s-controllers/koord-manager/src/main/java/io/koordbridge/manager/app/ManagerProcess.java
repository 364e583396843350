package io.koordbridge.manager.app;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.frame.BridgeApplication;
import io.koordbridge.frame.BridgeContext;
import io.koordbridge.frame.OneOff;
import io.koordbridge.frame.PageResource;
import io.koordbridge.frame.PrometheusServlet;
import io.koordbridge.kube.leader.LeaderGate;
import io.koordbridge.kube.listwatch.Reflector;
import io.koordbridge.manager.app.Controllers.Controller;
import io.koordbridge.manager.cleanup.CleanUp;
import io.koordbridge.manager.clusterview.ClusterListener;
import io.koordbridge.manager.clusterview.ClusterView;
import io.koordbridge.manager.clusterview.HeapRoom;
import io.koordbridge.manager.config.colocation.ColocationConfigSource;
import io.koordbridge.manager.config.featuregate.Gate;
import io.koordbridge.manager.config.sloconfig.ConfigWarnings;
import io.koordbridge.manager.config.switches.ControllerNames;
import io.koordbridge.manager.nodeobjects.nodemetric.NodeMetricController;
import io.koordbridge.manager.nodeobjects.nodeslo.NodeSloController;
import io.koordbridge.manager.nodeobjects.nodeslo.SloConfigSource;
import io.koordbridge.manager.profile.outsidetier.OutsideTierWatcher;
import io.koordbridge.manager.publish.NodeResourceConfig;
import io.koordbridge.manager.publish.NodeResourceController;
import io.koordbridge.manager.quota.quotaprofile.QuotaProfileController;
import io.koordbridge.manager.schedulinggate.KubernetesLeftGates;
import io.koordbridge.manager.server.certificate.PageAuthority;
import io.koordbridge.protocol.WellKnown;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** koord-manager: the controllers act on the leader only, the webhook on every replica. */
public final class ManagerProcess extends BridgeApplication<ManagerConfiguration> {

    /** Capacity does not wait longer than this for profiles; pods that come before them are read a second time. */
    private static final Duration PROFILES_PATIENCE = Duration.ofSeconds(5);

    private static final Logger LOG = LoggerFactory.getLogger(ManagerProcess.class);

    /** What controllers and webhook both read. */
    record Shared(QuotaWiring quotas, ProfileWiring profiles) {}

    @Override
    public String processName() {
        return "koord-manager";
    }

    @Override
    protected List<OneOff<ManagerConfiguration>> oneOffs() {
        return List.of(new OneOff<>(
                "clean-up",
                "Ends what is installed and takes everything away that it left in the cluster, for helm uninstall.",
                (config, client) -> new CleanUp(
                                client, config.webhook(), new KubernetesLeftGates(client), config.cleanUp())
                        .run()));
    }

    @Override
    protected void start(ManagerConfiguration config, BridgeContext context) {
        config.featureGates().idle().forEach(LOG::warn);
        serveMetricsAsTheReference(context);
        LeaderGate gate = context.newLeaderGate(config, WellKnown.MANAGER_LEASE);
        if (config.pageAuthority().enabled()) {
            new PageAuthority(context.client(), config.pageAuthority(), context.clock()).start(context.tasks());
        }
        QuotaWiring quotas = new QuotaWiring(config, context);
        ProfileWiring profiles = new ProfileWiring(config, context);
        ClusterView view = startControllers(config, context, gate, new Shared(quotas, profiles));
        if (config.webhook().enabled() && config.featureGates().isOn(Gate.WEBHOOK_FRAMEWORK)) {
            WebhookWiring.start(config, context, view, new Shared(quotas, profiles));
        }
    }

    /**
     * Scrapes made for the reference find what they look for, manager specification section 1.1: everything under three of its paths on
     * the port of its manager, and nothing under a fourth, where its manager has nothing either. The frame's own port has the same.
     */
    private static void serveMetricsAsTheReference(BridgeContext context) {
        context.environment()
                .servlets()
                .addServlet("prometheus", new PrometheusServlet(context.metrics()))
                .addMapping("/metrics", "/all-metrics", "/internal-metrics");
        context.environment()
                .servlets()
                .addServlet("no-external-metrics", new PrometheusServlet(new MetricRegistry()))
                .addMapping("/external-metrics");
        context.environment()
                .getAdminContext()
                .getServletContext()
                .getServletRegistration("prometheus")
                .addMapping("/all-metrics", "/internal-metrics");
        context.environment()
                .admin()
                .addServlet("no-external-metrics", new PrometheusServlet(new MetricRegistry()))
                .addMapping("/external-metrics");
    }

    private static ClusterView startControllers(
            ManagerConfiguration config, BridgeContext context, LeaderGate gate, Shared shared) {
        ClusterView view = newView(config, context, shared.profiles());
        LeaderActivity activity = new LeaderActivity(gate);
        context.metrics().gauge("koordinator_manager_is_leader", () -> () -> gate.isLeader() ? 1 : 0);
        ColocationConfigSource colocation = new ColocationConfigSource(view, context.events(), context.metrics());
        SloConfigSource slo = new SloConfigSource(view, context.events(), context.metrics());
        NodeResourceConfig capacity = NodeResourceConfig.of(
                colocation,
                config.featureGates(),
                config.noderesourcePlugins(),
                config.allowUnprotected(),
                context,
                view);
        NodeResourceController nodeResource =
                new NodeResourceController(context, view, capacity, activity, config.nodeWorkers());
        view.addListener(colocation);
        view.addListener(slo);

        Controllers controllers = new Controllers(context, view, activity, config.controllers());
        controllers.add(ControllerNames.QUOTA_PROFILE, () -> {
            var made = new QuotaProfileController(context, view, shared.quotas().view(), activity);
            return new Controller(made::all, null, made, made::start);
        });
        controllers.then(() -> shared.quotas().start(activity));
        controllers.then(() -> shared.profiles().start(view, activity));
        controllers.add(ControllerNames.NODE_METRIC, () -> {
            var made = new NodeMetricController(context, view, colocation, activity);
            return new Controller(made::all, made, made, made::start);
        });
        controllers.add(ControllerNames.NODE_SLO, () -> {
            var made = new NodeSloController(context, view, slo, activity);
            return new Controller(made::all, made, made, made::start);
        });
        controllers.add(
                ControllerNames.NODE_RESOURCE,
                () -> new Controller(nodeResource::begin, nodeResource, nodeResource, nodeResource::start));
        ConfigSources sources = new ConfigSources(capacity, slo);
        serve(context, view, activity, sources);
        CapacityResource.Shown shown = new CapacityResource.Shown(
                sources, checkProtection(context, view, sources), watchTier(context, view, activity)::now);
        context.environment()
                .jersey()
                .register(new CapacityResource(view, nodeResource.reconciler(), shown, gate, context));

        context.manage(view);
        controllers.start();
        view.start();
        gate.start(activity::gained, () -> {});
        return view;
    }

    private static ProtectionCheck checkProtection(BridgeContext context, ClusterView view, ConfigSources sources) {
        ProtectionCheck protection =
                new ProtectionCheck(view, sources, context.events(), context.metrics(), context.clock());
        view.addListener(protection);
        context.environment().healthChecks().register("protection", protection);
        return protection;
    }

    private static OutsideTierWatcher watchTier(BridgeContext context, ClusterView view, LeaderActivity activity) {
        OutsideTierWatcher watcher =
                context.manage(new OutsideTierWatcher(context.events(), context.metrics(), activity));
        view.addListener(watcher);
        watcher.start(context.tasks());
        return watcher;
    }

    private static void serve(BridgeContext context, ClusterView view, LeaderActivity activity, ConfigSources sources) {
        view.addListener(new HeapRoom(view::nodeCount, Runtime.getRuntime().maxMemory(), context.metrics()));
        view.addListener(new ConfigWarnings(view, context.events(), sources::problems));
        view.addListener(new ClusterListener() {
            @Override
            public void synced() {
                activity.synced();
            }
        });
        context.environment().jersey().register(new PageResource());
        context.environment().healthChecks().register("cluster-view", new SyncedCheck(view::unread, view::announced));
    }

    private static ClusterView newView(ManagerConfiguration config, BridgeContext context, ProfileWiring profiles) {
        return new ClusterView(
                context.feeds(),
                config.configMap(),
                context.clock(),
                new Reflector.Readiness(profiles::settled, PROFILES_PATIENCE));
    }
}
