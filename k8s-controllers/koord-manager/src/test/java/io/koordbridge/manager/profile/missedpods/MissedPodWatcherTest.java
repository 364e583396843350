package io.koordbridge.manager.profile.missedpods;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
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
    private static final String PROFILE = """
            {"metadata": {"name": "batch", "resourceVersion": "1", "creationTimestamp": "2026-01-01T00:00:00Z",
              "managedFields": [{"manager": "kubectl", "operation": "Update", "time": "2026-01-05T00:00:00Z",
                                 "fieldsType": "FieldsV1", "fieldsV1": {"f:spec": {"f:qosClass": {}}}}]},
             "spec": {"selector": {"matchLabels": {"job": "batch"}}, "qosClass": "BE"}}
            """;
    private static final String PATCH = "\"patch\": {\"spec\": {\"nodeSelector\": {\"pool\": \"batch\"}}}";
    private static final String BEFORE_THE_CHANGE = "2026-01-04T23:59:59Z";
    private static final String AFTER_THE_CHANGE = "2026-01-05T00:00:01Z";

    private final ListingServer server = new ListingServer();
    private final ManualClock clock = new ManualClock(Instant.parse("2026-01-06T00:00:00Z"));
    private final MetricRegistry metrics = new MetricRegistry();
    private final EventRecorder events = new EventRecorder(server.client, "test", clock, metrics);
    private final ProfileView profiles = new ProfileView(new ListWatchSource(server.client, metrics));
    private final MissedPodWatcher watch = new MissedPodWatcher(
            new MissedPodWatcher.Parts(events, metrics, clock, new WebhookScope("own", Set.of())),
            profiles,
            new Leading());

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
    void podsThatCameBeforeTheProfilesAreJudgedWithThem() {
        watch.podSeen(pod("early", AFTER_THE_CHANGE));
        watch.podSeen(pod("older", BEFORE_THE_CHANGE));
        readProfiles();

        reviewSettled();

        assertThat(missed()).isOne();
        await().untilAsserted(() -> assertThat(server.posted())
                .singleElement()
                .asString()
                .contains("profiles [batch] match this pod but were not applied when it was created"));
    }

    @Test
    void aProfileThatOnlyPatchesTheSpecificationAllowsNoConclusion() {
        server.list(PROFILES, PROFILE.replace("\"qosClass\": \"BE\"", PATCH));
        readProfiles();
        watch.podSeen(pod("p", AFTER_THE_CHANGE));

        reviewSettled();

        assertThat(missed()).isZero();
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
