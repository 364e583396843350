package io.koordbridge.manager.profile.waitingpods;

import com.codahale.metrics.MetricRegistry;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.koordbridge.admission.mutation.CompiledProfile;
import io.koordbridge.admission.mutation.WaitingPodMutation;
import io.koordbridge.api.binding.PlainJson;
import io.koordbridge.api.config.ClusterColocationProfile;
import io.koordbridge.frame.BridgeContext;
import io.koordbridge.kube.event.EventRecorder;
import io.koordbridge.kube.event.EventType;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.kube.periodic.PeriodicTasks;
import io.koordbridge.kube.periodic.PeriodicTasks.Heartbeat;
import io.koordbridge.kube.write.PatchTargets;
import io.koordbridge.manager.clusterview.Leadership;
import io.koordbridge.manager.profile.view.ProfileDraw;
import io.koordbridge.manager.profile.view.ProfileView;
import io.koordbridge.manager.server.webhook.WebhookScope;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Goes through the waiting pods in rounds while this replica leads. */
public final class ColocationProfileController implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ColocationProfileController.class);
    private static final PatchContext MERGE = PatchContext.of(PatchType.JSON_MERGE);
    private static final long PAGE = 500;
    /** The pod went since it was listed. */
    private static final int GONE = 404;
    /** Bad request, forbidden, unprocessable: the same again gets the same answer. */
    private static final Set<Integer> REFUSES_CONTENT = Set.of(400, 403, 422);

    /** What a call of a round takes at most, with its repetitions. */
    private static final Duration CALLS = Duration.ofMinutes(1);

    private final KubernetesClient client;
    private final EventRecorder events;
    private final MetricRegistry metrics;
    private final Clock clock;
    private final ProfileView profiles;
    private final WebhookScope scope;
    private final Leadership acting;
    private final ColocationProfileConfig settings;
    private final PeriodicTasks tasks;
    private volatile Heartbeat heartbeat = Heartbeat.NOT_BEGUN;
    private HandledPods handled = HandledPods.NONE;
    private TokenBucket bucket;

    public ColocationProfileController(
            BridgeContext context,
            ProfileView profiles,
            WebhookScope scope,
            Leadership acting,
            ColocationProfileConfig settings) {
        this.client = context.client();
        this.events = context.events();
        this.metrics = context.metrics();
        this.clock = context.clock();
        this.tasks = context.tasks();
        this.profiles = profiles;
        this.scope = scope;
        this.acting = acting;
        this.settings = settings;
        this.bucket = TokenBucket.full(settings.podsPerSecond(), settings.burst(), clock.instant());
    }

    /** Begins. */
    public void start() {
        heartbeat = tasks.every("colocation-profiles", settings.reconcileInterval(), CALLS, this::round);
    }

    private void round() {
        try {
            if (acting.acts() && profiles.synced()) {
                go();
            }
        } catch (RuntimeException e) {
            count("round_failed");
            LOG.warn("waiting pods not gone through, will be tried again", e);
        }
    }

    private void go() {
        List<CompiledProfile> taking = profiles.profiles().stream()
                .filter(one -> PendingPods.takesPart(one.profile(), settings.reconcileByDefault()))
                .sorted(Comparator.comparing(CompiledProfile::name))
                .toList();
        if (taking.isEmpty()) {
            handled = handled.with(List.of(), clock.instant());
            return;
        }
        List<HandledPods.Key> now = new ArrayList<>();
        try {
            goThrough(taking, now);
        } finally {
            handled = handled.with(now, clock.instant());
        }
    }

    private void goThrough(List<CompiledProfile> taking, List<HandledPods.Key> now) {
        String next = "";
        do {
            PodList page = page(next);
            for (Pod pod : page.getItems()) {
                taking.forEach(profile -> handle(profile, pod, now));
            }
            String token =
                    page.getMetadata() == null ? null : page.getMetadata().getContinue();
            next = token == null ? "" : token;
        } while (!next.isEmpty());
    }

    private PodList page(String next) {
        heartbeat.beat();
        return client.pods()
                .inAnyNamespace()
                .list(new ListOptionsBuilder()
                        .withFieldSelector("spec.nodeName=")
                        .withLimit(PAGE)
                        .withContinue(next.isEmpty() ? null : next)
                        .build());
    }

    private void handle(CompiledProfile compiled, Pod pod, List<HandledPods.Key> now) {
        ClusterColocationProfile profile = compiled.profile();
        String namespace = pod.getMetadata().getNamespace();
        boolean concerned = PendingPods.isWaiting(pod)
                && PendingPods.concerns(
                        compiled, pod, profiles.namespaceLabels(namespace).orElse(null), scope);
        HandledPods.Key key = new HandledPods.Key(
                profile.getMetadata().getName() + "/" + profile.getMetadata().getResourceVersion(),
                pod.getMetadata().getUid());
        if (!concerned || handled.contains(key)) {
            return;
        }
        bucket = bucket.refilled(clock.instant());
        if (bucket.isEmpty() || !acting.mayWrite()) {
            count("postponed");
            return;
        }
        bucket = bucket.taken();
        if (change(profile, pod)) {
            now.add(key);
        }
    }

    /** Whether that is all that can be done for the pod; the next round tries again otherwise. */
    private boolean change(ClusterColocationProfile profile, Pod pod) {
        String name = pod.getMetadata().getNamespace() + "/" + pod.getMetadata().getName();
        ObjectNode tree = PlainJson.MAPPER.valueToTree(pod);
        int draw = ProfileDraw.next(profile.getMetadata().getName());
        WaitingPodMutation.Outcome outcome = WaitingPodMutation.mutate(profile, tree, draw);
        if (outcome.refusal() != null) {
            refused(profile, name, outcome.refusal());
        } else if (outcome.mergePatch().isEmpty()) {
            count("unchanged");
        } else {
            return write(profile, pod, name, outcome.mergePatch());
        }
        return true;
    }

    private boolean write(ClusterColocationProfile profile, Pod pod, String name, ObjectNode patch) {
        heartbeat.beat();
        try {
            PatchTargets.named(
                            client,
                            Pod::new,
                            pod.getMetadata().getNamespace(),
                            pod.getMetadata().getName())
                    .patch(MERGE, patch.toString());
            count("changed");
            LOG.info(
                    "waiting pod changed pod={} profile={}",
                    name,
                    profile.getMetadata().getName());
            return true;
        } catch (KubernetesClientException e) {
            if (e.getCode() == GONE) {
                count("gone");
                return true;
            }
            refused(profile, name, String.valueOf(e.getMessage()));
            return REFUSES_CONTENT.contains(e.getCode());
        }
    }

    private void refused(ClusterColocationProfile profile, String pod, String reason) {
        count("failed");
        String message = "pod " + pod + ": " + reason;
        if (events.record(profile, EventType.WARNING, "ColocationProfileNotApplied", message)) {
            LOG.warn(
                    "profile not applied to a waiting pod profile={} {}",
                    profile.getMetadata().getName(),
                    message);
        }
    }

    private void count(String outcome) {
        metrics.counter(MetricNames.of("koord_manager_colocation_profile_pods_total", "outcome", outcome))
                .inc();
    }

    @Override
    public void close() {
        heartbeat.close();
    }
}
