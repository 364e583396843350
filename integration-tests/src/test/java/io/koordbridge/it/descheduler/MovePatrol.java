package io.koordbridge.it.descheduler;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.koordbridge.api.migration.PodMigrationJob;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Reads pods and jobs beside the process, shares no code with it, and notes what must not happen. */
final class MovePatrol implements AutoCloseable {

    /**
     * A workload under watch.
     *
     * @param replicas wanted pods
     * @param mayLack how many of them may be away at a time
     */
    record Workload(int replicas, int mayLack) {}

    private final Map<String, Workload> workloads;
    private final int mostRunningJobs;
    private final SharedIndexInformer<Pod> pods;
    private final SharedIndexInformer<PodMigrationJob> jobs;
    private final Map<String, Set<String>> ready = new HashMap<>();
    private final Map<String, String> phases = new HashMap<>();
    private final Map<String, String> outcomes = new HashMap<>();
    private final Map<String, String> succeededByPod = new TreeMap<>();
    private final Map<String, Integer> mostLacking = new TreeMap<>();
    private final List<String> violations = new ArrayList<>();
    private boolean watching;

    MovePatrol(KubernetesClient client, String namespace, Map<String, Workload> workloads, int mostRunningJobs) {
        this.workloads = Map.copyOf(workloads);
        this.mostRunningJobs = mostRunningJobs;
        this.pods = client.pods().inNamespace(namespace).inform(new PodEvents());
        this.jobs = client.resources(PodMigrationJob.class).inform(new JobEvents());
    }

    /** Judges from now on: everything is in place. */
    synchronized void watch() {
        watching = true;
    }

    /** All pods as last seen. */
    Collection<Pod> pods() {
        return pods.getStore().list();
    }

    /** Whether each workload has all its pods. */
    synchronized boolean complete() {
        return workloads.entrySet().stream()
                .allMatch(one -> ready.getOrDefault(one.getKey(), Set.of()).size()
                        == one.getValue().replicas());
    }

    synchronized List<String> violations() {
        return List.copyOf(violations);
    }

    /** How many pods were moved. */
    synchronized int moves() {
        return succeededByPod.size();
    }

    /** Jobs that are not at their end. */
    synchronized long openJobs() {
        return phases.values().stream().filter(phase -> !isTerminal(phase)).count();
    }

    /** Jobs ever seen. */
    synchronized int allJobs() {
        return phases.size();
    }

    /** How many jobs are in each phase, by its reason. */
    synchronized Map<String, Integer> outcomes() {
        Map<String, Integer> counts = new TreeMap<>();
        outcomes.values().forEach(outcome -> counts.merge(outcome, 1, Integer::sum));
        return counts;
    }

    synchronized Map<String, Integer> mostLacking() {
        return new TreeMap<>(mostLacking);
    }

    private synchronized void pod(Pod pod, boolean gone) {
        String workload = pod.getMetadata().getLabels().getOrDefault("app", "");
        Set<String> there = ready.computeIfAbsent(workload, name -> new HashSet<>());
        if (!gone && isReady(pod)) {
            there.add(pod.getMetadata().getUid());
        } else {
            there.remove(pod.getMetadata().getUid());
        }
        Workload limits = workloads.get(workload);
        if (watching && limits != null) {
            int lacking = limits.replicas() - there.size();
            mostLacking.merge(workload, lacking, Math::max);
            if (lacking > limits.mayLack()) {
                violations.add(workload + " lacks " + lacking + " of " + limits.replicas() + " pods, allowed "
                        + limits.mayLack());
            }
        }
    }

    private static boolean isReady(Pod pod) {
        return pod.getMetadata().getDeletionTimestamp() == null
                && pod.getStatus().getConditions().stream()
                        .anyMatch(condition -> condition.getType().equals("Ready")
                                && condition.getStatus().equals("True"));
    }

    private synchronized void job(PodMigrationJob job) {
        String name = job.getMetadata().getName();
        String phase = job.getStatus() == null || job.getStatus().phase() == null
                ? ""
                : job.getStatus().phase();
        outcomes.put(
                name,
                job.getStatus() == null ? "" : phase + "/" + job.getStatus().reason());
        String before = phases.put(name, phase);
        if (before != null && isTerminal(before) && !before.equals(phase)) {
            violations.add("job " + name + " went from " + before + " to " + phase);
        }
        if (phase.equals("Succeeded")) {
            String uid = String.valueOf(job.getSpec().podRef().getUid());
            String other = succeededByPod.putIfAbsent(uid, name);
            if (other != null && !other.equals(name)) {
                violations.add("pod " + uid + " was evicted by two jobs: " + other + ", " + name);
            }
        }
        long running = phases.values().stream().filter("Running"::equals).count();
        if (running > mostRunningJobs) {
            violations.add(running + " jobs run at a time, allowed " + mostRunningJobs);
        }
    }

    private static boolean isTerminal(String phase) {
        return Set.of("Succeeded", "Failed", "Aborted").contains(phase);
    }

    @Override
    public void close() {
        pods.close();
        jobs.close();
    }

    private final class PodEvents implements ResourceEventHandler<Pod> {
        @Override
        public void onAdd(Pod pod) {
            pod(pod, false);
        }

        @Override
        public void onUpdate(Pod before, Pod pod) {
            if (!before.getMetadata().getUid().equals(pod.getMetadata().getUid())) {
                pod(before, true);
            }
            pod(pod, false);
        }

        @Override
        public void onDelete(Pod pod, boolean unknown) {
            pod(pod, true);
        }
    }

    private final class JobEvents implements ResourceEventHandler<PodMigrationJob> {
        @Override
        public void onAdd(PodMigrationJob job) {
            job(job);
        }

        @Override
        public void onUpdate(PodMigrationJob before, PodMigrationJob job) {
            job(job);
        }

        @Override
        public void onDelete(PodMigrationJob job, boolean unknown) {
            // The scavenger deletes what is over.
        }
    }
}
