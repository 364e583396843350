package io.koordbridge.manager.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dropwizard.testing.DropwizardTestSupport;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.koordbridge.api.config.ClusterColocationProfile;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ColocationProfileControllerTest {

    private static final String PROFILE = """
        apiVersion: config.koordinator.sh/v1alpha1
        kind: ClusterColocationProfile
        metadata: {name: waiting, labels: {config.koordinator.sh/controller-managed: "true"}}
        spec:
          selector: {matchLabels: {job: batch}}
          labels: {tier: low}
          labelSuffixes: {job: -x}
          qosClass: BE
          priorityClassName: koord-batch
          schedulerName: koord-scheduler
        """;
    private static final String PODS = "/api/v1/namespaces/team/pods/";
    private static final ControlPlane PLANE = new ControlPlane();
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
        pod("waiting", "team", "", "Pending");
        pod("bound", "team", "n1", "Pending");
        pod("system", "kube-system", "", "Pending");
        pod("busy", "team", "", "Pending");
        pod("gone", "team", "", "Pending");
        PLANE.faults.next("PATCH", PODS + "busy", 429, 409);
        PLANE.faults.next("PATCH", PODS + "gone", 404);
        process = PLANE.startManager(
                "webhook.enabled=false",
                "colocationProfile.reconcileInterval=1s",
                "featureGates.ColocationProfileController=true");
    }

    @AfterAll
    static void stop() {
        process.after();
        PLANE.close();
    }

    private static void pod(String name, String namespace, String node, String phase) {
        PLANE.client
                .resource(new PodBuilder()
                        .withNewMetadata()
                        .withNamespace(namespace)
                        .withName(name)
                        .withUid("uid-" + name)
                        .withLabels(Map.of("job", "batch"))
                        .endMetadata()
                        .withNewSpec()
                        .withNodeName(node)
                        .withSchedulerName("default-scheduler")
                        .endSpec()
                        .withNewStatus()
                        .withPhase(phase)
                        .endStatus()
                        .build())
                .create();
    }

    private static Pod read(String namespace, String name) {
        return PLANE.client.pods().inNamespace(namespace).withName(name).get();
    }

    @Test
    void marksWaitingPodsOfProfilesThatAskForIt() {
        await().untilAsserted(
                        () -> assertThat(read("team", "waiting").getMetadata().getLabels())
                                .containsEntry("tier", "low")
                                .containsEntry("job", "batch-x")
                                .containsEntry("koordinator.sh/qosClass", "BE"));

        Pod waiting = read("team", "waiting");
        assertThat(waiting.getSpec().getSchedulerName()).isEqualTo("default-scheduler");
        assertThat(waiting.getSpec().getPriorityClassName()).isNull();
        assertThat(read("team", "bound").getMetadata().getLabels()).doesNotContainKey("tier");
        assertThat(read("kube-system", "system").getMetadata().getLabels()).doesNotContainKey("tier");
    }

    @Test
    void aPodWhoseChangeWasNotTakenIsChangedInALaterRound() {
        await().untilAsserted(() ->
                assertThat(read("team", "busy").getMetadata().getLabels()).containsEntry("tier", "low"));
    }

    @Test
    void aPodThatWentSinceItWasListedIsNoFaultOfTheProfile() {
        await().until(PLANE.faults::spent);
        await().until(() -> read("team", "busy").getMetadata().getLabels().containsKey("tier"));

        assertThat(PLANE.client.v1().events().inAnyNamespace().list().getItems())
                .filteredOn(event -> event.getReason().equals("ColocationProfileNotApplied"))
                .extracting(Event::getMessage)
                .noneMatch(message -> message.contains("team/gone"));
    }
}
