package io.koordbridge.colo.evictions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.MicroTime;
import io.koordbridge.colo.evictions.Eviction.Freed;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EvictionEventsTest {
    private static final String TIME = "2026-11-21T10:00:00Z";
    private static final Instant AT = Instant.parse(TIME);

    private static Event event(String kind, String namespace, String name, String reason, String message) {
        return new EventBuilder()
                .withNewInvolvedObject()
                .withKind(kind)
                .withNamespace(namespace)
                .withName(name)
                .endInvolvedObject()
                .withReason(reason)
                .withMessage(message)
                .withLastTimestamp(TIME)
                .withNewSource("koordlet", "")
                .build();
    }

    private static Event pod(String reason, String message) {
        return event("Pod", "shop", "etl-1", reason, message);
    }

    @Test
    void koordletNamesAllVictimsOfANode() {
        List<Eviction> found = EvictionEvents.read(event(
                "Node",
                null,
                "worker-1",
                "KoordletEvicted",
                "short of memory, evicted container_e17_1700000000000_0003_01_000002 (2048 MiB), shop/etl-1"));

        assertThat(found)
                .containsExactly(
                        new Eviction(
                                AT,
                                "worker-1",
                                "container",
                                "container_e17_1700000000000_0003_01_000002",
                                "application_1700000000000_0003",
                                "short of memory",
                                "koordlet",
                                null,
                                new Freed(null, 2048L << 20)),
                        new Eviction(
                                AT, "worker-1", "pod", "shop/etl-1", null, "short of memory", "koordlet", null, null));
    }

    @Test
    void ofAPodTheFeatureIsTheReason() {
        assertThat(EvictionEvents.read(
                        pod("evictPodSuccess", "trigger by koordlet feature BEMemoryEvict, kill pod: etl-1")))
                .extracting(Eviction::name, Eviction::reason, Eviction::node)
                .containsExactly(tuple("shop/etl-1", "BEMemoryEvict", null));
    }

    @Test
    void theDeschedulerNamesJobAndNumbers() {
        Eviction found = EvictionEvents.read(event(
                        "Node",
                        null,
                        "worker-1",
                        "Descheduled",
                        "Evicted pod shop/etl-1 by PodMigrationJob j (Eviction): cpu 91 %"))
                .get(0);

        assertThat(found.name()).isEqualTo("shop/etl-1");
        assertThat(found.node()).isEqualTo("worker-1");
        assertThat(found.detail()).isEqualTo("PodMigrationJob j (Eviction): cpu 91 %");
    }

    @Test
    void kubernetesItselfEvictsToo() {
        Event kubelet = pod("Evicted", "The node was low on resource: memory.");
        kubelet.getSource().setHost("worker-2");
        Event scheduler = pod("Preempted", "Preempted by pod 5f3a on node worker-3");
        scheduler.setReportingComponent("default-scheduler");

        assertThat(EvictionEvents.read(kubelet)).extracting(Eviction::node).containsExactly("worker-2");
        assertThat(EvictionEvents.read(scheduler))
                .extracting(Eviction::node, Eviction::by)
                .containsExactly(tuple("worker-3", "default-scheduler"));
        assertThat(EvictionEvents.read(pod("TaintManagerEviction", "Marking for deletion Pod shop/etl-1")))
                .hasSize(1);
        assertThat(EvictionEvents.read(pod("TaintManagerEviction", "Cancelling deletion of Pod shop/etl-1")))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "short of memory", "short of memory, evicted ", "evicted shop/etl-1"})
    void aMessageInOtherWordsIsNoEviction(String message) {
        assertThat(EvictionEvents.read(event("Node", null, "worker-1", "KoordletEvicted", message)))
                .isEmpty();
    }

    @Test
    void anEventWithoutPartsIsNoEviction() {
        assertThat(EvictionEvents.read(new Event())).isEmpty();
        assertThat(EvictionEvents.read(pod("Killing", "Stopping container"))).isEmpty();
        assertThat(EvictionEvents.time(new Event())).isNull();
    }

    @Test
    void readsTheTimeWhereverItIs() {
        Event event = pod("Evicted", "");
        event.setLastTimestamp(null);
        event.setEventTime(new MicroTime("2026-11-21T10:00:00.000000Z"));

        assertThat(EvictionEvents.time(event)).isEqualTo(AT);
        event.setLastTimestamp("noon");
        assertThat(EvictionEvents.time(event)).isEqualTo(AT);
    }
}
