package io.koordbridge.manager.app;

import com.codahale.metrics.MetricRegistry;
import io.dropwizard.jersey.setup.JerseyEnvironment;
import io.koordbridge.frame.BridgeApplication;
import io.koordbridge.frame.BridgeContext;
import io.koordbridge.frame.PageResource;
import io.koordbridge.frame.PrometheusServlet;
import io.koordbridge.kube.leader.LeaderGate;
import io.koordbridge.kube.listwatch.Reflector;
import io.koordbridge.manager.clusterview.ClusterListener;
import io.koordbridge.manager.clusterview.ClusterView;
import io.koordbridge.manager.clusterview.HeapRoom;
import io.koordbridge.manager.colocation.ColocationConfigSource;
import io.koordbridge.manager.featuregate.Gate;
import io.koordbridge.manager.nodemetric.NodeMetricController;
import io.koordbridge.manager.noderesource.NodeResourceConfig;
import io.koordbridge.manager.noderesource.NodeResourceController;
import io.koordbridge.manager.nodeslo.NodeSloController;
import io.koordbridge.manager.nodeslo.SloConfigSource;
import io.koordbridge.manager.quotaprofile.QuotaProfileController;
import io.koordbridge.manager.sloconfig.ConfigWarnings;
import io.koordbridge.protocol.WellKnown;
import java.time.Duration;
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
    protected void start(ManagerConfiguration config, BridgeContext context) {
        config.featureGates().idle().forEach(LOG::warn);
        serveMetricsAsTheReference(context);
        LeaderGate gate = context.newLeaderGate(config, WellKnown.MANAGER_LEASE);
        QuotaWiring quotas = new QuotaWiring(context, config.featureGates());
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
        NodeMetricController nodeMetric = new NodeMetricController(context, view, colocation, activity);
        NodeSloController nodeSlo = new NodeSloController(context, view, slo, activity);
        QuotaProfileController quotaProfile =
                new QuotaProfileController(context, view, shared.quotas().view(), activity);
        activity.onActing(quotaProfile::all);
        NodeResourceConfig capacity = NodeResourceConfig.of(colocation, config.featureGates(), context, view);
        NodeResourceController nodeResource =
                new NodeResourceController(context, view, capacity, activity, config.nodeWorkers());
        activity.onActing(nodeMetric::all);
        activity.onActing(nodeSlo::all);
        activity.onActing(nodeResource::begin);

        view.addListener(colocation);
        view.addListener(slo);
        view.addListener(nodeMetric);
        view.addListener(nodeSlo);
        view.addListener(nodeResource);
        view.addListener(new HeapRoom(view::nodeCount, Runtime.getRuntime().maxMemory(), context.metrics()));
        ConfigSources sources = new ConfigSources(capacity, slo);
        view.addListener(new ConfigWarnings(view, context.events(), sources::problems));
        view.addListener(new ClusterListener() {
            @Override
            public void synced() {
                activity.synced();
            }
        });
        JerseyEnvironment answers = context.environment().jersey();
        answers.register(new CapacityResource(view, nodeResource.reconciler(), sources, gate, context.clock()));
        answers.register(new PageResource());
        context.environment().healthChecks().register("cluster-view", new SyncedCheck(view::unread, view::announced));

        context.manage(quotaProfile);
        context.manage(nodeMetric);
        context.manage(nodeSlo);
        context.manage(nodeResource);
        context.manage(view);
        quotaProfile.start();
        shared.quotas().start(activity);
        shared.profiles().start(view, activity);
        nodeMetric.start();
        nodeSlo.start();
        nodeResource.start();
        view.start();
        gate.start(activity::gained, () -> {});
        return view;
    }

    private static ClusterView newView(ManagerConfiguration config, BridgeContext context, ProfileWiring profiles) {
        return new ClusterView(
                context.feeds(),
                config.configMap(),
                context.clock(),
                new Reflector.Readiness(profiles::settled, PROFILES_PATIENCE));
    }
}
