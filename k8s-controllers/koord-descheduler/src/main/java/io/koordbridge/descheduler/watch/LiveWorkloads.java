package io.koordbridge.descheduler.watch;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ReplicationController;
import io.fabric8.kubernetes.api.model.ReplicationControllerBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.fabric8.kubernetes.client.CustomResource;
import io.koordbridge.descheduler.decide.pod.OwnerRef;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.workload.OwnedWorkloads;
import io.koordbridge.descheduler.decide.workload.OwnerFacts;
import io.koordbridge.descheduler.decide.workload.OwnerIndex;
import io.koordbridge.descheduler.decide.workload.OwnerKind;
import io.koordbridge.descheduler.decide.workload.Scale;
import io.koordbridge.descheduler.decide.workload.Workloads;
import io.koordbridge.kube.cache.ReflectorOrInformer;
import io.koordbridge.kube.listwatch.ListWatchSource;
import io.koordbridge.kube.listwatch.WatchedKind;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** Workloads as they are now: owners are followed, and other kinds are asked for their scale when a pod of theirs is looked at. */
final class LiveWorkloads implements Workloads, AutoCloseable {

    private final OwnerIndex owners = new OwnerIndex();
    private final OwnedWorkloads workloads;
    private final ScaleLookup others;
    private final List<ReflectorOrInformer<?>> feeds = new ArrayList<>();

    LiveWorkloads(ListWatchSource source, Clock clock, PodIndex pods) {
        this.others = new ScaleLookup(new ScaleReader(source.client()), clock);
        this.workloads = new OwnedWorkloads(owners, pods::ofController, others::scale);
        follow(
                source,
                OwnerKind.DEPLOYMENT,
                deployments(),
                one -> orOne(one.getSpec().getReplicas()));
        follow(
                source,
                OwnerKind.REPLICA_SET,
                replicaSets(),
                one -> orOne(one.getSpec().getReplicas()));
        follow(
                source,
                OwnerKind.STATEFUL_SET,
                statefulSets(),
                one -> orOne(one.getSpec().getReplicas()));
        follow(
                source,
                OwnerKind.REPLICATION_CONTROLLER,
                replicationControllers(),
                one -> orOne(one.getSpec().getReplicas()));
        follow(source, OwnerKind.JOB, jobs(), one -> orOne(one.getSpec().getParallelism()));
        follow(
                source,
                OwnerKind.CLONE_SET,
                WatchedKind.all(KruiseCloneSet.class).ifInstalled(),
                LiveWorkloads::size);
        follow(
                source,
                OwnerKind.ADVANCED_STATEFUL_SET,
                WatchedKind.all(KruiseStatefulSet.class).ifInstalled(),
                LiveWorkloads::size);
    }

    private <T extends HasMetadata> void follow(
            ListWatchSource source, OwnerKind kind, WatchedKind<T> watched, ToIntFunction<T> size) {
        feeds.add(new FactCache<T, OwnerFacts>(
                        source,
                        watched,
                        (owner, before) -> OwnerFacts.of(owner, size.applyAsInt(owner)),
                        (key, before, after) -> owners.changed(kind, before, after))
                .feed());
    }

    private static WatchedKind<Deployment> deployments() {
        return WatchedKind.sized(
                Deployment.class,
                (meta, size) -> new DeploymentBuilder()
                        .withMetadata(meta)
                        .withNewSpec()
                        .withReplicas(size)
                        .endSpec()
                        .build());
    }

    private static WatchedKind<ReplicaSet> replicaSets() {
        return WatchedKind.sized(
                ReplicaSet.class,
                (meta, size) -> new ReplicaSetBuilder()
                        .withMetadata(meta)
                        .withNewSpec()
                        .withReplicas(size)
                        .endSpec()
                        .build());
    }

    private static WatchedKind<StatefulSet> statefulSets() {
        return WatchedKind.sized(
                StatefulSet.class,
                (meta, size) -> new StatefulSetBuilder()
                        .withMetadata(meta)
                        .withNewSpec()
                        .withReplicas(size)
                        .endSpec()
                        .build());
    }

    private static WatchedKind<ReplicationController> replicationControllers() {
        return WatchedKind.sized(
                ReplicationController.class,
                (meta, size) -> new ReplicationControllerBuilder()
                        .withMetadata(meta)
                        .withNewSpec()
                        .withReplicas(size)
                        .endSpec()
                        .build());
    }

    private static WatchedKind<Job> jobs() {
        return WatchedKind.sized(
                Job.class,
                (meta, size) -> new JobBuilder()
                        .withMetadata(meta)
                        .withNewSpec()
                        .withParallelism(size)
                        .endSpec()
                        .build());
    }

    private static int size(CustomResource<KruiseSize, ?> workload) {
        return workload.getSpec() == null ? 1 : orOne(workload.getSpec().replicas());
    }

    private static int orOne(@Nullable Integer given) {
        return given == null ? 1 : given;
    }

    List<ReflectorOrInformer<?>> feeds() {
        return feeds;
    }

    @Override
    public Optional<Scale> scale(String namespace, OwnerRef controller) {
        return workloads.scale(namespace, controller);
    }

    @Override
    public Collection<PodFacts> pods(String workloadUid) {
        return workloads.pods(workloadUid);
    }

    @Override
    public void close() {
        others.close();
    }
}
