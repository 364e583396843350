package io.koordbridge.descheduler.act.job;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.ObjectReferenceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.api.migration.PodMigrationJob;
import io.koordbridge.api.migration.PodMigrationJobSpec;
import io.koordbridge.api.reservation.Reservation;
import io.koordbridge.api.reservation.ReservationStatus;
import io.koordbridge.descheduler.act.PodEvictor;
import io.koordbridge.descheduler.decide.migration.JobFacts;
import io.koordbridge.descheduler.decide.migration.JobView;
import io.koordbridge.descheduler.decide.migration.MigrationSettings;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.pod.PodReader;
import io.koordbridge.kube.write.PodEvictions;
import io.koordbridge.lab.kube.ChartDefinitions;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.testkit.ManualClock;
import io.koordbridge.testkit.prerequisite.Prerequisite;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Jobs on a real API server: preconditions, disruption budgets, and a process that ends after any of its writes. */
class JobCallsIT {

    private static final String NAMESPACE = "moves";
    private static final Duration TICK = Duration.ofSeconds(3);
    private static final int MOST_PASSES = 150;

    private static RealControlPlane controlPlane;
    private static KubernetesClient client;

    private final List<String> writes = new ArrayList<>();
    private final List<String> evicted = new ArrayList<>();
    private int killAfter = -1;

    /** The end of the process. */
    private static final class Killed extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    @BeforeAll
    static void install() {
        Prerequisite.require(
                RealControlPlane.available(),
                RealControlPlane.missing().orElse("the executables of the real control plane"));
        controlPlane = RealControlPlane.start(RealControlPlane.Options.apiServerOnly());
        client = controlPlane.client();
        ChartDefinitions.install(client, PodMigrationJob.class);
        ChartDefinitions.install(client, Reservation.class);
        controlPlane.createNamespace(NAMESPACE);
        controlPlane.createNode("n1", Map.of("cpu", "8", "memory", "8Gi", "pods", "110"));
    }

    @AfterAll
    static void stop() {
        if (controlPlane != null) {
            controlPlane.close();
        }
    }

    /** Reads everything at once, as a cache without delay. */
    private static final class Direct implements JobView {

        @Override
        public Optional<PodMigrationJob> job(String name) {
            return Optional.ofNullable(
                    client.resources(PodMigrationJob.class).withName(name).get());
        }

        @Override
        public Optional<PodFacts> pod(String namespace, String name) {
            return Optional.ofNullable(
                            client.pods().inNamespace(namespace).withName(name).get())
                    .map(PodReader::of);
        }

        @Override
        public Optional<Reservation> reservation(String name) {
            return Optional.ofNullable(
                    client.resources(Reservation.class).withName(name).get());
        }

        @Override
        public boolean schedulerAnswers() {
            return true;
        }
    }

    private void wrote(String what) {
        writes.add(what);
        if (writes.size() == killAfter) {
            throw new Killed();
        }
    }

