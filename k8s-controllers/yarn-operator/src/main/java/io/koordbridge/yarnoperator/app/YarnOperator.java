package io.koordbridge.yarnoperator.app;

import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.health.HealthCheck;
import io.koordbridge.frame.BridgeApplication;
import io.koordbridge.frame.BridgeContext;
import io.koordbridge.frame.LivePages;
import io.koordbridge.frame.PageResource;
import io.koordbridge.kube.event.EventType;
import io.koordbridge.kube.leader.LeaderGate;
import io.koordbridge.kube.queue.ReconcileLoop;
import io.koordbridge.kube.queue.WorkQueue;
import io.koordbridge.kube.time.SteadyClock;
import io.koordbridge.page.library.PageLibrary;
import io.koordbridge.protocol.WellKnown;
import io.koordbridge.yarnoperator.amounts.AmountsConfig;
import io.koordbridge.yarnoperator.amounts.AmountsKeeper;
import io.koordbridge.yarnoperator.largest.LargestKeeper;
import io.koordbridge.yarnoperator.lease.LeaseConfig;
import io.koordbridge.yarnoperator.ledger.LedgerStore;
import io.koordbridge.yarnoperator.ledger.Timeline;
import io.koordbridge.yarnoperator.ledger.Timeline.Mark;
import io.koordbridge.yarnoperator.node.ClusterCaches;
import io.koordbridge.yarnoperator.node.Leadership;
import io.koordbridge.yarnoperator.node.LeaseController;
import io.koordbridge.yarnoperator.node.NodeLeaseStatuses;
import io.koordbridge.yarnoperator.resourcemanager.ClusterDeclaration;
import io.koordbridge.yarnoperator.resourcemanager.ClusterStatus;
import io.koordbridge.yarnoperator.resourcemanager.NodeManagerProbe;
import io.koordbridge.yarnoperator.resourcemanager.YarnClusters;
import io.koordbridge.yarnoperator.view.ApplicationsResource;
import io.koordbridge.yarnoperator.view.CapacityResource;
import io.koordbridge.yarnoperator.view.CapacityView;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Builds the process from its parts. */
public class YarnOperator extends BridgeApplication<YarnOperatorConfiguration> {

    /** A call to a ResourceManager may take this long, and a second for everything around it. */
    private static final Duration PAGE_PERIOD = Duration.ofSeconds(1);

    private static final Duration WRITE_TIME = Duration.ofSeconds(6);

    private static final Duration SAMPLE = Duration.ofSeconds(1);
    /** A busy machine is no reason to restart. */
    private static final Duration SAMPLE_DELAY = Duration.ofSeconds(30);

    /** Two questions to each web server of each cluster. */
    private static final Duration USE_CALLS = Duration.ofMinutes(2);

    @Override
    public String processName() {
        return "yarn-operator";
    }

    /** The clusters to serve; tests declare their own. */
    protected Map<String, ClusterDeclaration> clusters(YarnOperatorConfiguration config) {
        return YarnClusters.declaredIn(
                config.hadoop().confDir(), config.hadoop().login());
    }

    @Override
    protected void check(YarnOperatorConfiguration config) {
        config.leaseSettings();
        config.hadoop().login();
    }

    @Override
    protected void start(YarnOperatorConfiguration config, BridgeContext context) {
        LeaseConfig settings = config.leaseSettings();
        MetricRegistry metrics = context.metrics();
        SteadyClock clock = new SteadyClock(context.clock(), System::nanoTime);
        LeaderGate gate = context.newLeaderGate(config, WellKnown.YARN_OPERATOR_LEASE);
        Leadership leadership = new Leadership(gate, clock, config.lease().newLeaderHoldOff());
        WorkQueue<String> queue = context.manage(new WorkQueue<>("lease"));
        ClusterCaches caches = context.manage(new ClusterCaches(context.feeds(), clock, queue::add));
        NodeLeaseStatuses situations = new NodeLeaseStatuses(
                new LedgerStore(),
                new Timeline(),
                clock::timeOfDay,
                () -> metrics.counter("koord_yarnoperator_ledger_broken_total").inc());
        YarnClusters clusters = context.manage(YarnClusters.of(
                clusters(config),
                rights(leadership),
                (cluster, up, text) -> onTurn(new Turn(cluster, up, text), situations, leadership, context),
                clock,
                metrics));
        LeaseController.Parts parts = new LeaseController.Parts(
                caches,
                clusters,
                new NodeManagerProbe(clock, metrics, clusters),
                leadership,
                context.patcher(),
                context.events(),
                situations,
                clock,
                metrics,
                queue::add);
        LeaseController controller = new LeaseController(parts, settings);
        LargestKeeper keeper = new LargestKeeper(parts, config.lease().keepLargest(), settings);
        ReconcileLoop<String> loop = context.manage(new ReconcileLoop<>("lease", queue, controller, metrics));
        CapacityView view = new CapacityView(situations, clusters, caches, leadership, settings, clock);
        ReportTrigger trigger = new ReportTrigger(caches, situations, queue::add);

        context.environment().jersey().register(new ApplicationsResource(clusters, settings.conversion(), clock));
        serve(context, view, clusters, caches, leadership);
        caches.start();
        poll(config, context, clusters, trigger);
        loop.start(context.tasks());
        leadership.start(() -> {
            String text = leadership.identity() + (leadership.leads() ? " leads" : " does not lead");
            situations.mark(new Mark(context.clock().instant(), null, "LEADER", text));
            caches.nodeNames().forEach(queue::add);
            reportTroubles(clusters, leadership, context);
        });
        context.tasks().every("largest", SAMPLE, SAMPLE_DELAY, keeper::round);
        count(parts, config.amounts().settings(), settings, context);
        context.tasks().every("timeline", SAMPLE, SAMPLE_DELAY, view::sample);
    }

