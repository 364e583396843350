package io.koordbridge.descheduler.app;

import io.koordbridge.answers.MigrationsAnswer.Wait;
import io.koordbridge.api.migration.PodMigrationJob;
import io.koordbridge.descheduler.act.MayWrite;
import io.koordbridge.descheduler.act.arbitrate.ApiJobAnswers;
import io.koordbridge.descheduler.act.arbitrate.Arbitrator;
import io.koordbridge.descheduler.act.evict.EvictionNotices;
import io.koordbridge.descheduler.act.evict.PolicyEvictor;
import io.koordbridge.descheduler.act.evict.SoftEvictions;
import io.koordbridge.descheduler.act.job.JobCalls;
import io.koordbridge.descheduler.act.job.JobLimits;
import io.koordbridge.descheduler.act.job.JobParts;
import io.koordbridge.descheduler.act.job.JobReconciler;
import io.koordbridge.descheduler.act.request.JobCreator;
import io.koordbridge.descheduler.act.scavenge.ObjectDeletions;
import io.koordbridge.descheduler.act.scavenge.Scavenger;
import io.koordbridge.descheduler.decide.arbitration.ArbitrationRound;
import io.koordbridge.descheduler.decide.args.JobDefaults;
import io.koordbridge.descheduler.decide.args.MigrationArgs;
import io.koordbridge.descheduler.decide.limit.EvictionLimits;
import io.koordbridge.descheduler.decide.limit.LimitRefusal;
import io.koordbridge.descheduler.decide.migration.JobFacts;
import io.koordbridge.descheduler.decide.migration.MigrationSettings;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.watch.ClusterCaches;
import io.koordbridge.frame.BridgeContext;
import io.koordbridge.kube.event.EventType;
import io.koordbridge.kube.leader.LeaderGate;
import io.koordbridge.kube.periodic.PeriodicTasks;
import io.koordbridge.kube.queue.ReconcileLoop;
import io.koordbridge.kube.queue.ReconcileResult;
import io.koordbridge.kube.queue.WorkQueue;
import io.koordbridge.kube.time.SteadyClock;
import io.koordbridge.kube.write.PodEvictions;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** All that is done about jobs: made, let through, carried out, deleted at last. Only the leader works. */
final class MigrationWork {

    private final Views views;
    private final LeaderGate gate;
    private final SteadyClock clock;
    private final WorkQueue<String> queue;
    private final ReconcileLoop<String> loop;
    private final JobCreator creator;
    private final Arbitrator arbitrator;
    private final Scavenger scavenger;
    private final MigrationHistory history = new MigrationHistory();
    private final MigrationArgs args;

    /** What jobs look at. */
    record Views(ClusterCaches caches, SchedulerPods schedulers, EvictionLimits limits, NodeManagers nodeManagers) {}

    MigrationWork(ProcessSettings settings, BridgeContext context, LeaderGate gate, SteadyClock clock, Views views) {
        this.views = views;
        this.gate = gate;
        this.clock = clock;
        this.args = settings.migration();
        MayWrite mayWrite = call -> !settings.dryRun() && gate.validFor(call);
        creator = creator(context, mayWrite);
        JobReconciler reconciler = reconciler(context, mayWrite);
        queue = context.manage(new WorkQueue<>("migration"));
        loop = context.manage(new ReconcileLoop<>(
                "migration",
                queue,
                name -> gate.isLeader() ? reconciler.reconcile(name) : ReconcileResult.done(),
                context.metrics(),
                args.maxConcurrentReconciles()));
        arbitrator = new Arbitrator(
                new RoundOfCaches(
                        views.caches(), new ArbitrationRound(args, views.nodeManagers()::arbitration), views.limits()),
                new ApiJobAnswers(
                        context.client(),
                        context.metrics(),
                        context.events(),
                        mayWrite,
                        job -> views.nodeManagers().forbids(job, pod(job))),
                mayWrite,
                context.metrics(),
                clock);
        scavenger = new Scavenger(
                new ScavengeOfCaches(views.caches(), clock),
                new ObjectDeletions(context.client(), mayWrite),
                mayWrite,
                context.metrics());
    }

    private JobCreator creator(BridgeContext context, MayWrite mayWrite) {
        JobDefaults defaults = args.jobs();
        return new JobCreator(
                context.client(),
                context.events(),
                context.metrics(),
                new io.koordbridge.descheduler.act.request.JobDefaults(
                        defaults.mode(),
                        defaults.ttl().toSeconds() + "s",
                        defaults.deleteOptions(),
                        JobFacts.COMPONENT + "/" + gate.settings().identity()),
                mayWrite,
                clock);
    }

