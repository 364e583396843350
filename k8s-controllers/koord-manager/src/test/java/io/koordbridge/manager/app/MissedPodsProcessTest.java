package io.koordbridge.manager.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dropwizard.testing.DropwizardTestSupport;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.koordbridge.api.config.ClusterColocationProfile;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class MissedPodsProcessTest {

    private static final String PROFILE = """
        apiVersion: config.koordinator.sh/v1alpha1
        kind: ClusterColocationProfile
        metadata: {name: batch}
        spec:
          selector: {matchLabels: {job: batch}}
          qosClass: BE
          schedulerName: koord-scheduler
        """;
    private static final ControlPlane PLANE = new ControlPlane();
    private static final AtomicInteger TICKS = new AtomicInteger();
    private static final AtomicInteger TOUCHES = new AtomicInteger();
    private static DropwizardTestSupport<ManagerConfiguration> process;

    @BeforeAll
    static void start() throws Exception {
        PLANE.client
                .resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName("team")
                        .endMetadata()
                        .build())
                .create();
        PLANE.client
                .resource(Serialization.unmarshal(PROFILE, ClusterColocationProfile.class))
                .create();
        process = PLANE.startManager();
    }

    @AfterAll
    static void stop() {
        process.after();
        PLANE.close();
    }

    /** The server dates what is created, in whole seconds; a pod of the profile's own second is not judged. */
    private static void awaitNextSecond() {
        String created = PLANE.client
                .resources(ClusterColocationProfile.class)
                .withName("batch")
                .get()
                .getMetadata()
                .getCreationTimestamp();
        await().until(() -> PLANE.client
                        .resource(new NamespaceBuilder()
                                .withNewMetadata()
                                .withName("tick-" + TICKS.incrementAndGet())
                                .endMetadata()
                                .build())
                        .create()
                        .getMetadata()
                        .getCreationTimestamp()
                        .compareTo(created)
                > 0);
    }

    @Test
    void aPodThatWasCreatedPastTheWebhookGetsOneEvent() {
        awaitNextSecond();
        PLANE.client
                .resource(new PodBuilder()
                        .withNewMetadata()
                        .withNamespace("team")
                        .withName("missed")
                        .withUid("missed-uid")
                        .withLabels(Map.of("job", "batch"))
                        .endMetadata()
                        .withNewSpec()
                        .addNewContainer()
                        .withName("main")
                        .endContainer()
                        .endSpec()
                        .build())
                .create();

        await().atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofSeconds(1))
                .untilAsserted(() -> {
                    touch("missed");
                    assertThat(PLANE.client
                                    .v1()
                                    .events()
                                    .inNamespace("team")
                                    .list()
                                    .getItems())
                            .filteredOn(event -> event.getReason().equals("ColocationProfileMissed"))
                            .singleElement()
                            .satisfies(event -> {
                                assertThat(event.getInvolvedObject().getName()).isEqualTo("missed");
                                assertThat(event.getMessage()).contains("[batch]");
                            });
                });
        assertThat(process.getEnvironment()
                        .metrics()
                        .counter("koord_manager_missed_pods_reported_total")
                        .getCount())
                .isEqualTo(1);
    }

    /** Changes a pod: the embedded server does not tell a watch of what came between its list and its beginning. */
    private static void touch(String name) {
        PLANE.client
                .pods()
                .inNamespace("team")
                .withName(name)
                .edit(pod -> pod.edit()
                        .editMetadata()
                        .addToAnnotations("touched", String.valueOf(TOUCHES.incrementAndGet()))
                        .endMetadata()
                        .build());
    }
}
