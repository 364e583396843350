package io.koordbridge.yarnoperator.matching;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.yarnoperator.lease.NodeManagerRef;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PodCheckTest {

    private static final Set<String> DECLARED = Set.of("", "blue");

    private static Pod pod(Map<String, String> annotations) {
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace("hadoop")
                .withName("nm-3")
                .withAnnotations(annotations)
                .endMetadata()
                .build();
    }

    @Test
    void saysNothingAgainstAPodBeforeItsResourceManagerWasHeard() {
        assertThat(PodCheck.problem(pod(Map.of()), false, DECLARED, Set.of("blue")))
                .isEmpty();
    }

    @Test
    void saysNothingAgainstAPodWhoseNodeManagerWasFound() {
        assertThat(PodCheck.problem(pod(Map.of(Annotations.YARN_NODE_ID, "?")), true, DECLARED, Set.of("")))
                .isEmpty();
    }

    @Test
    void namesPodAnnotationAndValueOfANodeThatNobodyKnows() {
        assertThat(PodCheck.problem(pod(Map.of(Annotations.YARN_NODE_ID, "nm-3:http")), false, DECLARED, Set.of("")))
                .hasValueSatisfying(
                        text -> assertThat(text)
                                .startsWith(
                                        "Pod/hadoop/nm-3: annotation yarn.hadoop.apache.org/node-id = 'nm-3:http': want HOST:PORT"));
        assertThat(PodCheck.problem(pod(Map.of()), false, DECLARED, Set.of("")))
                .hasValueSatisfying(text -> assertThat(text).contains("node-id is not set: want HOST:PORT"));
    }

    @Test
    void namesTheClustersThatThereAre() {
        assertThat(PodCheck.problem(pod(Map.of(Annotations.YARN_CLUSTER_ID, "green")), false, DECLARED, Set.of("")))
                .contains(
                        "Pod/hadoop/nm-3: annotation yarn.hadoop.apache.org/cluster-id = 'green': no cluster of this id is"
                                + " configured, want one of '', 'blue'");
    }

    @Test
    void saysHowToClaimANodeManager() {
        assertThat(PodCheck.unowned(new NodeManagerRef("", "nm-3", 8041)))
                .endsWith("annotate it yarn.hadoop.apache.org/node-id: nm-3:8041");
        assertThat(PodCheck.unowned(new NodeManagerRef("blue", "nm-3", 8041)))
                .endsWith("yarn.hadoop.apache.org/node-id: nm-3:8041, yarn.hadoop.apache.org/cluster-id: blue");
    }
}
