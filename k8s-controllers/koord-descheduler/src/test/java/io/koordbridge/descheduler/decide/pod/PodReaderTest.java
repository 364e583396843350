package io.koordbridge.descheduler.decide.pod;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.koordbridge.protocol.KubeQos;
import io.koordbridge.protocol.PriorityClass;
import io.koordbridge.protocol.QosClass;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PodReaderTest {

    private static PodFacts read(String yaml) {
        return PodReader.of(Serialization.unmarshal(yaml, Pod.class));
    }

    private static PodFacts annotated(String annotations) {
        return read("metadata: {namespace: shop, name: web, annotations: {" + annotations + "}}");
    }

    @Test
    void aPodIsReadWithAllThatDecides() {
        PodFacts pod = read("""
                metadata:
                  namespace: shop
                  name: web
                  uid: u1
                  creationTimestamp: "2026-03-01T10:00:00Z"
                  labels: {app: web, koordinator.sh/qosClass: LS, koordinator.sh/evict-policy: SoftEviction}
                  annotations:
                    descheduler.alpha.kubernetes.io/evict: "false"
                    scheduling.koordinator.sh/eviction-cost: "7"
                    controller.kubernetes.io/pod-deletion-cost: "-3"
                  ownerReferences:
                    - {apiVersion: v1, kind: ConfigMap, name: other, uid: o0}
                    - {apiVersion: apps/v1, kind: StatefulSet, name: db, uid: o1, controller: true}
                spec:
                  nodeName: n1
                  schedulerName: koord-scheduler
                  priority: 9000
                  volumes: [{name: a, emptyDir: {}}, {name: b, persistentVolumeClaim: {claimName: c}}]
                  containers: [{name: main, resources: {requests: {cpu: 333m, memory: 1Gi, nvidia.com/gpu: "2"}}}]
                status:
                  phase: Running
                  qosClass: Burstable
                  conditions:
                    - {type: PodScheduled, status: "True"}
                    - {type: Ready, status: "True"}
                    - {type: DisruptionTarget, status: "True", lastTransitionTime: "2026-03-01T11:00:00Z"}
                """);

        assertThat(pod.ref()).isEqualTo(new PodRef("shop", "web", "u1"));
        assertThat(pod.nodeName()).isEqualTo("n1");
        assertThat(pod.created()).isEqualTo(Instant.parse("2026-03-01T10:00:00Z"));
        assertThat(pod.owners())
                .isEqualTo(new PodOwners(true, false, new OwnerRef("apps/v1", "StatefulSet", "db", "o1")));
        assertThat(pod.rank()).isEqualTo(new PodRank(PriorityClass.PROD, 9000, KubeQos.BURSTABLE, QosClass.LS, -3, 7));
        assertThat(pod.state())
                .isEqualTo(new PodState("Running", true, "True", false, Instant.parse("2026-03-01T11:00:00Z")));
        assertThat(pod.guards())
                .isEqualTo(new PodGuards(false, false, true, true, true, "SoftEviction", false, "", "koord-scheduler"));
        assertThat(pod.fit().requests()).isEqualTo(Map.of("cpu", 333L, "memory", 1L << 30, "nvidia.com/gpu", 2L));
    }

    @Test
    void anEmptyPodIsReadAsNothing() {
        PodFacts pod = read("metadata: {}");

        assertThat(pod.ref()).isEqualTo(new PodRef("", "", ""));
        assertThat(pod.nodeName()).isEmpty();
        assertThat(pod.created()).isEqualTo(Instant.EPOCH);
        assertThat(pod.owners()).isEqualTo(PodOwners.NONE);
        assertThat(pod.state()).isEqualTo(new PodState("", false, "", false, null));
        assertThat(pod.fit().requests()).isEmpty();
    }

    @Test
    void aCostIsAnIntegerOf32BitsOrZero() {
        String key = "scheduling.koordinator.sh/eviction-cost: ";
        for (String bad : new String[] {"+1", "01", "1.0", "abc", "", "9999999999", "-9999999999", "1e3", " 1"}) {
            assertThat(annotated(key + "'" + bad + "'").rank().evictionCost())
                    .as(bad)
                    .isZero();
        }
        assertThat(annotated(key + "'2147483647'").rank().evictionCost()).isEqualTo(PodRank.NEVER_EVICT);
        assertThat(annotated(key + "'-2147483648'").rank().evictionCost()).isEqualTo(Integer.MIN_VALUE);
    }

    @Test
    void aStaticPodHasASourceThatIsNotTheApi() {
        assertThat(annotated("kubernetes.io/config.source: file").guards().fixed())
                .isTrue();
        assertThat(annotated("kubernetes.io/config.source: api").guards().fixed())
                .isFalse();
        assertThat(annotated("kubernetes.io/config.mirror: ''").guards().mirror())
                .isTrue();
    }

    @Test
    void aDaemonSetIsSeenAlsoWithoutAController() {
        PodFacts pod = read("metadata: {name: a, ownerReferences: [{kind: DaemonSet, name: d, uid: x}]}");

        assertThat(pod.owners().daemonSet()).isTrue();
        assertThat(pod.owners().controller()).isNull();
    }

    @Test
    void aDisruptionWithoutATimeIsOneAndAnEndedOneIsNot() {
        String pod = "metadata: {name: a}\nstatus: {conditions: [{type: DisruptionTarget, status: '%s'}]}";

        assertThat(read(pod.formatted("True")).state().disruptedSince()).isEqualTo(Instant.EPOCH);
        assertThat(read(pod.formatted("False")).state().disruptedSince()).isNull();
    }

    @Test
    void malformedTimesCountAsAbsent() {
        assertThat(read("metadata: {name: a, creationTimestamp: 'yesterday'}").created())
                .isEqualTo(Instant.EPOCH);
    }

    @Test
    void fractionsOfARequestAreRoundedUp() {
        PodFacts pod = read("metadata: {name: a}\nspec: {containers: [{name: m,"
                + " resources: {requests: {cpu: 100u, memory: 1500m}}}]}");

        assertThat(pod.fit().requests()).isEqualTo(Map.of("cpu", 1L, "memory", 2L));
    }

    @Test
    void aPodThatShrinksRequestsWhatItStillHas() {
        PodFacts pod = read(
                "metadata: {name: a}\nspec: {nodeName: n, containers: [{name: m, resources: {requests: {cpu: 1}}}]}"
                        + "\nstatus: {containerStatuses: [{name: m, resources: {requests: {cpu: 4}}}]}");

        assertThat(pod.fit().requests()).isEqualTo(Map.of("cpu", 4_000L));
    }
}
