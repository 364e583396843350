package io.koordbridge.descheduler.act.request;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.ObjectReferenceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.koordbridge.api.migration.PodMigrationJob;
import io.koordbridge.api.migration.PodMigrationJobSpec;
import io.koordbridge.api.migration.PodMigrationJobStatus;
import io.koordbridge.descheduler.act.EventSubjects;
import io.koordbridge.descheduler.act.MayWrite;
import io.koordbridge.descheduler.act.ShortCalls;
import io.koordbridge.descheduler.act.request.MadeJobs.Claim;
import io.koordbridge.descheduler.act.request.MadeJobs.Made;
import io.koordbridge.descheduler.decide.pod.PodRef;
import io.koordbridge.descheduler.decide.run.EvictionRequest;
import io.koordbridge.descheduler.decide.run.Verdict;
import io.koordbridge.kube.client.FailureFormatter;
import io.koordbridge.kube.event.EventRecorder;
import io.koordbridge.kube.event.EventType;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.kube.write.ObjectCalls;
import io.koordbridge.kube.write.WriteTries;
import io.koordbridge.protocol.Annotations;
import java.time.Clock;
import java.util.Map;
import java.util.UUID;

/**
 * Makes jobs, by one call each. The phase of a new job is part of that call: an API server with the status as a sub-resource drops it, as it
 * does the reference's, and an empty phase means Pending.
 */
public final class JobCreator {

    private static final String CHECK = "JobCreation";
    private static final int LONGEST_REASON = 1024;
    private static final int FIRST_OF_THE_SERVER = 500;

    private final ObjectCalls calls;
    private final EventRecorder events;
    private final MetricRegistry metrics;
    private final JobDefaults defaults;
    private final MayWrite mayWrite;
    private final Clock clock;
    private final MadeJobs made = new MadeJobs();

    /**
     * A creator.
     *
     * @param clock for how long a job counts that the cache does not show
     */
    public JobCreator(
            KubernetesClient client,
            EventRecorder events,
            MetricRegistry metrics,
            JobDefaults defaults,
            MayWrite mayWrite,
            Clock clock) {
        this.calls = new ObjectCalls(ShortCalls.of(client));
        this.events = events;
        this.metrics = metrics;
        this.defaults = defaults;
        this.mayWrite = mayWrite;
        this.clock = clock;
    }

    /** What was made and is not shown by the cache yet. */
    public MadeJobs made() {
        return made;
    }

    /** Whether a pod has a job that only this process knows of yet. */
    Verdict openJob(PodRef pod) {
        return made.of(pod.uid(), clock.instant())
                .map(open -> Verdict.refused(
                        "ExistingMigrationJob", "pod " + pod.key() + " has the open PodMigrationJob " + open.job()))
                .orElse(Verdict.ALLOWED);
    }

    /** Makes the job of a request that all checks let pass. */
    Verdict create(EvictionRequest request) {
        PodRef pod = request.pod().ref();
        Made job = new Made(UUID.randomUUID().toString(), request.pod(), clock.instant());
        Claim claim = made.claim(job);
        if (claim != Claim.TAKEN) {
            return claim == Claim.OPEN_JOB
                    ? openJob(pod)
                    : refused("not_shown", "the cache shows none of the last jobs that were made");
        }
        try {
            WriteTries.repeat(() -> send(job(job.job(), request)));
        } catch (LeaseEndsException e) {
            made.drop(job);
            return refused("no_lease", MayWrite.PROBLEM);
        } catch (KubernetesClientException e) {
            return failed(job, e);
        }
        count("made");
        String message = "PodMigrationJob " + job.job() + " of " + request.plugin();
        events.record(
                EventSubjects.pod(pod), EventType.NORMAL, "MigrationRequested", message + ": " + request.reason());
        if (!request.pod().nodeName().isEmpty()) {
            events.record(
                    EventSubjects.node(request.pod().nodeName()),
                    EventType.NORMAL,
                    "MigrationRequested",
                    message + " for pod " + pod.key() + ": " + request.reason());
        }
        return Verdict.ALLOWED;
    }

    /** The lease is asked before each try. */
    private PodMigrationJob send(PodMigrationJob job) {
        if (!mayWrite.within(ShortCalls.CALL)) {
            throw new LeaseEndsException();
        }
        return calls.create(job);
    }

    private static final class LeaseEndsException extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private Verdict failed(Made job, KubernetesClientException problem) {
        boolean answered = problem.getCode() > 0 && problem.getCode() < FIRST_OF_THE_SERVER;
        if (answered) {
            made.drop(job);
            return refused("refused", "no PodMigrationJob: " + FailureFormatter.of(problem));
        }
        return refused(
                "unanswered",
                "PodMigrationJob " + job.job() + " may exist, it counts for a minute: " + FailureFormatter.of(problem));
    }

    private Verdict refused(String result, String message) {
        count(result);
        return Verdict.refused(CHECK, message);
    }

    private void count(String result) {
        metrics.counter(MetricNames.of("koord_descheduler_job_requests_total", "result", result))
                .inc();
    }

    private PodMigrationJob job(String name, EvictionRequest request) {
        PodRef pod = request.pod().ref();
        PodMigrationJob job = new PodMigrationJob();
        job.setMetadata(new ObjectMetaBuilder()
                .withName(name)
                .withAnnotations(Map.of(
                        Annotations.JOB_EVICT_REASON,
                        shortened(request.reason()),
                        Annotations.JOB_EVICT_TRIGGER,
                        request.plugin(),
                        Annotations.JOB_CREATED_BY,
                        defaults.createdBy()))
                .build());
        job.setSpec(new PodMigrationJobSpec(
                null,
                defaults.ttl(),
                defaults.mode(),
                new ObjectReferenceBuilder()
                        .withNamespace(pod.namespace())
                        .withName(pod.name())
                        .withUid(pod.uid())
                        .build(),
                null,
                defaults.deleteOptions()));
        job.setStatus(new PodMigrationJobStatus("Pending", null, null, null, null, null, null, null));
        return job;
    }

    private static String shortened(String reason) {
        return reason.length() <= LONGEST_REASON ? reason : reason.substring(0, LONGEST_REASON) + "...";
    }
}
