package io.koordbridge.descheduler.act.arbitrate;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.koordbridge.api.migration.PodMigrationJob;
import io.koordbridge.descheduler.act.MayWrite;
import io.koordbridge.descheduler.act.ShortCalls;
import io.koordbridge.descheduler.decide.run.Verdict;
import io.koordbridge.kube.client.FailureFormatter;
import io.koordbridge.kube.client.RecurringProblems;
import io.koordbridge.kube.event.EventRecorder;
import io.koordbridge.kube.event.EventType;
import io.koordbridge.kube.write.MetadataPatch;
import io.koordbridge.kube.write.ObjectAddress;
import io.koordbridge.kube.write.ObjectPatcher;
import io.koordbridge.kube.write.WriteTries;
import io.koordbridge.protocol.Annotations;
import java.net.HttpURLConnection;
import java.util.Map;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers by patches. Each try reads the job first, and the version that was read is the precondition of the patch. */
public final class ApiJobAnswers implements JobAnswers {

    private static final Logger LOG = LoggerFactory.getLogger(ApiJobAnswers.class);
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int FIRST_OF_THE_SERVER = 500;

    private final KubernetesClient client;
    private final ObjectPatcher patcher;
    private final EventRecorder events;
    private final MayWrite mayWrite;
    private final JobCheck check;
    private final RecurringProblems<String> problems = new RecurringProblems<>();

    public ApiJobAnswers(
            KubernetesClient client, MetricRegistry metrics, EventRecorder events, MayWrite mayWrite, JobCheck check) {
        this.client = ShortCalls.of(client);
        this.patcher = new ObjectPatcher(this.client, metrics);
        this.events = events;
        this.mayWrite = mayWrite;
        this.check = check;
    }

    @Override
    public Answer pass(String name, String uid) {
        return tries(name, uid, job -> {
            String forbidden = check.forbids(job);
            return forbidden.isEmpty() ? pass(job) : fail(job, forbidden);
        });
    }

    @Override
    public Answer fail(String name, String uid, Verdict verdict) {
        return tries(name, uid, job -> fail(job, verdict.message()));
    }

    private Answer pass(PodMigrationJob job) {
        patcher.patchAnnotations(address(job), Map.of(Annotations.JOB_PASSED_ARBITRATION, "true"), version(job));
        return Answer.PASSED;
    }

    private Answer fail(PodMigrationJob job, String message) {
        Map<String, String> status = Map.of("phase", "Failed", "reason", "ForbiddenMigratePod", "message", message);
        patcher.patchStatus(address(job), status, MetadataPatch.NONE, version(job));
        events.record(job, EventType.WARNING, "ForbiddenMigratePod", message);
        return Answer.FAILED;
    }

    private static ObjectAddress<PodMigrationJob> address(PodMigrationJob job) {
        return ObjectAddress.of(PodMigrationJob.class, job.getMetadata().getName());
    }

    private static String version(PodMigrationJob job) {
        return job.getMetadata().getResourceVersion();
    }

    private Answer tries(String name, String uid, Function<PodMigrationJob, Answer> step) {
        WriteTries tries = new WriteTries();
        while (true) {
            try {
                Answer answer = once(name, uid, step);
                problems.ends("");
                return answer;
            } catch (KubernetesClientException e) {
                if (e.getCode() == HttpURLConnection.HTTP_NOT_FOUND) {
                    return Answer.DROPPED;
                }
                boolean mayRepeat = e.getCode() == HttpURLConnection.HTTP_CONFLICT || e.getCode() == TOO_MANY_REQUESTS;
                if (!mayRepeat || tries.isLast()) {
                    return failed(name, e);
                }
                tries.pause();
            }
        }
    }

    private Answer once(String name, String uid, Function<PodMigrationJob, Answer> step) {
        PodMigrationJob job =
                client.resources(PodMigrationJob.class).withName(name).get();
        boolean nothingToDecide = job == null || !uid.equals(job.getMetadata().getUid()) || WaitingJobs.isOver(job);
        if (nothingToDecide) {
            return Answer.DROPPED;
        }
        if (WaitingJobs.hasPassed(job)) {
            return Answer.PASSED;
        }
        boolean mayGoOn = !WaitingJobs.isPaused(job) && mayWrite.within(ShortCalls.CALL);
        return mayGoOn ? step.apply(job) : Answer.REFUSED;
    }

    private Answer failed(String name, KubernetesClientException problem) {
        String words = FailureFormatter.of(problem);
        if (problems.begins("", words)) {
            LOG.warn("decision of the arbitration not written, tried in the next round job={} problem={}", name, words);
        }
        boolean answered = problem.getCode() > 0 && problem.getCode() < FIRST_OF_THE_SERVER;
        return answered ? Answer.REFUSED : Answer.UNSURE;
    }
}
