package io.koordbridge.admission.objectdecoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quota.ElasticQuota;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ObjectDecodingTest {

    private static JsonNode tree(String json) {
        try {
            return new ObjectMapper().readTree(json);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(json, e);
        }
    }

    @Test
    void amountsOfQuotasAreNumbersOrTextsWithSpacesAndNullIsZero() {
        ElasticQuota quota = ObjectDecoding.elasticQuota(
                tree("{\"spec\": {\"max\": {\"cpu\": 4, \"memory\": \" 4Gi \", \"pods\": null}}}"));

        assertThat(quota.getSpec().max())
                .containsEntry("cpu", new Quantity("4"))
                .containsEntry("memory", new Quantity("4Gi"))
                .containsEntry("pods", new Quantity("0"));
        assertThatThrownBy(() -> ObjectDecoding.elasticQuota(tree("{\"spec\": {\"max\": {\"cpu\": \"4 Gi\"}}}")))
                .isInstanceOf(UndecodableException.class)
                .hasMessage("the ElasticQuota does not decode: spec.max.cpu = \"4 Gi\", allowed: a quantity");
    }

    @Test
    void nullIsTheEmptyValueOfAListAndOfAMap() {
        Pod pod = ObjectDecoding.pod(tree("{\"metadata\": {\"labels\": {\"a\": null}},"
                + " \"spec\": {\"containers\": [null, {\"args\": [null]}], \"tolerations\": [null]}}"));

        assertThat(pod.getMetadata().getLabels()).containsEntry("a", "");
        assertThat(pod.getSpec().getContainers().get(0)).isEqualTo(new Container());
        assertThat(pod.getSpec().getContainers().get(1).getArgs()).containsExactly("");
        assertThat(pod.getSpec().getTolerations()).hasSize(1).doesNotContainNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'imagePullSecrets': ['x']}",
                "{'schedulingGates': ['x']}",
                "{'readinessGates': ['x']}",
                "{'os': 'linux'}",
                "{'containers': [{'lifecycle': {'preStop': {'sleep': 5}}}]}"
            })
    void aPlainValueIsNoObjectOfOneField(String spec) {
        JsonNode pod = tree("{\"spec\": " + spec.replace('\'', '"') + "}");

        assertThatThrownBy(() -> ObjectDecoding.pod(pod))
                .isInstanceOf(UndecodableException.class)
                .hasMessageEndingWith("allowed: an object");
    }

    @Test
    void aLongValueIsToldByItsBeginning() {
        String object = "{\"spec\": {\"nodeName\": [\"" + "x".repeat(500) + "\"]}}";

        assertThatThrownBy(() -> ObjectDecoding.pod(tree(object)))
                .hasMessageStartingWith("the pod does not decode: spec.nodeName = [\"xxx")
                .hasMessageEndingWith("x..., allowed: a text")
                .message()
                .hasSizeLessThan(200);
    }
}
