package io.koordbridge.koordlet.kubepods;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.PodBuilder;
import io.koordbridge.protocol.Annotations;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StaticPodTest {

    private static final String OF_THE_KUBELET = "5d41402abc4b2a76b9719d911017c592";
    private static final String OF_THE_API_SERVER = "8a6f3c1e-6f0b-4f6e-9a56-2b8f4b9d3c11";

    private static PodInfo pod(Map<String, String> annotations) {
        return PodInfos.of(
                new PodBuilder()
                        .withNewMetadata()
                        .withName("etcd-node-a")
                        .withUid(OF_THE_API_SERVER)
                        .withAnnotations(annotations)
                        .endMetadata()
                        .build(),
                problem -> {});
    }

    @Test
    void hasTheControlGroupsThatTheKubeletMadeNotThoseOfItsMirror() {
        assertThat(pod(Map.of("kubernetes.io/config.mirror", OF_THE_KUBELET)).uid())
                .isEqualTo(OF_THE_KUBELET);
        assertThat(pod(Map.of()).uid()).isEqualTo(OF_THE_API_SERVER);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "../../system.slice",
                "0b7c3f58-53a8-4b0c-b6de-6f2b0d8f4c55",
                "5d41402abc4b2a76b9719d911017c592/x"
            })
    void noAnnotationLeadsToTheControlGroupsOfOthers(String text) {
        assertThat(pod(Map.of("kubernetes.io/config.mirror", text)).uid()).isEqualTo(OF_THE_API_SERVER);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0b7c3f58-53a8-4b0c-b6de-6f2b0d8f4c55", "etcd-1", "5d41402abc4b2a76b9719d911017c592ab"})
    void mayHaveAUidOfItsManifest(String uid) {
        assertThat(ofTheNode("file", uid).uid()).isEqualTo(uid);
        assertThat(ofTheNode("http", uid).uid()).isEqualTo(uid);
        assertThat(ofTheNode("api", uid).uid()).isEqualTo(OF_THE_API_SERVER);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "..", ".", "a/b", "-x", "../../system.slice"})
    void noManifestLeadsOutOfTheDirectoryOfPods(String uid) {
        assertThat(ofTheNode("file", uid).uid()).isEqualTo(OF_THE_API_SERVER);
    }

    private static PodInfo ofTheNode(String source, String uid) {
        return PodInfos.of(
                new PodBuilder()
                        .withNewMetadata()
                        .withName("etcd-node-a")
                        .withUid(OF_THE_API_SERVER)
                        .addToAnnotations("kubernetes.io/config.mirror", uid)
                        .addToAnnotations("kubernetes.io/config.source", source)
                        .addNewOwnerReference()
                        .withKind("Node")
                        .withName("node-a")
                        .endOwnerReference()
                        .endMetadata()
                        .withNewSpec()
                        .withNodeName("node-a")
                        .endSpec()
                        .build(),
                problem -> {});
    }

    @Test
    void isNotLimitedByWhoeverWritesTheAnnotation() {
        Map<String, String> batch = Map.of(
                Annotations.POD_EXTENDED_RESOURCE_SPEC,
                "{\"containers\":{\"main\":{\"limits\":{\"kubernetes.io/batch-memory\":\"4Ki\"}}}}",
                "kubernetes.io/config.mirror",
                OF_THE_KUBELET);

        assertThat(pod(batch).batch().containers()).isEmpty();
    }
}
