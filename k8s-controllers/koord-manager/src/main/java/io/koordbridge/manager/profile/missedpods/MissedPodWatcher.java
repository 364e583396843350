package io.koordbridge.manager.profile.missedpods;

import com.codahale.metrics.MetricRegistry;
import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.kube.client.Pace;
import io.koordbridge.kube.event.EventRecorder;
import io.koordbridge.kube.event.EventType;
import io.koordbridge.kube.periodic.PeriodicTasks;
import io.koordbridge.kube.periodic.PeriodicTasks.Heartbeat;
import io.koordbridge.manager.clusterview.ClusterListener;
import io.koordbridge.manager.clusterview.Leadership;
import io.koordbridge.manager.profile.missedpods.MissedPodRule.Finding;
import io.koordbridge.manager.profile.missedpods.MissedPodRule.Judgement;
import io.koordbridge.manager.profile.missedpods.MissedPods.Missed;
import io.koordbridge.manager.profile.missedpods.MissedPods.Suspect;
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
    private static final int READS_PER_SECOND = 20;
    private static final int READS_PER_ROUND = 200;
    private static final long PAGE = 500;

    private final KubernetesClient client;
    private final ProfileView profiles;
    private final WebhookScope scope;
    private final Leadership acting;
    private final EventRecorder events;
    private final MetricRegistry metrics;
    private final Clock clock;
    private final MissedPods pods = new MissedPods();
    private final Pace pace;
    private volatile @Nullable MissedPodRule rule;
    private volatile boolean unjudged;
    private volatile Heartbeat heartbeat = Heartbeat.NOT_BEGUN;

    /** What the watch is built from. */
    public record Parts(
            KubernetesClient client, EventRecorder events, MetricRegistry metrics, Clock clock, WebhookScope scope) {}

    public MissedPodWatcher(Parts parts, ProfileView profiles, Leadership acting) {
        this(parts, profiles, acting, new Pace(READS_PER_SECOND));
    }

    MissedPodWatcher(Parts parts, ProfileView profiles, Leadership acting, Pace pace) {
        this.pace = pace;
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
        List<Suspect> toBeRead = pods.review(pod -> judge(current, pod), clock.instant());
        report();
        // At the end: a cluster whose pods cannot be read does not keep those that were seen from being reported.
        if (acting.acts()) {
            readInTurn(toBeRead, current);
        }
    }

    private void readInTurn(List<Suspect> toBeRead, MissedPodRule current) {
        try {
            for (Suspect suspect : toBeRead.subList(0, Math.min(READS_PER_ROUND, toBeRead.size()))) {
                pace.await();
                readSpecification(suspect);
            }
            report();
            unjudged |= pods.takeUnread();
            if (unjudged) {
                readUnjudged(current);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            LOG.info("missed pods not read to the end, the watch is closed");
        }
    }

    /** By a list, which the manager may ask for of all pods; single ones it has no right to read. */
    private void readSpecification(Suspect suspect) {
        heartbeat.beat();
        client
                .pods()
                .inNamespace(suspect.pod().namespace())
                .withField("metadata.name", suspect.pod().name())
                .list()
                .getItems()
                .stream()
                .filter(whole -> suspect.pod().uid().equals(whole.getMetadata().getUid()))
                .forEach(whole -> pods.wasRead(suspect, lackingField(suspect.judgement(), whole)));
    }

    private Judgement judgeWhole(Judgement judgement, Pod whole) {
        if (judgement.finding() != Finding.TO_BE_READ) {
            return judgement;
        }
        Finding finding = lackingField(judgement, whole) == null ? Finding.FINE : Finding.MISSED;
        return new Judgement(finding, judgement.profiles(), judgement.fields());
    }

    private @Nullable String lackingField(Judgement judgement, Pod whole) {
        JsonNode tree = client.getKubernetesSerialization().convertValue(whole, JsonNode.class);
        return judgement.fields().lackingOn(tree.path("spec")).orElse(null);
    }

    /** Pods that came before the profiles are read once; where that fails, again in the next round. */
    private void readUnjudged(MissedPodRule current) throws InterruptedException {
        // Before, not after: a pod that comes in between may ask for another reading.
        unjudged = false;
        pods.beginReading();
        try {
            readAll(current);
        } catch (InterruptedException | RuntimeException | Error e) {
            unjudged = true;
            throw e;
        } finally {
            pods.endReading();
        }
    }

    /** A page at a time. */
    private void readAll(MissedPodRule current) throws InterruptedException {
        String next = "";
        do {
            heartbeat.beat();
            pace.await();
            PodList page = client.pods()
                    .inAnyNamespace()
                    .list(new ListOptionsBuilder()
                            .withLimit(PAGE)
                            .withContinue(next.isEmpty() ? null : next)
                            .build());
            for (Pod whole : page.getItems()) {
                PodFacts pod = PodFacts.of(whole);
                pods.read(pod, judgeWhole(judge(current, pod), whole), clock.instant());
            }
            String token =
                    page.getMetadata() == null ? null : page.getMetadata().getContinue();
            next = token == null ? "" : token;
        } while (!next.isEmpty());
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
        String finding = one.field() == null
                ? " match this pod but were not applied when it was created: the webhook was not reached."
                : " match this pod but " + one.field()
                        + " is not as they set it: the webhook was not reached when the pod"
                        + " was created, or something else changed the field.";
        return "profiles " + one.profiles() + finding + " Create the pod again to have them applied.";
    }

    @Override
    public void close() {
        heartbeat.close();
    }
}
