package io.koordbridge.manager.missedpods;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.kube.event.EventRecorder;
import io.koordbridge.kube.event.EventType;
import io.koordbridge.manager.clusterview.Acting;
import io.koordbridge.manager.clusterview.ClusterListener;
import io.koordbridge.manager.missedpods.MissedPodRule.Judgement;
import io.koordbridge.manager.webhook.ProfileView;
import io.koordbridge.manager.webhook.WebhookScope;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Follows pods, and reports what was missed while this replica leads. */
public final class MissedPodWatch implements ClusterListener, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(MissedPodWatch.class);
    private static final String REASON = "ColocationProfileMissed";
    private static final long PERIOD_SECONDS = 10;
    private static final int REPORTS_PER_ROUND = 100;
    private static final long PAGE = 500;

    private final KubernetesClient client;
    private final ProfileView profiles;
    private final WebhookScope scope;
    private final Acting acting;
    private final EventRecorder events;
    private final MetricRegistry metrics;
    private final Clock clock;
    private final MissedPods pods = new MissedPods();
    private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "missed-pods");
        thread.setDaemon(true);
        return thread;
    });
    private volatile @Nullable MissedPodRule rule;
    private volatile boolean unjudged;

    /** What the watch is built from. */
    public record Parts(
            KubernetesClient client, EventRecorder events, MetricRegistry metrics, Clock clock, WebhookScope scope) {}

    public MissedPodWatch(Parts parts, ProfileView profiles, Acting acting) {
        this.client = parts.client();
        this.profiles = profiles;
        this.scope = parts.scope();
        this.acting = acting;
        this.events = parts.events();
        this.metrics = parts.metrics();
        this.clock = parts.clock();
        metrics.gauge("koord_manager_missed_pods", () -> () -> acting.acts() ? pods.size() : 0);
        metrics.gauge("koord_manager_missed_pods_not_judged", () -> pods::dropped);
        metrics.gauge("koord_manager_profiles_drawing_lots", () -> () -> {
            MissedPodRule current = rule;
            return current == null ? 0 : current.drawingLots();
        });
    }

    /** Begins to review. */
    public void start() {
        ScheduledFuture<?> unused =
                executor.scheduleWithFixedDelay(this::round, PERIOD_SECONDS, PERIOD_SECONDS, TimeUnit.SECONDS);
    }

    @Override
    public void podsListing() {
        pods.forgetAll();
    }

    @Override
    public void podSeen(Pod whole) {
        MissedPodRule current = rule();
        if (current == null) {
            unjudged = true;
            return;
        }
        if (current.rulesNothing()) {
            pods.forget(
                    key(whole.getMetadata().getNamespace(), whole.getMetadata().getName()));
            return;
        }
        PodFacts pod = PodFacts.of(whole);
        pods.seen(pod, judge(current, pod), clock.instant());
    }

    @Override
    public void podGone(String namespace, String name) {
        pods.forget(key(namespace, name));
    }

    private static String key(String namespace, String name) {
        return namespace + "/" + name;
    }

    private Judgement judge(MissedPodRule current, PodFacts pod) {
        return current.judge(pod, profiles.namespaceLabels(pod.namespace()).orElse(null));
    }

    private @Nullable MissedPodRule rule() {
        if (rule == null && profiles.synced()) {
            rule = freshRule();
        }
        return rule;
    }

    private MissedPodRule freshRule() {
        return new MissedPodRule(
                profiles.profiles().stream().map(TimedProfile::of).toList(), scope);
    }

    private void round() {
        try {
            review();
        } catch (RuntimeException e) {
            metrics.counter("koord_manager_missed_pods_failures_total").inc();
            LOG.warn("missed pods not reviewed, will be tried again", e);
        }
    }

    /** One round; every ten seconds. */
    void review() {
        if (!profiles.synced()) {
            return;
        }
        MissedPodRule current = freshRule();
        rule = current;
        pods.review(pod -> judge(current, pod), clock.instant());
        if (acting.acts() && acting.mayWrite()) {
            report(pods.takeUnreported(REPORTS_PER_ROUND));
        }
        // At the end: a cluster whose pods cannot be read does not keep those that were seen from being reported.
        if (unjudged && acting.acts()) {
            readUnjudged(current);
        }
    }

    /** Pods that came before the profiles are read once; where that fails, again in the next round. */
    private void readUnjudged(MissedPodRule current) {
        // Before, not after: a pod that comes meanwhile may ask for another reading.
        unjudged = false;
        pods.beginReading();
        try {
            readAll(current);
        } catch (RuntimeException | Error e) {
            unjudged = true;
            throw e;
        } finally {
            pods.endReading();
        }
    }

    /** A page at a time. */
    private void readAll(MissedPodRule current) {
        String next = "";
        do {
            PodList page = client.pods()
                    .inAnyNamespace()
                    .list(new ListOptionsBuilder()
                            .withLimit(PAGE)
                            .withContinue(next.isEmpty() ? null : next)
                            .build());
            for (Pod whole : page.getItems()) {
                PodFacts pod = PodFacts.of(whole);
                pods.read(pod, judge(current, pod), clock.instant());
            }
            String token =
                    page.getMetadata() == null ? null : page.getMetadata().getContinue();
            next = token == null ? "" : token;
        } while (!next.isEmpty());
    }

    private void report(List<MissedPods.Missed> found) {
        for (MissedPods.Missed one : found) {
            events.recordOnce(
                    one.pod().reference(),
                    EventType.WARNING,
                    REASON,
                    "profiles " + one.profiles() + " match this pod but were not applied when it was created:"
                            + " the webhook was not reached. Create the pod again to have them applied.");
            metrics.counter("koord_manager_missed_pods_reported_total").inc();
        }
        if (!found.isEmpty()) {
            LOG.warn(
                    "pods were created past the webhook count={} all={} first={} profiles={}",
                    found.size(),
                    pods.size(),
                    found.get(0).pod().key(),
                    found.get(0).profiles());
        }
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
