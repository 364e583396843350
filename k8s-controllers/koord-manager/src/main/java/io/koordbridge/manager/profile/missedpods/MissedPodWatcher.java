package io.koordbridge.manager.profile.missedpods;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.kube.event.EventRecorder;
import io.koordbridge.kube.event.EventType;
import io.koordbridge.kube.periodic.PeriodicTasks;
import io.koordbridge.kube.periodic.PeriodicTasks.Heartbeat;
import io.koordbridge.manager.clusterview.ClusterListener;
import io.koordbridge.manager.clusterview.Leadership;
import io.koordbridge.manager.profile.missedpods.MissedPodRule.Finding;
import io.koordbridge.manager.profile.missedpods.MissedPodRule.Judgement;
import io.koordbridge.manager.profile.missedpods.MissedPods.Missed;
import io.koordbridge.manager.profile.view.ProfileView;
import io.koordbridge.manager.server.webhook.WebhookScope;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Follows pods, and reports what was missed while this replica leads. */
public final class MissedPodWatcher implements ClusterListener, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(MissedPodWatcher.class);
    private static final String REASON = "ColocationProfileMissed";
    private static final Duration PERIOD = Duration.ofSeconds(10);
    private static final Duration CALLS = Duration.ofMinutes(1);
    private static final int REPORTS_PER_ROUND = 100;

    private final ProfileView profiles;
    private final WebhookScope scope;
    private final Leadership acting;
    private final EventRecorder events;
    private final MetricRegistry metrics;
    private final Clock clock;
    private final MissedPods pods = new MissedPods();
    private volatile @Nullable MissedPodRule rule;
    private volatile Heartbeat heartbeat = Heartbeat.NOT_BEGUN;

    /** What the watch is built from. */
    public record Parts(EventRecorder events, MetricRegistry metrics, Clock clock, WebhookScope scope) {}

    public MissedPodWatcher(Parts parts, ProfileView profiles, Leadership acting) {
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
    public void start(PeriodicTasks tasks) {
        heartbeat = tasks.every("missed-pods", PERIOD, CALLS, this::round);
    }

    @Override
    public void podsListing() {
        pods.forgetAll();
    }

    @Override
    public void podSeen(Pod whole) {
        MissedPodRule current = rule();
        if (current != null && current.rulesNothing()) {
            podGone(whole.getMetadata().getNamespace(), whole.getMetadata().getName());
            return;
        }
        PodFacts pod = PodFacts.of(whole);
        // Before the profiles are known, pods are kept for the first round with them.
        Judgement judgement = current == null ? Judgement.of(Finding.UNKNOWN) : judge(current, pod);
        pods.seen(pod, judgement, clock.instant());
    }

    @Override
    public void podGone(String namespace, String name) {
        pods.forget(namespace + "/" + name);
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
        report();
    }

    private void report() {
        if (!acting.acts() || !acting.mayWrite()) {
            return;
        }
        List<Missed> found = pods.takeUnreported(REPORTS_PER_ROUND);
        for (Missed one : found) {
            events.recordOnce(one.pod().reference(), EventType.WARNING, REASON, words(one));
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

    private static String words(Missed one) {
        return "profiles " + one.profiles()
                + " match this pod but were not applied when it was created: the webhook was not reached."
                + " Create the pod again to have them applied.";
    }

    @Override
    public void close() {
        heartbeat.close();
    }
}
