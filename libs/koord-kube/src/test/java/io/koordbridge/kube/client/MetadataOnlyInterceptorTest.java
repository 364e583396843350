package io.koordbridge.kube.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MetadataOnlyInterceptorTest {

    @ParameterizedTest
    @CsvSource({
        "PATCH, /api/v1/nodes/n1/status, true",
        "POST, /apis/slo.koordinator.sh/v1alpha1/nodeslos, true",
        "PATCH, /api/v1/nodes/n1, false",
        "GET, /api/v1/nodes/n1/status, false",
        "PATCH, /apis/slo.koordinator.sh/v1alpha1/nodemetrics/n1/status, false",
        "POST, /api/v1/namespaces/default/events, false",
        "PATCH, /api/v1/namespaces/team/pods/p/status, false"
    })
    void onlyAnswersThatNobodyReadsAreCutDown(String method, String path, boolean brief) {
        assertThat(MetadataOnlyInterceptor.isMetadataEnough(method, path)).isEqualTo(brief);
    }
}
