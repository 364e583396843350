package io.koordbridge.manager.profile.missedpods;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.koordbridge.api.config.ClusterColocationProfileSpec;
import io.koordbridge.testkit.conformance.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExpectedFieldsTest {

    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());
    private static final String POD = """
        nodeSelector: {pool: batch}
        tolerations: [{key: own, operator: Exists}, {key: batch, operator: Exists, tolerationSeconds: 300}]
        volumes: [{name: scratch, emptyDir: {sizeLimit: 1Gi}}]
        containers:
        - {name: main, image: new, env: [{name: A, value: a}, {name: B, value: b}], args: [x, y], ports: [{containerPort: 80}]}
        """;

    private static JsonNode yaml(String text) {
        try {
            return YAML.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    private static ClusterColocationProfileSpec profile(String patchOfSpec) {
        ObjectNode spec = YAML.createObjectNode();
        spec.putObject("patch").set("spec", yaml(patchOfSpec));
        return Json.as(spec, ClusterColocationProfileSpec.class);
    }

    private static ExpectedFields expected(String... patches) {
        ExpectedFields fields = new ExpectedFields();
        for (String patch : patches) {
            fields.apply(profile(patch));
        }
        return fields;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{nodeSelector: {pool: batch}}",
                "{tolerations: [{key: batch, operator: Exists}]}",
                "{containers: [{name: main, env: [{name: B, value: b}, {name: A}], args: [x, y]}]}",
                "{volumes: [{name: scratch, emptyDir: {sizeLimit: 1024Mi}}], hostNetwork: false, nodeName: other}",
                "{containers: [{name: main, image: old, resources: {limits: {cpu: 1}}, ports: [{containerPort: 80}]}]}",
                "{containers: [{$patch: delete, name: gone}, {name: main}], $setElementOrder/containers: [{name: main}]}",
                "{containers: [{name: main, command: null, env: []}], nodeSelector: {disk: null}, affinity: {}}"
            })
    void aPodThatHoldsWhatAPatchSetsLacksNothing(String patch) {
        assertThat(expected(patch).lackingOn(yaml(POD))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                {nodeSelector: {pool: batch, disk: fast}}                                | spec.nodeSelector.disk
                {nodeSelector: {pool: other}}                                            | spec.nodeSelector.pool
                {tolerations: [{key: batch, operator: Equal}]}                           | spec.tolerations
                {containers: [{name: main, env: [{name: C, value: c}]}]}                 | spec.containers
                {containers: [{name: main, args: [z]}]}                                  | spec.containers
                {volumes: [{name: scratch, emptyDir: {sizeLimit: 2Gi}}]}                 | spec.volumes
                {hostNetwork: true}                                                      | spec.hostNetwork
                {runtimeClassName: kata, nodeSelector: {pool: batch}}                    | spec.runtimeClassName
                {dnsConfig: {options: [{name: ndots}]}}                                  | spec.dnsConfig.options
                """)
    void theFirstFieldThatIsNotAsAPatchSetsItIsNamed(String patch, String field) {
        assertThat(expected(patch).lackingOn(yaml(POD))).contains(field);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{schedulerName: other, priorityClassName: high, priority: 5}",
                "{nodeSelector: {disk: null}, affinity: {}}",
                "{$patch: merge}",
                "5"
            })
    void marksDeletionsAndWhatMayChangeAreNotExpected(String patch) {
        assertThat(expected(patch).isEmpty()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{nodeSelector: {disk: slow}}",
                "{nodeSelector: {disk: null}}",
                "{nodeSelector: null}",
                "{nodeSelector: {$patch: replace}}",
                "{nodeSelector: {$retainKeys: [pool]}}"
            })
    void whatALaterPatchTouchesIsNoLongerExpectedAsTheEarlierOneSetIt(String later) {
        JsonNode slow = yaml("{nodeSelector: {pool: batch, disk: slow}}");
        String fast = "{nodeSelector: {disk: fast}}";

        assertThat(expected(later, fast).lackingOn(slow)).contains("spec.nodeSelector.disk");
        assertThat(expected(fast, later).lackingOn(slow)).isEmpty();
    }

    @Test
    void aDirectiveForAListTakesBackWhatWasExpectedOfIt() {
        String pinned = "{hostAliases: [{ip: 10.0.0.1}], nodeSelector: {disk: fast}}";

        assertThat(expected(pinned, "{$setElementOrder/hostAliases: []}").lackingOn(yaml(POD)))
                .contains("spec.nodeSelector.disk");
    }

    @Test
    void nothingIsExpectedWhereAProfileMayOrMayNotHavePatched() {
        ExpectedFields fields = expected("{nodeSelector: {disk: fast}}");

        fields.forget(profile("{nodeSelector: {disk: slow}}"));

        assertThat(fields.isEmpty()).isTrue();
    }
}
