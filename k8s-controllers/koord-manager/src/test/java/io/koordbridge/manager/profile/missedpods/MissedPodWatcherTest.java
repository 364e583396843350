package io.koordbridge.manager.profile.missedpods;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.koordbridge.kube.client.Pace;
import io.koordbridge.kube.event.EventRecorder;
import io.koordbridge.kube.listwatch.ListWatchSource;
import io.koordbridge.manager.clusterview.Leadership;
import io.koordbridge.manager.profile.view.ProfileView;
import io.koordbridge.manager.server.webhook.WebhookScope;
import io.koordbridge.testkit.ManualClock;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MissedPodWatcherTest {

    private static final String PROFILES = "/apis/config.koordinator.sh/v1alpha1/clustercolocationprofiles";
    private static final String NAMESPACES = "/api/v1/namespaces";
    private static final String PODS = "/api/v1/pods";
    private static final String PROFILE = """
            {"metadata": {"name": "batch", "resourceVersion": "1", "creationTimestamp": "2026-01-01T00:00:00Z",
              "managedFields": [{"manager": "kubectl", "operation": "Update", "time": "2026-01-05T00:00:00Z",
                                 "fieldsType": "FieldsV1", "fieldsV1": {"f:spec": {"f:qosClass": {}}}}]},
             "spec": {"selector": {"matchLabels": {"job": "batch"}}, "qosClass": "BE"}}
            """;
    private static final String PATCH = "\"patch\": {\"spec\": {\"nodeSelector\": {\"pool\": \"batch\"}}}";
    private static final String PODS_OF_THE_TEAM = "/api/v1/namespaces/team/pods";
    private static final String BEFORE_THE_CHANGE = "2026-01-04T23:59:59Z";
    private static final String AFTER_THE_CHANGE = "2026-01-05T00:00:01Z";

    private final ListingServer server = new ListingServer();
    private final ManualClock clock = new ManualClock(Instant.parse("2026-01-06T00:00:00Z"));
    private final MetricRegistry metrics = new MetricRegistry();
    private final EventRecorder events = new EventRecorder(server.client, "test", clock, metrics);
    private final ProfileView profiles = new ProfileView(new ListWatchSource(server.client, metrics));
    private final MissedPodWatcher watch = new MissedPodWatcher(
            new MissedPodWatcher.Parts(server.client, events, metrics, clock, new WebhookScope("own", Set.of())),
            profiles,
            new Leading(),
            new Pace(100_000));

    private static final class Leading implements Leadership {

        @Override
        public boolean acts() {
            return true;
        }

        @Override
        public boolean mayWrite() {
            return true;
        }
    }

    @BeforeEach
    void create() {
        server.list(NAMESPACES, "{\"metadata\": {\"name\": \"team\", \"resourceVersion\": \"2\"}}");
        server.list(PROFILES, PROFILE);
    }

    @AfterEach
    void stop() {
        watch.close();
        profiles.close();
        events.close();
        server.close();
    }

    @Test
    void aPodThatIsOlderThanTheLastChangeOfAProfileHasNotMissedIt() {
        readProfiles();

        watch.podSeen(pod("older", BEFORE_THE_CHANGE));
        reviewSettled();
        assertThat(missed()).isZero();

        watch.podSeen(pod("younger", AFTER_THE_CHANGE));
        reviewSettled();
        assertThat(missed()).isOne();
    }

    @Test
    void podsThatCameBeforeTheProfilesAreReadAgainAfterAFailure() {
        Pod pod = pod("early", AFTER_THE_CHANGE);
        server.list(PODS, Serialization.asJson(pod));
        watch.podSeen(pod);
        readProfiles();

        server.failNext(PODS, 500);
        assertThatThrownBy(watch::review).isInstanceOf(KubernetesClientException.class);
        watch.review();
        reviewSettled();

        assertThat(missed()).isOne();
    }

    @Test
    void podsAreReadOnceAfterTheProfilesCame() {
        watch.podSeen(pod("early", AFTER_THE_CHANGE));
        readProfiles();
        watch.review();
        server.list(PODS, Serialization.asJson(pod("other", AFTER_THE_CHANGE)));

        watch.review();
        reviewSettled();

        assertThat(missed()).isZero();
    }

    @Test
    void whatCannotBeReadDoesNotKeepWhatWasSeenFromBeingReported() {
        watch.podSeen(pod("early", AFTER_THE_CHANGE));
        readProfiles();
        watch.podSeen(pod("seen", AFTER_THE_CHANGE));
        clock.advance(MissedPods.SETTLING);

        server.failNext(PODS, 403);
        assertThatThrownBy(watch::review).isInstanceOf(KubernetesClientException.class);

        assertThat(reported()).isOne();
    }

    @Test
    void aPodThatGoesWhileItsPageIsUnderWayIsNotMissed() {
        Pod pod = pod("going", AFTER_THE_CHANGE);
        server.list(PODS, Serialization.asJson(pod), Serialization.asJson(pod("staying", AFTER_THE_CHANGE)));
        watch.podSeen(pod);
        readProfiles();

        server.beforeNextAnswer(PODS, () -> watch.podGone("team", "going"));
        watch.review();
        reviewSettled();

        assertThat(missed()).isOne();
    }

    @Test
    void whereOnlyTheSpecificationTellsItIsReadOnceAndTheFieldNamed() {
        server.list(PROFILES, PROFILE.replace("\"qosClass\": \"BE\"", PATCH));
        readProfiles();
        Pod placed = placed("placed");
        server.list(PODS_OF_THE_TEAM, Serialization.asJson(placed), Serialization.asJson(pod("p", AFTER_THE_CHANGE)));
        watch.podSeen(placed);
        watch.podSeen(pod("p", AFTER_THE_CHANGE));

        reviewSettled();
        server.failNext(PODS_OF_THE_TEAM, 500);
        watch.podSeen(placed);
        reviewSettled();

        assertThat(missed()).isOne();
        assertThat(reported()).isOne();
        await().untilAsserted(() -> assertThat(server.posted())
                .singleElement()
                .asString()
                .contains("profiles [batch] match this pod but spec.nodeSelector.pool is not as they set it"));
    }

    @Test
    void whenThereIsNoRoomForPodsThatHaveToBeReadAllAreReadByPages() {
        server.list(PROFILES, PROFILE.replace("\"qosClass\": \"BE\"", PATCH));
        readProfiles();
        for (int i = 0; i < MissedPods.CAPACITY / 2; i++) {
            watch.podSeen(placed("placed-" + i));
        }
        Pod last = pod("last", AFTER_THE_CHANGE);
        watch.podSeen(last);
        server.list(PODS, Serialization.asJson(placed("placed-0")), Serialization.asJson(last));
        watch.review();
        for (int i = 0; i < MissedPods.CAPACITY / 2; i++) {
            watch.podGone("team", "placed-" + i);
        }
        server.list(PODS_OF_THE_TEAM, Serialization.asJson(last));

        reviewSettled();

        assertThat(missed()).isOne();
    }

    @Test
    void aRoundReadsTwoHundredSpecificationsAtMost() {
        seePlaced(watch, 300);

        reviewSettled();
        assertThat(server.served(PODS_OF_THE_TEAM)).isEqualTo(200);

        watch.review();
        assertThat(server.served(PODS_OF_THE_TEAM)).isEqualTo(400);
    }

    @Test
    void specificationsAreReadTwentyASecondAtMost() {
        try (MissedPodWatcher paced = new MissedPodWatcher(
                new MissedPodWatcher.Parts(
                        server.client, events, new MetricRegistry(), clock, new WebhookScope("own", Set.of())),
                profiles,
                new Leading())) {
            seePlaced(paced, 41);
            clock.advance(MissedPods.SETTLING);
            long begin = System.nanoTime();

            paced.review();

            assertThat(server.served(PODS_OF_THE_TEAM)).isEqualTo(41);
            assertThat(System.nanoTime() - begin).isGreaterThan(900_000_000L);
        }
    }

    /** Pods of which only the specification tells; the server has none of them. */
    private void seePlaced(MissedPodWatcher by, int count) {
        server.list(PROFILES, PROFILE.replace("\"qosClass\": \"BE\"", PATCH));
        readProfiles();
        for (int i = 0; i < count; i++) {
            by.podSeen(placed("placed-" + i));
        }
    }

    private void readProfiles() {
        profiles.start();
        await().until(profiles::synced);
    }

    private void reviewSettled() {
        clock.advance(MissedPods.SETTLING);
        watch.review();
    }

    private int missed() {
        return (Integer) metrics.getGauges().get("koord_manager_missed_pods").getValue();
    }

    private long reported() {
        return metrics.counter("koord_manager_missed_pods_reported_total").getCount();
    }

    private static Pod placed(String name) {
        return pod(name, AFTER_THE_CHANGE)
                .edit()
                .editSpec()
                .addToNodeSelector("pool", "batch")
                .endSpec()
                .build();
    }

    private static Pod pod(String name, String createdAt) {
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace("team")
                .withName(name)
                .withUid(name + "-uid")
                .withCreationTimestamp(createdAt)
                .withLabels(Map.of("job", "batch"))
                .endMetadata()
                .withNewSpec()
                .endSpec()
                .build();
    }
}
