package io.koordbridge.admission.mutation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class StrategicMergeTest {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String TWO = """
            {"spec": {"containers": [{"name": "a", "image": "i", "env": [{"name": "X", "value": "1"}]}, {"name": "b"}]}}""";

    private static String merged(String pod, String patch) {
        ObjectNode tree = (ObjectNode) read(pod);
        StrategicMerge.apply(tree, read(patch));
        return tree.toString();
    }

    private static com.fasterxml.jackson.databind.JsonNode read(String json) {
        try {
            return MAPPER.readTree(json);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(json, e);
        }
    }

    @Test
    void mergesElementsOfTheSameNameAndTheirOwnLists() {
        String patch = """
                {"spec": {"containers": [{"name": "a", "env": [{"name": "Y", "value": "2"}, {"name": "X", "value": "3"}]}]}}""";

        assertThat(merged(TWO, patch))
                .contains("{\"name\":\"a\",\"image\":\"i\",\"env\":[{\"name\":\"Y\",\"value\":\"2\"},"
                        + "{\"name\":\"X\",\"value\":\"3\"}]},{\"name\":\"b\"}");
    }

    @Test
    void putsNewElementsFirstAndPatchesInPlace() {
        assertThat(merged(TWO, "{\"spec\": {\"containers\": [{\"name\": \"c\"}]}}"))
                .containsSubsequence("\"c\"", "\"a\"", "\"b\"");
        assertThat(merged(TWO, "{\"spec\": {\"containers\": [{\"name\": \"b\", \"image\": \"j\"}]}}"))
                .containsSubsequence("\"a\"", "\"b\"", "\"j\"");
    }

    @Test
    void followsAnExplicitOrder() {
        String patch = "{\"spec\": {\"$setElementOrder/containers\": [{\"name\": \"b\"}, {\"name\": \"a\"}]}}";

        assertThat(merged(TWO, patch)).containsSubsequence("\"b\"", "\"a\"").doesNotContain("$");
    }

    @Test
    void followsADirectiveAboutAnImplicitObject() {
        String patch = """
                {"spec": {"containers": [{"name": "b", "resources": {"$patch": "replace", "limits": {"cpu": "1"}}}]}}""";

        assertThat(merged(TWO, patch)).contains("{\"name\":\"b\",\"resources\":{\"limits\":{\"cpu\":\"1\"}}}");
    }

    @Test
    void dropsAnObjectWithADirectiveThatHasNothingToChange() {
        assertThat(merged(TWO, "{\"spec\": {\"nodeSelector\": {\"$patch\": \"replace\", \"a\": \"b\"}}}"))
                .isEqualTo(merged(TWO, "{}"));
    }

    @Test
    void deletesAndReplacesByDirective() {
        assertThat(merged(TWO, "{\"spec\": {\"containers\": [{\"$patch\": \"delete\", \"name\": \"a\"}]}}"))
                .isEqualTo("{\"spec\":{\"containers\":[{\"name\":\"b\"}]}}");
        assertThat(merged(TWO, "{\"spec\": {\"containers\": [{\"$patch\": \"replace\"}, {\"name\": \"z\"}]}}"))
                .isEqualTo("{\"spec\":{\"containers\":[{\"name\":\"z\"}]}}");
        assertThat(merged(TWO, "{\"spec\": {\"$patch\": \"replace\", \"nodeName\": \"n\"}}"))
                .isEqualTo("{\"spec\":{\"nodeName\":\"n\"}}");
    }

    @Test
    void treatsFinalizersAsASetAndOtherListsAsAWhole() {
        String pod =
                "{\"metadata\": {\"finalizers\": [\"a\", \"b\"]}, \"spec\": {\"tolerations\": [{\"key\": \"k\"}]}}";
        String patch =
                "{\"metadata\": {\"finalizers\": [\"b\", \"c\"], \"$deleteFromPrimitiveList/finalizers\": [\"a\"]},"
                        + " \"spec\": {\"tolerations\": [{\"key\": \"l\"}]}}";

        assertThat(merged(pod, patch))
                .isEqualTo(
                        "{\"metadata\":{\"finalizers\":[\"b\",\"c\"]},\"spec\":{\"tolerations\":[{\"key\":\"l\"}]}}");
    }

    @Test
    void keepsOnlyTheNamedKeysOfAVolumeWhoseKindChanges() {
        String pod = "{\"spec\": {\"volumes\": [{\"name\": \"v\", \"emptyDir\": {}}]}}";
        String patch = "{\"spec\": {\"volumes\": [{\"name\": \"v\", \"$retainKeys\": [\"name\", \"hostPath\"],"
                + " \"hostPath\": {\"path\": \"/x\"}}]}}";

        assertThat(merged(pod, patch))
                .isEqualTo("{\"spec\":{\"volumes\":[{\"name\":\"v\",\"hostPath\":{\"path\":\"/x\"}}]}}");
    }

    @Test
    void refusesAnElementWithoutItsKeyAndAnUnknownDirective() {
        assertThatThrownBy(() -> merged(TWO, "{\"spec\": {\"containers\": [{\"image\": \"x\"}]}}"))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("name");
        assertThatThrownBy(() -> merged(TWO, "{\"spec\": {\"$patch\": \"merge-ish\"}}"))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("merge-ish");
    }

    @Test
    void anElementThatCarriesReplaceIsItselfLeftOut() {
        String patch = """
                {"spec": {"containers": [{"$patch": "replace", "name": "a"}, {"name": "z"},
                  {"$patch": "delete", "name": "b"}]}}""";

        assertThat(merged(TWO, patch)).isEqualTo("{\"spec\":{\"containers\":[{\"name\":\"z\"}]}}");
    }

    @Test
    void deletesEveryElementOfTheKey() {
        String pod = """
                {"spec": {"topologySpreadConstraints": [{"topologyKey": "zone", "maxSkew": 1},
                  {"topologyKey": "host"}, {"topologyKey": "zone", "maxSkew": 2}]}}""";
        String patch =
                "{\"spec\": {\"topologySpreadConstraints\": [{\"$patch\": \"delete\", \"topologyKey\": \"zone\"}]}}";

        assertThat(merged(pod, patch))
                .isEqualTo("{\"spec\":{\"topologySpreadConstraints\":[{\"topologyKey\":\"host\"}]}}");
    }

    @Test
    void whatIsSetAnewComesWithoutDirectivesAndNulls() {
        String patch = """
                {"spec": {"affinity": {"nodeAffinity": {"$patch": "replace", "x": 1}, "podAffinity": {"y": null, "z": 2}},
                  "volumes": [{"$patch": "delete", "name": "gone"}, {"name": "new"}], "dnsConfig": {"$patch": "delete"}}}""";

        assertThat(merged("{\"spec\":{}}", patch))
                .isEqualTo("{\"spec\":{\"affinity\":{\"podAffinity\":{\"z\":2}},\"volumes\":[{\"name\":\"new\"}]}}");
    }

    @Test
    void aReplacedObjectLosesWhatThePatchDoesNotName() {
        String pod = "{\"spec\": {\"securityContext\": {\"runAsUser\": 1, \"fsGroup\": 2}}}";

        assertThat(merged(pod, "{\"spec\": {\"securityContext\": {\"$patch\": \"replace\", \"fsGroup\": 3}}}"))
                .isEqualTo("{\"spec\":{\"securityContext\":{\"fsGroup\":3}}}");
        assertThat(merged(pod, "{\"spec\": {\"securityContext\": {\"$patch\": \"delete\"}}}"))
                .isEqualTo("{\"spec\":{\"securityContext\":{}}}");
    }

    @Test
    void retainsOnlyTheNamedKeys() {
        String pod =
                "{\"spec\": {\"volumes\": [{\"name\": \"v\", \"emptyDir\": {}, \"hostPath\": {\"path\": \"/a\"}}]}}";
        String patch = """
                {"spec": {"volumes": [{"name": "v", "$retainKeys": ["name", "configMap"], "configMap": {"name": "c"}}]}}""";

        assertThat(merged(pod, patch))
                .isEqualTo("{\"spec\":{\"volumes\":[{\"name\":\"v\",\"configMap\":{\"name\":\"c\"}}]}}");
        assertThatThrownBy(() -> merged(pod, patch.replace("[\"name\", \"configMap\"]", "[\"name\"]")))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("configMap");
    }

    @Test
    void deletesFromASetAndReplacesAnyOtherList() {
        String pod = """
                {"metadata": {"finalizers": ["a", "b", "c"]}, "spec": {"containers": [{"name": "m", "args": ["x", "y"]}]}}""";

        assertThat(merged(pod, "{\"metadata\": {\"$deleteFromPrimitiveList/finalizers\": [\"b\"]}}"))
                .contains("\"finalizers\":[\"a\",\"c\"]");
        assertThat(
                        merged(
                                pod,
                                "{\"spec\": {\"containers\": [{\"name\": \"m\", \"$deleteFromPrimitiveList/args\": [\"x\"]}]}}"))
                .contains("\"args\":[\"x\"]");
        assertThat(merged("{\"spec\":{}}", "{\"metadata\": {\"$deleteFromPrimitiveList/finalizers\": [\"b\"]}}"))
                .doesNotContain("$");
    }

    @Test
    void mergesASetWithoutDoublesAndBringsItIntoOrder() {
        String pod = "{\"metadata\": {\"finalizers\": [\"a\", \"b\"]}}";

        assertThat(merged(pod, "{\"metadata\": {\"finalizers\": [\"c\", \"a\"]}}"))
                .contains("[\"c\",\"a\",\"b\"]");
        assertThat(merged(pod, """
                {"metadata": {"$setElementOrder/finalizers": ["b", "c", "a"], "finalizers": ["c"]}}""")).contains("[\"b\",\"c\",\"a\"]");
    }

    @Test
    void elementsThatContradictTheirOrderAreRefused() {
        String patch = """
                {"spec": {"$setElementOrder/containers": [{"name": "a"}, {"name": "b"}],
                  "containers": [{"name": "b"}, {"name": "a"}]}}""";

        assertThatThrownBy(() -> merged(TWO, patch))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("$setElementOrder");
    }

    @Test
    void unknownDirectivesAndBrokenListsAreRefused() {
        for (String patch : new String[] {
            "{\"spec\": {\"$patch\": \"merge\"}}",
            "{\"spec\": {\"$patch\": 1}}",
            "{\"spec\": {\"containers\": [{\"$patch\": \"merge\", \"name\": \"a\"}]}}",
            "{\"spec\": {\"containers\": [{\"$patch\": \"delete\"}]}}",
            "{\"spec\": {\"containers\": [{\"image\": \"x\"}]}}",
            "{\"spec\": {\"$setElementOrder/containers\": \"a\"}}",
            "{\"spec\": {\"$setElementOrder/containers\": [{\"name\": \"a\"}], \"containers\": null}}",
            "{\"spec\": {\"containers\": [{\"$patch\": \"replace\"}, {\"image\": \"x\"}]}}",
            "{\"spec\": {\"$setElementOrder/containers\": [{\"name\": \"a\"}],"
                    + " \"containers\": [{\"$patch\": \"replace\"}, {\"name\": \"a\"}]}}",
            "\"text\""
        }) {
            assertThatThrownBy(() -> merged(TWO, patch)).as(patch).isInstanceOf(RefusedException.class);
        }
    }

    @Test
    void theTemplateOfAReservationMergesLikeAPod() {
        String reservation = """
                {"spec": {"template": {"spec": {"containers": [{"name": "a", "image": "i"}]}}, "owners": [{"object": {}}]}}""";
        String patch = """
                {"spec": {"template": {"spec": {"containers": [{"name": "a", "image": "j"}, {"name": "b"}]}},
                  "owners": [{"labelSelector": {}}]}}""";

        assertThat(merged(reservation, patch))
                .contains("[{\"name\":\"a\",\"image\":\"j\"},{\"name\":\"b\"}]")
                .contains("\"owners\":[{\"labelSelector\":{}}]");
    }

    /** Each element was once searched for in the whole list: minutes, for what one pod may hold. */
    @Test
    @Timeout(60)
    void patchesTheLastElementOfALongList() {
        ArrayNode env = MAPPER.createArrayNode();
        for (int at = 0; at < 200_000; at++) {
            env.addObject().put("name", "E" + at);
        }
        ObjectNode pod = MAPPER.createObjectNode();
        pod.putObject("spec")
                .putArray("containers")
                .addObject()
                .put("name", "a")
                .set("env", env);

        StrategicMerge.apply(
                pod,
                read(
                        "{\"spec\": {\"containers\": [{\"name\": \"a\", \"env\": [{\"name\": \"E199999\", \"value\": \"1\"}]}]}}"));

        assertThat(pod.at("/spec/containers/0/env")).hasSize(200_000);
        assertThat(pod.at("/spec/containers/0/env/199999/value").asText()).isEqualTo("1");
    }
}