    private JobReconciler reconciler(BridgeContext context, MayWrite mayWrite) {
        JobDefaults defaults = args.jobs();
        SoftEvictions soft = new SoftEvictions(context.client(), context.metrics(), mayWrite, context.clock());
        JobParts parts = new JobParts(
                new CachedJobs(views.caches(), views.schedulers()),
                new JobCalls(context.client(), context.metrics()),
                evictor(context, soft, mayWrite),
                soft::withdraw,
                new ObjectLimiter(),
                (job, notice) -> context.events()
                        .recordOnce(
                                job,
                                notice.warning() ? EventType.WARNING : EventType.NORMAL,
                                notice.reason(),
                                notice.message()),
                mayWrite);
        return new JobReconciler(
                parts, new MigrationSettings(defaults.mode(), defaults.fallbackToEvictDirectly()), clock);
    }

    private PolicyEvictor evictor(BridgeContext context, SoftEvictions soft, MayWrite mayWrite) {
        JobDefaults defaults = args.jobs();
        return new PolicyEvictor(
                new PolicyEvictor.Calls(new PodEvictions(context.client()), soft),
                new PolicyEvictor.Defaults(defaults.policy(), defaults.deleteOptions()),
                new PolicyEvictor.Guards(
                        (pod, policy) -> views.nodeManagers().lastCheck(pod, policy.wireName()),
                        mayWrite,
                        now -> views.limits().acquire(now)),
                new EvictionNotices(
                        context.events(),
                        context.metrics(),
                        new RunPlugins()
                                .kinds().stream().map(kind -> kind.name()).collect(Collectors.toSet())),
                clock);
    }

    /** The limits of workloads and namespaces as a job asks them. */
    private final class ObjectLimiter implements JobLimits {

        @Override
        public boolean isFull(PodFacts pod) {
            return views.limits()
                    .check(pod, views.caches().view().workloads(), clock.instant())
                    .isPresent();
        }

        @Override
        public void evicted(PodFacts pod) {
            views.limits().evicted(pod, views.caches().view().workloads(), clock.instant());
        }
    }

    private Optional<PodFacts> pod(PodMigrationJob job) {
        if (job.getSpec() == null || job.getSpec().podRef() == null) {
            return Optional.empty();
        }
        String namespace = job.getSpec().podRef().getNamespace();
        String name = job.getSpec().podRef().getName();
        return namespace == null || name == null
                ? Optional.empty()
                : views.caches().pod(namespace, name);
    }

    /** Starts the workers. */
    void start(PeriodicTasks tasks) {
        loop.start(tasks);
        tasks.every("arbitration", args.arbitration().interval(), () -> {
            if (gate.isLeader()) {
                arbitrator.round();
            }
        });
    }

    /** This replica leads from now on: each job is looked at, whoever made it. */
    void begin() {
        views.caches().jobs().forEach(job -> queue.add(job.getMetadata().getName()));
    }

    /** A job came, changed or, null, went. */
    void changed(String name, @Nullable PodMigrationJob job) {
        if (job == null) {
            arbitrator.gone(name);
            history.gone(name);
        } else {
            arbitrator.shown(job);
            creator.made().shown(job);
            history.changed(job, pod(job).map(PodFacts::nodeName).orElse(null), clock.timeOfDay(clock.instant()));
        }
        queue.add(name);
    }

    /** Something that a job depends on has changed. */
    void look(String job) {
        queue.add(job);
    }

    /** Deletes what is over for long. */
    void scavenge() {
        if (gate.isLeader()) {
            scavenger.round();
        }
    }

    JobCreator creator() {
        return creator;
    }

    MigrationHistory history() {
        return history;
    }

    /** What a job waits for: the arbitration, or the limit of its workload or namespace. */
    Optional<Wait> held(String job) {
        Arbitrator.Held held = arbitrator.held().get(job);
        if (held != null) {
            return Optional.of(
                    new Wait(held.verdict().check(), held.verdict().message(), clock.timeOfDay(held.since())));
        }
        return views.caches()
                .job(job)
                .flatMap(this::pod)
                .flatMap(pod -> views.limits().check(pod, views.caches().view().workloads(), clock.instant()))
                .map(limit -> limited(job, limit));
    }

    private Wait limited(String job, LimitRefusal limit) {
        return new Wait(
                limit.check(), limit.message(), history.changedAt(job).orElse(clock.timeOfDay(clock.instant())));
    }
}