    /** Counts the writes that were answered. */
    private JobStore counted(JobStore store) {
        return (JobStore) Proxy.newProxyInstance(
                JobStore.class.getClassLoader(), new Class<?>[] {JobStore.class}, (proxy, method, arguments) -> {
                    Object answer;
                    try {
                        answer = method.invoke(store, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                    if (!method.getName().startsWith("read")
                            && !method.getName().equals("longestCall")) {
                        wrote(method.getName());
                    }
                    return answer;
                });
    }

    private JobReconciler process(ManualClock clock) {
        PodEvictions evictions = new PodEvictions(client);
        PodEvictor evictor = order -> {
            PodEvictions.Outcome outcome = evictions.evict(
                    order.pod().ref().namespace(),
                    order.pod().ref().name(),
                    order.pod().ref().uid());
            if (outcome.result() == PodEvictions.Result.EVICTED) {
                evicted.add(order.pod().ref().uid());
                wrote("evict");
            }
            return new PodEvictor.Outcome(
                    PodEvictor.Result.valueOf(outcome.result().name()), outcome.problem());
        };
        JobLimits limits = new JobLimits() {
            @Override
            public boolean isFull(PodFacts pod) {
                return false;
            }

            @Override
            public void evicted(PodFacts pod) {
                // without limit
            }
        };
        JobParts parts = new JobParts(
                new Direct(),
                counted(new JobCalls(client, new MetricRegistry())),
                evictor,
                (pod, initiator, job) -> PodEvictor.Outcome.EVICTED,
                limits,
                (job, notice) -> {},
                call -> true);
        return new JobReconciler(parts, MigrationSettings.DEFAULT, clock);
    }

    /** A pod that runs: a budget keeps no pod that waits. */
    private static Pod pod(String name) {
        Pod made = client.resource(new PodBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withNamespace(NAMESPACE)
                        .addToLabels("app", name)
                        .endMetadata()
                        .withNewSpec()
                        .withNodeName("n1")
                        .addNewContainer()
                        .withName("main")
                        .withImage("example.invalid/none")
                        .endContainer()
                        .endSpec()
                        .build())
                .create();
        return client.resource(new PodBuilder(made)
                        .withNewStatus()
                        .withPhase("Running")
                        .addNewCondition()
                        .withType("Ready")
                        .withStatus("True")
                        .endCondition()
                        .endStatus()
                        .build())
                .patchStatus();
    }

    private static PodMigrationJob job(String name, String mode, Pod pod, @Nullable String maker) {
        PodMigrationJob job = new PodMigrationJob();
        job.getMetadata().setName(name);
        job.getMetadata()
                .setAnnotations(
                        maker == null
                                ? Map.of(Annotations.JOB_PASSED_ARBITRATION, "true")
                                : Map.of(
                                        Annotations.JOB_PASSED_ARBITRATION, "true", Annotations.JOB_CREATED_BY, maker));
        job.setSpec(new PodMigrationJobSpec(
                null,
                "5m0s",
                mode,
                new ObjectReferenceBuilder()
                        .withNamespace(NAMESPACE)
                        .withName(pod.getMetadata().getName())
                        .withUid(pod.getMetadata().getUid())
                        .build(),
                null,
                null));
        return client.resource(job).create();
    }

    private static JobFacts facts(String name) {
        return JobFacts.of(
                client.resources(PodMigrationJob.class).withName(name).get());
    }

    /** What kubelet and scheduler would do. */
    private static void others(String pod, String reservation) {
        Pod found = client.pods().inNamespace(NAMESPACE).withName(pod).get();
        if (found != null && found.getMetadata().getDeletionTimestamp() != null) {
            client.pods()
                    .inNamespace(NAMESPACE)
                    .withName(pod)
                    .withGracePeriod(0)
                    .withPropagationPolicy(DeletionPropagation.BACKGROUND)
                    .delete();
        }
        Reservation made =
                client.resources(Reservation.class).withName(reservation).get();
        if (made != null && made.getStatus() == null) {
            made.setStatus(new ReservationStatus(
                    "Failed",
                    List.of(new ReservationStatus.Condition("Ready", "False", "Expired", null, null, null)),
                    null,
                    null,
                    null,
                    null));
            client.resource(made).patchStatus();
        }
    }

    private void live(PodMigrationJob job, String pod) {
        String name = job.getMetadata().getName();
        ManualClock clock = new ManualClock(Instant.parse(job.getMetadata().getCreationTimestamp()));
        JobReconciler process = process(clock);
        for (int passes = 0; passes < MOST_PASSES && !facts(name).isOver(); passes++) {
            try {
                process.reconcile(name);
            } catch (Killed killed) {
                process = process(clock);
            }
            clock.advance(TICK);
            others(pod, job.getMetadata().getUid());
        }
        process.reconcile(name);
    }

    @Test
    void ownDirectJobTakesFourWritesWithItsMaking() {
        PodMigrationJob job = job("direct", "EvictDirectly", pod("direct"), "koord-descheduler/1");
        live(job, "direct");
        assertThat(facts("direct").phase()).isEqualTo("Succeeded");
        // The two before these make the job and let it pass.
        assertThat(writes).containsExactly("evict", "patch", "patch");
        assertThat(evicted).hasSize(1);
    }

    @Test
    void jobThatABudgetKeepsEndsAtItsTtl() {
        client.resource(new PodDisruptionBudgetBuilder()
                        .withNewMetadata()
                        .withName("keeps")
                        .withNamespace(NAMESPACE)
                        .endMetadata()
                        .withNewSpec()
                        .withNewMinAvailable(1)
                        .withNewSelector()
                        .addToMatchLabels("app", "kept")
                        .endSelector()
                        .endSpec()
                        .build())
                .create();
        PodMigrationJob job = job("kept", "EvictDirectly", pod("kept"), null);
        live(job, "kept");
        assertThat(facts("kept").status().reason()).isEqualTo("Timeout");
        assertThat(facts("kept").status().message()).contains("a disruption budget keeps it");
        assertThat(evicted).isEmpty();
        assertThat(writes).hasSize(3);
    }

    @Test
    void nextProcessFinishesAfterAnyWrite() {
        for (String mode : List.of("EvictDirectly", "ReservationFirst")) {
            int most = 10;
            for (int after = 1; after <= most; after++) {
                String name = "killed-" + mode.toLowerCase(Locale.ROOT) + "-" + after;
                writes.clear();
                evicted.clear();
                killAfter = after;
                PodMigrationJob job = job(name, mode, pod(name), null);
                live(job, name);
                boolean isDirect = mode.equals("EvictDirectly");
                assertThat(facts(name).phase()).as(name).isEqualTo(isDirect ? "Succeeded" : "Failed");
                assertThat(evicted).as(name).hasSize(isDirect ? 1 : 0);
                assertThat(client.resources(Reservation.class).list().getItems())
                        .as(name)
                        .isEmpty();
                most = Math.min(most, writes.size());
            }
        }
    }
}
