package io.koordbridge.manager.schedulinggate;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.api.quota.ElasticQuotaSpec;
import io.koordbridge.api.quota.ElasticQuotaStatus;
import io.koordbridge.manager.quota.topology.QuotaObjects;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
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
    private boolean gatekeeperWorks = true;

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
        quota("4", "{\"cpu\": 4}", "{\"cpu\": 5}");
        String spec = "\"schedulerName\": \"koord-scheduler\", ";
        assertThat(gates(Set.of("koord-scheduler"), pod(LABELS, spec))).isNotEmpty();

        quotas.served = List.of("lab");

        assertThat(gates(Set.of("koord-scheduler"), pod(LABELS, spec))).isEmpty();
    }

    private ElasticQuota quota(String used, String runtime, String request) {
        ElasticQuota quota = new ElasticQuota();
        quota.getMetadata().setName("a");
        quota.getMetadata()
                .setAnnotations(
                        new HashMap<>(Map.of(Annotations.QUOTA_RUNTIME, runtime, Annotations.QUOTA_REQUEST, request)));
        quota.getReported().setStatus(new ElasticQuotaStatus(Map.of("cpu", new Quantity(used))));
        quotas.byName.put("a", quota);
        return quota;
    }

    private static void max(ElasticQuota quota, String cpu) {
        quota.setSpec(new ElasticQuotaSpec(Map.of(), Map.of("cpu", new Quantity(cpu))));
    }

    private static ObjectNode pod(String labels, String spec) throws JsonProcessingException {
        return (ObjectNode) MAPPER.readTree("{\"metadata\": {\"name\": \"p\", \"namespace\": \"jobs\", \"labels\": {"
                + labels + "}}, \"spec\": {" + spec
                + "\"containers\": [{\"name\": \"c\", \"resources\": {\"requests\": {\"cpu\": \"1\"}}}]}}");
    }

    private List<String> gates(Set<String> schedulers, ObjectNode pod) {
        new PodGates(quotas, schedulers, false, () -> gatekeeperWorks, metrics).addTo(pod, "jobs");
        List<String> names = new ArrayList<>();
        pod.at("/spec/schedulingGates")
                .forEach(gate -> names.add(gate.path("name").asText()));
        return names;
    }

    private List<String> gates(String labels, String spec) throws JsonProcessingException {
        return gates(Set.of("koord-scheduler"), pod(labels, spec));
    }

    @ParameterizedTest(name = "used {0}, runtime {1}, request {2}: gated {3}")
    @CsvSource(
            delimiter = '|',
            value = {
                "1 | {\"cpu\": \"2\"} | {\"cpu\": \"2\"} | false",
                "0 | {\"cpu\": \"0\"} | {\"cpu\": \"0\"} | false",
                "80 | {\"cpu\": \"80\"} | {\"cpu\": \"80\"} | false",
                "80 | {\"cpu\": \"80\"} | {\"cpu\": \"80500m\"} | true",
                "0 | {\"cpu\": \"1\"} | {\"cpu\": \"5\"} | true",
                "9 | {} | {\"cpu\": \"10\"} | false",
                "9 | {\"memory\": \"1\"} | {\"memory\": \"2\"} | false",
                "9 | not JSON | {\"cpu\": \"10\"} | false",
            })
    void aPodWaitsWhereOthersOfItsQuotaWait(String used, String runtime, String request, boolean gated)
            throws Exception {
        quota(used, runtime, request);

        List<String> gates = gates(LABELS, "\"schedulerName\": \"koord-scheduler\", ");

        assertThat(gates).isEqualTo(gated ? List.of(WellKnown.SCHEDULING_GATE) : List.of());
    }

    @Test
    void aMinimumThatIsNotLentIsNoDemandOfPods() throws Exception {
        quota("1", "{\"cpu\": 3}", "{\"cpu\": 9}")
                .getMetadata()
                .getAnnotations()
                .put(Annotations.QUOTA_CHILD_REQUEST, "{\"cpu\": 1}");

        assertThat(gates(LABELS, "\"schedulerName\": \"koord-scheduler\", ")).isEmpty();
    }

    @Test
    void aPodWaitsWhereTheMaximumOfItsQuotaOrOfOneAboveIsUsed() throws Exception {
        String ours = "\"schedulerName\": \"koord-scheduler\", ";
        ElasticQuota own = quota("4", "{\"cpu\": 4}", "{\"cpu\": 4}");
        max(own, "4500m");
        assertThat(gates(LABELS, ours)).hasSize(1);
        max(own, "5");
        assertThat(gates(LABELS, ours)).isEmpty();

        own.getMetadata().setLabels(Map.of(Labels.QUOTA_PARENT, "above"));
        ElasticQuota above = new ElasticQuota();
        above.getMetadata().setName("above");
        above.getMetadata().setLabels(Map.of(Labels.QUOTA_PARENT, "a"));
        above.getReported().setStatus(new ElasticQuotaStatus(Map.of("cpu", new Quantity("90"))));
        quotas.byName.put("above", above);
        max(above, "91");
        assertThat(gates(LABELS, ours)).isEmpty();
        max(above, "90");
        assertThat(gates(LABELS, ours)).hasSize(1);
    }

    @Test
    void noPodIsGatedWhileNoGatekeeperWorks() throws Exception {
        quota("9", "{\"cpu\": 9}", "{\"cpu\": 10}");
        String ours = "\"schedulerName\": \"koord-scheduler\", ";
        gatekeeperWorks = false;

        assertThat(gates(LABELS, ours)).isEmpty();
        assertThat(gates("\"pod-group.scheduling.sigs.k8s.io\": \"g\"", ours)).isEmpty();

        gatekeeperWorks = true;
        assertThat(gates(LABELS, ours)).hasSize(1);
    }

    @Test
    void podsOfGangsWait() throws Exception {
        String ours = "\"schedulerName\": \"koord-scheduler\", ";

        assertThat(gates("\"pod-group.scheduling.sigs.k8s.io\": \"g\"", ours)).hasSize(1);
        assertThat(gates("", ours)).isEmpty();
    }

    @Test
    void podsOfOtherSchedulersAndPodsWithANodeAreLeftAlone() throws Exception {
        quota("9", "{\"cpu\": \"9\"}", "{\"cpu\": \"10\"}");

        assertThat(gates(LABELS, "")).isEmpty();
        assertThat(gates(LABELS, "\"schedulerName\": \"default-scheduler\", ")).isEmpty();
        assertThat(gates(LABELS, "\"schedulerName\": \"koord-scheduler\", \"nodeName\": \"n\", "))
                .isEmpty();
    }

    @Test
    void withoutSchedulersNoPodIsGated() throws Exception {
        quota("9", "{\"cpu\": \"9\"}", "{\"cpu\": \"10\"}");

        assertThat(gates(Set.of(), pod(LABELS, "\"schedulerName\": \"koord-scheduler\", ")))
                .isEmpty();
    }

    @Test
    void gatesOfOthersStayAndOursIsAddedOnce() throws Exception {
        quota("9", "{\"cpu\": \"9\"}", "{\"cpu\": \"10\"}");
        String gated = "\"schedulerName\": \"koord-scheduler\", \"schedulingGates\": [{\"name\": \"example.com/x\"}], ";

        ObjectNode pod = pod(LABELS, gated);
        gates(Set.of("koord-scheduler"), pod);

        assertThat(gates(Set.of("koord-scheduler"), pod)).containsExactly("example.com/x", WellKnown.SCHEDULING_GATE);
    }
}
