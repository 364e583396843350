package io.koordbridge.scheduler.place.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.scheduler.Samples;
import io.koordbridge.scheduler.view.PodFacts;
import io.koordbridge.scheduler.view.PodFactsReader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GrantBoundTest {

    private static final String THREE_CARDS =
            "{'rdma':[%s,%s,%s]}".formatted(card(0, "rdma", "5"), card(1, "rdma", "5"), card(2, "rdma", "5"));

    private final Map<String, String> annotations = new HashMap<>();

    private static String card(int minor, String name, String amount) {
        return "{'minor':%d,'resources':{'koordinator.sh/%s':'%s'}}".formatted(minor, name, amount);
    }

    private PodFacts pod(Map<String, String> requests, String grants) {
        annotations.put(Annotations.POD_DEVICE_ALLOCATED, grants.replace('\'', '"'));
        Pod pod = Samples.bound(Samples.pod("p", requests), "n");
        pod.getMetadata().setAnnotations(annotations);
        return PodFactsReader.read(pod);
    }

    private static String excess(PodFacts pod) {
        String text = pod.traits().annotations().getOrDefault(Annotations.POD_DEVICE_ALLOCATED, "");
        return GrantBound.excess(pod.shape(), GrantCodec.read(text));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gpu | 50 | {'gpu':[{'minor':0,'resources':{'koordinator.sh/gpu-core':'100'}}]} | and the pod requests 50",
                "gpu | 100 | {'gpu':[{'minor':0},{'minor':1}]} | names 2 devices, and the pod requests 1",
                "rdma | 100 | {'gpu':[{'minor':0,'resources':{'koordinator.sh/gpu-core':'1'}}]} | names 1 devices",
                "gpu | 100 | {'gpu':[{'minor':0,'resources':{'koordinator.sh/rdma':'1'}}]} | rdma of its devices is 1",
                "gpu-memory | 1Gi | {'gpu':[{'minor':0,'resources':{'koordinator.sh/gpu-memory':'2Gi'}}]} | requests 1073741824",
                "gpu | 50 | {'gpu':[{'minor':0,'extension':{'vfs':[{'busID':'a'},{'busID':'b'}]}}]} | names 2 virtual",
                "gpu | 9223372036854775800 | {'gpu':[{'minor':0},{'minor':1},{'minor':2}]} | names 3 devices, and the pod requests 0",
                "gpu | 200 | {'gpu':[{'minor':0},{'minor':1}],'fpga':[]} | fpga: it names 0 devices",
                "gpu | 300 | {'gpu':[{'minor':0},{'minor':1},{'minor':2}]} | ''"
            })
    void sayingMoreThanIsRequestedCountsAsAbsentAsAWhole(String name, String amount, String grants, String problem) {
        PodFacts pod = pod(Map.of("koordinator.sh/" + name, amount), grants);

        assertThat(excess(pod)).contains(problem);
        assertThat(GrantBound.grants(pod, null).isEmpty()).isEqualTo(!problem.isEmpty());
    }

    @Test
    void asManyCardsAsAHintAsksForAreRequested() {
        Map<String, String> five = Map.of("koordinator.sh/rdma", "5");
        assertThat(excess(pod(five, THREE_CARDS))).contains("names 3 devices, and the pod requests 1");

        annotations.put(Annotations.POD_DEVICE_HINT, "{\"rdma\":{\"allocateStrategy\":\"ApplyForAll\"}}");
        assertThat(excess(pod(five, THREE_CARDS))).isEmpty();
        assertThat(excess(pod(five, THREE_CARDS.replace("'5'", "'6'")))).contains("rdma of its devices is 18");
    }

    @Test
    void aTypeThatFollowsAnotherHasAsManyCardsAsThatHas() {
        Map<String, String> both = Map.of("koordinator.sh/gpu", "200", "koordinator.sh/rdma", "5");
        String grants = "{'gpu':[{'minor':0},{'minor':1}],'rdma':[%s,%s]}"
                .formatted(card(0, "rdma", "5"), card(1, "rdma", "5"));
        assertThat(excess(pod(both, grants))).contains("rdma: it names 2 devices");

        annotations.put(
                Annotations.POD_DEVICE_JOINT, "{\"deviceTypes\":[\"gpu\",\"rdma\"],\"requiredScope\":\"SamePCIe\"}");
        assertThat(excess(pod(both, grants))).isEmpty();
        assertThat(excess(pod(Map.of("koordinator.sh/gpu", "200"), grants))).contains("rdma: it names 2 devices");
    }

    /** Lest somebody else gets the card while the pod has it. */
    @Test
    void whatAPodHoldsStaysWhenItsHintsCannotBeReadAnyMore() {
        annotations.put(Annotations.POD_DEVICE_HINT, "{");

        PodFacts pod = pod(Map.of("koordinator.sh/gpu", "50"), "{'gpu':[" + card(3, "gpu-core", "50") + "]}");

        assertThat(GrantBound.grants(pod, null).get("gpu"))
                .singleElement()
                .satisfies(grant -> assertThat(grant.minor()).isEqualTo(3));
        assertThat(PodDeviceProblems.of(annotations)).hasSize(1);
    }

    @Test
    void nothingIsHeldWithoutAReadableAnnotation() {
        assertThat(GrantBound.grants(pod(Map.of("koordinator.sh/gpu", "50"), "[7]"), null))
                .isEmpty();
        assertThat(GrantBound.grants(PodFactsReader.read(Samples.pod("p", Map.of("koordinator.sh/gpu", "50"))), null))
                .isEmpty();
        assertThat(List.of(excess(pod(Map.of(), "{}")))).containsExactly("");
    }
}
