package io.koordbridge.descheduler.app;

import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.health.HealthCheck;
import io.koordbridge.answers.MigrationsAnswer;
import io.koordbridge.answers.MigrationsAnswer.Wait;
import io.koordbridge.descheduler.decide.limit.EvictionLimits;
import io.koordbridge.descheduler.decide.node.NodeReader;
import io.koordbridge.descheduler.decide.node.ReportReader;
import io.koordbridge.descheduler.decide.nodemanager.DrainMarks;
import io.koordbridge.descheduler.watch.ClusterCaches;
import io.koordbridge.descheduler.watch.FactReaders;
import io.koordbridge.frame.BridgeApplication;
import io.koordbridge.frame.BridgeContext;
import io.koordbridge.frame.PageResource;
import io.koordbridge.kube.leader.LeaderGate;
import io.koordbridge.kube.time.SteadyClock;
import io.koordbridge.protocol.WellKnown;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Builds the process from its parts. */
public class Descheduler extends BridgeApplication<DeschedulerProcessConfiguration> {

    private static final Logger LOG = LoggerFactory.getLogger(Descheduler.class);
    /** How long a kind may not be followed before nothing is evicted: a report may be that much older than it looks. */
    private static final Duration AGE_LIMIT = Duration.ofSeconds(30);
    /** A run of a large cluster on a busy machine is no reason to restart. */
    private static final Duration RUN_PATIENCE = Duration.ofMinutes(2);

    private static final Duration SCAVENGE = Duration.ofMinutes(1);

    @Override
    public String processName() {
        return "koord-descheduler";
    }

    @Override
    protected void check(DeschedulerProcessConfiguration config) {
        ProcessSettings.of(config);
    }

    @Override
    protected void start(DeschedulerProcessConfiguration config, BridgeContext context) {
        ProcessSettings settings = ProcessSettings.of(config);
        settings.remarks().forEach(remark -> LOG.warn("configuration: {}", remark));
        MetricRegistry metrics = context.metrics();
        SteadyClock clock = new SteadyClock(context.clock(), System::nanoTime);
        LeaderGate gate = context.newLeaderGate(config, WellKnown.DESCHEDULER_LEASE);
        DrainMarks marks = new DrainMarks();
        EvictionLimits limits = new EvictionLimits(settings.limits(), clock.instant());
        ClusterEvents events = new ClusterEvents(marks, limits, clock);
        ClusterCaches caches = context.manage(new ClusterCaches(
                context.feeds(), clock, new FactReaders(NodeReader::of, ReportReader::of), AGE_LIMIT, events));
        NodeManagers nodeManagers = new NodeManagers(
                marks, settings.drainDeadline(), settings.migration().jobs(), clock);
        MigrationWork work = new MigrationWork(
                settings,
                context,
                gate,
                clock,
                new MigrationWork.Views(caches, events.schedulers(), limits, nodeManagers));
        DeschedulingLoop loop = new DeschedulingLoop(
                settings,
                new DeschedulingLoop.Parts(caches, limits, nodeManagers, work.creator()),
                gate::isLeader,
                metrics);
        events.to(caches, work);
        metrics.gauge("koord_descheduler_limits_remembered", () -> limits::remembered);

        serve(context, caches, loop, work);
        caches.start();
        if (!settings.dryRun()) {
            work.start(context.tasks());
            context.tasks().every("scavenge", SCAVENGE, work::scavenge);
        }
        context.tasks().every("descheduling", settings.config().interval(), RUN_PATIENCE, loop::round);
        gate.start(work::begin, () -> LOG.info("this replica no longer leads"));
    }

    private static void serve(BridgeContext context, ClusterCaches caches, DeschedulingLoop loop, MigrationWork work) {
        context.environment().jersey().register(new DeschedulerResource(loop::plan, () -> migrations(context, work)));
        context.environment().jersey().register(new PageResource());
        context.environment().healthChecks().register("caches", new HealthCheck() {
            @Override
            protected Result check() {
                return caches.lacking().map(Result::unhealthy).orElseGet(Result::healthy);
            }
        });
    }

    private static MigrationsAnswer migrations(BridgeContext context, MigrationWork work) {
        return work.history().answer(context.clock().instant(), job -> wait(work, job));
    }

    private static Optional<Wait> wait(MigrationWork work, String job) {
        return work.held(job);
    }
}