    private static void count(
            LeaseController.Parts parts, AmountsConfig amounts, LeaseConfig settings, BridgeContext context) {
        AmountsKeeper keeper = new AmountsKeeper(parts, settings, amounts);
        context.tasks().every("amounts", SAMPLE, SAMPLE_DELAY, keeper::look);
        context.tasks().every("use", amounts.readEvery(), USE_CALLS, keeper::read);
    }

    private static void poll(
            YarnOperatorConfiguration config, BridgeContext context, YarnClusters clusters, ReportTrigger trigger) {
        clusters.start(
                context.tasks(),
                config.hadoop().pollInterval(),
                config.hadoop().pollIntervalWhileChanging(),
                trigger::onReport);
    }

    /** What began before this replica led has not been reported. */
    private static void reportTroubles(YarnClusters clusters, Leadership leadership, BridgeContext context) {
        clusters.status()
                .forEach(one -> one.trouble()
                        .ifPresent(trouble -> tell(new Turn(one.cluster(), false, trouble), leadership, context)));
    }

    private static YarnClusters.Rights rights(Leadership leadership) {
        return new YarnClusters.Rights() {

            @Override
            public boolean mayRead() {
                return leadership.leads();
            }

            @Override
            public boolean mayWrite() {
                return leadership.leadsFor(WRITE_TIME);
            }
        };
    }

    private record Turn(String cluster, boolean up, String text) {

        String sentence() {
            return "cluster " + ClusterDeclaration.name(cluster) + ": " + text;
        }
    }

    private static void onTurn(Turn turn, NodeLeaseStatuses situations, Leadership leadership, BridgeContext context) {
        situations.mark(new Mark(context.clock().instant(), null, turn.up() ? "RM_UP" : "RM_DOWN", turn.sentence()));
        tell(turn, leadership, context);
    }

    /** A cluster has no object in the API server: its events are about the lease of those who serve it. */
    private static void tell(Turn turn, Leadership leadership, BridgeContext context) {
        if (leadership.leads()) {
            context.events()
                    .record(
                            leadership.leaseObject(),
                            turn.up() ? EventType.NORMAL : EventType.WARNING,
                            turn.up() ? "ResourceManagerAnswers" : "ResourceManagerFails",
                            turn.sentence());
        }
    }

    private static void serve(
            BridgeContext context,
            CapacityView view,
            YarnClusters clusters,
            ClusterCaches caches,
            Leadership leadership) {
        context.environment()
                .jersey()
                .register(new CapacityResource(
                        view, context.environment().getObjectMapper(), LivePages.of(context, PAGE_PERIOD)));
        context.environment().jersey().register(new PageResource(PageLibrary.UPLOT));
        context.environment().healthChecks().register("caches", new HealthCheck() {
            @Override
            protected Result check() {
                return caches.lacking().map(Result::unhealthy).orElseGet(Result::healthy);
            }
        });
        context.environment().healthChecks().register("resource-managers", new HealthCheck() {
            @Override
            protected Result check() {
                // A replica that does not lead asks no ResourceManager.
                List<ClusterStatus> asked = leadership.leads() ? List.copyOf(clusters.status()) : List.of();
                for (ClusterStatus one : asked) {
                    Optional<String> problem = one.problem();
                    if (problem.isPresent() || one.lastGood() == null) {
                        return Result.unhealthy(problem.orElseGet(() -> "cluster "
                                + ClusterDeclaration.name(one.cluster()) + ": no ResourceManager has answered yet"));
                    }
                }
                return Result.healthy();
            }
        });
    }
}
