package io.koordbridge.manager.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

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
    void putsNewElementsBeforeUntouchedOnesAndPatchedOnesWhereTheyWere() {
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
}
