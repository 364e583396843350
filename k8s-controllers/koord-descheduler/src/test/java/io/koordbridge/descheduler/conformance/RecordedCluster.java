package io.koordbridge.descheduler.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.koordbridge.api.migration.PodMigrationJob;
import io.koordbridge.descheduler.decide.arbitration.JobClaim;
import io.koordbridge.descheduler.decide.arbitration.MigrationView;
import io.koordbridge.descheduler.decide.pod.OwnerRef;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.pod.PodReader;
import io.koordbridge.descheduler.decide.workload.OwnedWorkloads;
import io.koordbridge.descheduler.decide.workload.OwnerFacts;
import io.koordbridge.descheduler.decide.workload.OwnerIndex;
import io.koordbridge.descheduler.decide.workload.OwnerKind;
import io.koordbridge.descheduler.decide.workload.Scale;
import io.koordbridge.descheduler.decide.workload.Workloads;
import io.koordbridge.testkit.conformance.Json;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The {@code cluster} of a recorded case. */
final class RecordedCluster implements MigrationView {

    /** Kinds without a scale sub-resource that the recording knows. */
    private static final Set<String> KNOWN = Set.of("batch/v1 Job", "apps/v1 DaemonSet", "example.com/v1 Widget");

    private final Map<String, PodFacts> pods = new TreeMap<>();
    private final Map<String, List<PodFacts>> byController = new TreeMap<>();
    private final Map<String, JobClaim> jobs = new LinkedHashMap<>();
    private final Workloads workloads;
    private final JsonNode scales;

    RecordedCluster(JsonNode cluster) {
        for (JsonNode node : cluster.path("pods")) {
            PodFacts pod = PodReader.of(Json.as(node, Pod.class));
            pods.put(pod.ref().key(), pod);
            OwnerRef controller = pod.owners().controller();
            if (controller != null) {
                byController
                        .computeIfAbsent(controller.uid(), unused -> new ArrayList<>())
                        .add(pod);
            }
        }
        for (JsonNode node : cluster.path("podMigrationJobs")) {
            put(JobClaim.of(Json.as(node, PodMigrationJob.class)));
        }
        scales = cluster.path("scaleSubresources");
        workloads =
                new OwnedWorkloads(owners(cluster), uid -> byController.getOrDefault(uid, List.of()), this::otherScale);
    }

    private static OwnerIndex owners(JsonNode cluster) {
        OwnerIndex index = new OwnerIndex();
        add(index, OwnerKind.REPLICA_SET, cluster.path("replicaSets"), ReplicaSet.class);
        add(index, OwnerKind.DEPLOYMENT, cluster.path("deployments"), Deployment.class);
        add(index, OwnerKind.STATEFUL_SET, cluster.path("statefulSets"), StatefulSet.class);
        for (JsonNode scale : cluster.path("scaleSubresources")) {
            OwnerRef owner = new OwnerRef(
                    scale.path("apiVersion").asText(), scale.path("kind").asText(), "", "");
            OwnerKind kind = OwnerKind.of(owner);
            if (OwnedWorkloads.INDEXED.contains(kind)) {
                index.changed(
                        kind,
                        null,
                        new OwnerFacts(
                                scale.path("uid").asText(),
                                "",
                                scale.path("replicas").asInt()));
            }
        }
        return index;
    }

    /** A size that is absent is 1, as the API server fills it in. */
    private static void add(OwnerIndex index, OwnerKind kind, JsonNode objects, Class<? extends HasMetadata> type) {
        for (JsonNode node : objects) {
            int replicas = node.path("spec").path("replicas").asInt(1);
            index.changed(kind, null, OwnerFacts.of(Json.as(node, type), replicas));
        }
    }

    private Optional<Scale> otherScale(String namespace, OwnerRef owner) {
        boolean known = KNOWN.contains(owner.apiVersion() + " " + owner.kind());
        for (JsonNode scale : scales) {
            boolean sameKind = scale.path("apiVersion").asText().equals(owner.apiVersion())
                    && scale.path("kind").asText().equals(owner.kind());
            known |= sameKind;
            if (sameKind
                    && scale.path("namespace").asText().equals(namespace)
                    && scale.path("name").asText().equals(owner.name())) {
                return Optional.of(new Scale(
                        scale.path("uid").asText(), scale.path("replicas").asInt()));
            }
        }
        return known ? Optional.of(new Scale(owner.uid(), 0)) : Optional.empty();
    }

    static Set<String> passed(JsonNode cluster) {
        Set<String> uids = new HashSet<>();
        cluster.path("passedArbitrationUIDs").forEach(uid -> uids.add(uid.asText()));
        return uids;
    }

    PodFacts pod(String key) {
        return Optional.ofNullable(pods.get(key)).orElseThrow();
    }

    JobClaim job(String name) {
        return Optional.ofNullable(jobs.get(name)).orElseThrow();
    }

    void put(JobClaim job) {
        jobs.put(job.name(), job);
    }

    @Override
    public Collection<JobClaim> jobs() {
        return jobs.values();
    }

    @Override
    public Optional<PodFacts> pod(String namespace, String name) {
        return Optional.ofNullable(pods.get(namespace + "/" + name));
    }

    @Override
    public Workloads workloads() {
        return workloads;
    }
}
