package io.koordbridge.manager.schedulinggate;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.api.quota.ElasticQuotaStatus;
import io.koordbridge.manager.quota.topology.QuotaObjects;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.WellKnown;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodGatesTest {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String LABELS = "\"quota.scheduling.koordinator.sh/name\": \"a\"";

    private final Quotas quotas = new Quotas();
    private final MetricRegistry metrics = new MetricRegistry();

    /** Quotas by name. */
    private static final class Quotas implements QuotaObjects {

        private final Map<String, ElasticQuota> byName = new HashMap<>();
        private List<String> served = List.of("jobs");

        @Override
        public Optional<ElasticQuota> get(String namespace, String name) {
            return Optional.empty();
        }

        @Override
        public List<ElasticQuota> named(String name) {
            ElasticQuota quota = byName.get(name);
            return quota == null ? List.of() : List.of(quota);
        }

        @Override
        public Optional<String> boundTo(String namespace) {
            return Optional.empty();
        }

        @Override
        public boolean serves(String quota, String namespace) {
            return served.contains(namespace);
        }
    }

    @Test
    void aQuotaThatServesOtherNamespacesAloneGatesNoPodOfThisOne() throws JsonProcessingException {
        quota("4", "{\"cpu\": 4}");
        String spec = "\"schedulerName\": \"koord-scheduler\", ";
        assertThat(gates(Set.of("koord-scheduler"), pod(LABELS, spec))).isNotEmpty();

        quotas.served = List.of("lab");

        assertThat(gates(Set.of("koord-scheduler"), pod(LABELS, spec))).isEmpty();
    }

    private void quota(String used, String runtime) {
        ElasticQuota quota = new ElasticQuota();
        quota.getMetadata().setName("a");
        quota.getMetadata().setAnnotations(Map.of(Annotations.QUOTA_RUNTIME, runtime));
        quota.getReported().setStatus(new ElasticQuotaStatus(Map.of("cpu", new Quantity(used))));
        quotas.byName.put("a", quota);
    }

    private static ObjectNode pod(String labels, String spec) throws JsonProcessingException {
        return (ObjectNode) MAPPER.readTree("{\"metadata\": {\"name\": \"p\", \"namespace\": \"jobs\", \"labels\": {"
                + labels + "}}, \"spec\": {" + spec
                + "\"containers\": [{\"name\": \"c\", \"resources\": {\"requests\": {\"cpu\": \"1\"}}}]}}");
    }

    private List<String> gates(Set<String> schedulers, ObjectNode pod) {
        new PodGates(quotas, schedulers, false, metrics).addTo(pod, "jobs");
        List<String> names = new ArrayList<>();
        pod.at("/spec/schedulingGates")
                .forEach(gate -> names.add(gate.path("name").asText()));
        return names;
    }

    private List<String> gates(String labels, String spec) throws JsonProcessingException {
        return gates(Set.of("koord-scheduler"), pod(labels, spec));
    }

    @ParameterizedTest(name = "used {0}, runtime {1}: gated {2}")
    @CsvSource(
            delimiter = '|',
            value = {
                "1 | {\"cpu\": \"2\"} | false",
                "1500m | {\"cpu\": \"2\"} | true",
                "0 | {\"cpu\": \"0\"} | true",
                "9 | {} | false",
                "9 | {\"memory\": \"1\"} | false",
                "9 | not JSON | false",
            })
    void aPodWaitsWhenItsQuotaHasNoRoomByWhatItPublishes(String used, String runtime, boolean gated) throws Exception {
        quota(used, runtime);

        List<String> gates = gates(LABELS, "\"schedulerName\": \"koord-scheduler\", ");

        assertThat(gates).isEqualTo(gated ? List.of(WellKnown.SCHEDULING_GATE) : List.of());
    }

    @Test
    void podsOfGangsWait() throws Exception {
        String ours = "\"schedulerName\": \"koord-scheduler\", ";

        assertThat(gates("\"pod-group.scheduling.sigs.k8s.io\": \"g\"", ours)).hasSize(1);
        assertThat(gates("", ours)).isEmpty();
    }

    @Test
    void podsOfOtherSchedulersAndPodsWithANodeAreLeftAlone() throws Exception {
        quota("9", "{\"cpu\": \"1\"}");

        assertThat(gates(LABELS, "")).isEmpty();
        assertThat(gates(LABELS, "\"schedulerName\": \"default-scheduler\", ")).isEmpty();
        assertThat(gates(LABELS, "\"schedulerName\": \"koord-scheduler\", \"nodeName\": \"n\", "))
                .isEmpty();
    }

    @Test
    void withoutSchedulersNoPodIsGated() throws Exception {
        quota("9", "{\"cpu\": \"1\"}");

        assertThat(gates(Set.of(), pod(LABELS, "\"schedulerName\": \"koord-scheduler\", ")))
                .isEmpty();
    }

    @Test
    void gatesOfOthersStayAndOursIsAddedOnce() throws Exception {
        quota("9", "{\"cpu\": \"1\"}");
        String gated = "\"schedulerName\": \"koord-scheduler\", \"schedulingGates\": [{\"name\": \"example.com/x\"}], ";

        ObjectNode pod = pod(LABELS, gated);
        gates(Set.of("koord-scheduler"), pod);

        assertThat(gates(Set.of("koord-scheduler"), pod)).containsExactly("example.com/x", WellKnown.SCHEDULING_GATE);
    }
}
