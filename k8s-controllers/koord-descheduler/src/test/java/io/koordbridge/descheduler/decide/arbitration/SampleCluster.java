package io.koordbridge.descheduler.decide.arbitration;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.koordbridge.descheduler.decide.args.MigrationArgs;
import io.koordbridge.descheduler.decide.args.MigrationArgsReader;
import io.koordbridge.descheduler.decide.pod.OwnerRef;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.pod.PodReader;
import io.koordbridge.descheduler.decide.pod.PodRef;
import io.koordbridge.descheduler.decide.run.Verdict;
import io.koordbridge.descheduler.decide.workload.OwnedWorkloads;
import io.koordbridge.descheduler.decide.workload.OwnerFacts;
import io.koordbridge.descheduler.decide.workload.OwnerIndex;
import io.koordbridge.descheduler.decide.workload.OwnerKind;
import io.koordbridge.descheduler.decide.workload.Scale;
import io.koordbridge.descheduler.decide.workload.Workloads;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** A cluster of tests; it counts what is looked up. */
final class SampleCluster implements MigrationView {

    static final NodeManagerGuard NO_YARN = (pod, policy) -> Verdict.ALLOWED;
    private static final Instant START = Instant.parse("2026-07-01T00:00:00Z");

    private final Map<String, PodFacts> pods = new LinkedHashMap<>();
    private final Map<String, List<PodFacts>> byController = new HashMap<>();
    private final Map<String, JobClaim> jobs = new LinkedHashMap<>();
    private final OwnerIndex owners = new OwnerIndex();
    private final Workloads workloads = new OwnedWorkloads(
            owners, uid -> byController.getOrDefault(uid, List.of()), (namespace, owner) -> Optional.empty());
    private int lookUps;

    static MigrationArgs args(String json) {
        try {
            return MigrationArgsReader.read(new ObjectMapper().readTree(json.replace('\'', '"')))
                    .args();
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A ready, running pod of a node; an owner such as {@code ReplicaSet/rs} or an empty text. */
    static PodBuilder pod(String name, String node, String owner) {
        PodBuilder pod = new PodBuilder()
                .withNewMetadata()
                .withNamespace("d")
                .withName(name)
                .withUid("uid-" + name)
                .withCreationTimestamp(START.toString())
                .endMetadata()
                .withNewSpec()
                .withNodeName(node)
                .withSchedulerName("koord-scheduler")
                .endSpec()
                .withNewStatus()
                .withPhase("Running")
                .addNewCondition()
                .withType("Ready")
                .withStatus("True")
                .endCondition()
                .endStatus();
        if (!owner.isEmpty()) {
            String[] parts = owner.split("/");
            pod.editMetadata()
                    .addNewOwnerReference()
                    .withApiVersion(parts[0].equals("Job") ? "batch/v1" : "apps/v1")
                    .withKind(parts[0])
                    .withName(parts[1])
                    .withUid("uid-" + parts[1])
                    .withController(true)
                    .endOwnerReference()
                    .endMetadata();
        }
        return pod;
    }

    PodFacts add(PodBuilder pod) {
        return add(pod.build());
    }

    PodFacts add(String name, String node, String owner, UnaryOperator<PodBuilder> edit) {
        return add(edit.apply(pod(name, node, owner)).build());
    }

    private PodFacts add(Pod pod) {
        PodFacts facts = PodReader.of(pod);
        pods.put(facts.ref().key(), facts);
        OwnerRef controller = facts.owners().controller();
        if (controller != null) {
            byController
                    .computeIfAbsent(controller.uid(), unused -> new ArrayList<>())
                    .add(facts);
        }
        return facts;
    }

    /** An owner with a size; a Deployment above a ReplicaSet, or an empty text. */
    SampleCluster owner(String owner, int replicas, String deployment) {
        String[] parts = owner.split("/");
        OwnerKind kind = new OwnerKind(parts[0].equals("Job") ? "batch" : "apps", parts[0]);
        String above = deployment.isEmpty() ? "" : "uid-" + deployment;
        owners.changed(kind, null, new OwnerFacts("uid-" + parts[1], above, replicas));
        return this;
    }

    /** A pending job of a pod, created so many seconds after the start. */
    JobClaim job(String name, String pod, int second) {
        return put(new JobClaim(
                name,
                "job-" + name,
                START.plusSeconds(3600 + second),
                new PodRef("d", pod, "uid-" + pod),
                "Pending",
                false,
                ""));
    }

    JobClaim put(JobClaim job) {
        jobs.put(job.name(), job);
        return job;
    }

    JobClaim inPhase(JobClaim job, String phase) {
        return put(
                new JobClaim(job.name(), job.uid(), job.created(), job.pod(), phase, job.passed(), job.evictPolicy()));
    }

    int lookUps() {
        return lookUps;
    }

    @Override
    public Collection<JobClaim> jobs() {
        return jobs.values();
    }

    @Override
    public Optional<PodFacts> pod(String namespace, String name) {
        lookUps++;
        return Optional.ofNullable(pods.get(namespace + "/" + name));
    }

    @Override
    public Workloads workloads() {
        return new Workloads() {
            @Override
            public Optional<Scale> scale(String namespace, OwnerRef controller) {
                lookUps++;
                return workloads.scale(namespace, controller);
            }

            @Override
            public Collection<PodFacts> pods(String workloadUid) {
                Collection<PodFacts> found = workloads.pods(workloadUid);
                lookUps += found.size();
                return found;
            }
        };
    }
}
