package io.koordbridge.manager.server.registration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.testkit.conformance.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WebhookEntriesTest {

    private static final Endpoint SERVICE = new Endpoint("our-system", "our-service", Optional.empty(), "Q0E=", false);
    private static final NamespaceScope SCOPE = new NamespaceScope(Set.of("our-system", "kube-system"));
    private static final String CONFIGURATION = """
            {"metadata": {"name": "c"}, "webhooks": [
              {"name": "mpod", "timeoutSeconds": 5, "clientConfig": {"service":
                {"namespace": "n", "name": "s", "path": "/mutate-pod", "port": 443}}},
              {"name": "mnode", "clientConfig": {"service": {"namespace": "n", "name": "s", "path": "/mutate-node-status"}}}]}
            """;

    private static WebhookEntries entries(String... paths) {
        return new WebhookEntries(Set.of(paths), SERVICE, SCOPE);
    }

    private static ObjectNode tree(String text) {
        return (ObjectNode) json(text);
    }

    private static JsonNode json(String text) {
        try {
            return Json.MAPPER.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static List<String> names(JsonNode configuration) {
        List<String> names = new ArrayList<>();
        configuration
                .path("webhooks")
                .forEach(entry -> names.add(entry.path("name").asText()));
        return names;
    }

    @Test
    void keepsOnlyEntriesOfServedPathsAndRemembersTheOthers() {
        ObjectNode corrected =
                entries("/mutate-pod").corrected(tree(CONFIGURATION)).orElseThrow();

        assertThat(names(corrected)).containsExactly("mpod");
        assertThat(corrected.at("/webhooks/0/clientConfig").toString()).isEqualTo("""
                        {"service":{"path":"/mutate-pod","port":443,"namespace":"our-system","name":"our-service"},\
                        "caBundle":"Q0E="}""");
        assertThat(names(json("{\"webhooks\":"
                        + corrected.at("/metadata/annotations/template").asText() + "}")))
                .containsExactly("mpod", "mnode");
    }

    @Test
    void anEntryComesBackWhenItsPathIsServedAgain() {
        ObjectNode reduced =
                entries("/mutate-pod").corrected(tree(CONFIGURATION)).orElseThrow();

        ObjectNode whole =
                entries("/mutate-pod", "/mutate-node-status").corrected(reduced).orElseThrow();

        assertThat(names(whole)).containsExactly("mpod", "mnode");
    }

    @Test
    void writesNothingTwice() {
        for (String[] paths : new String[][] {{"/mutate-pod"}, {"/mutate-pod", "/mutate-node-status"}, {}}) {
            ObjectNode corrected = entries(paths).corrected(tree(CONFIGURATION)).orElseThrow();

            assertThat(entries(paths).corrected(corrected)).isEmpty();
        }
    }

    @Test
    void anEmptyListShownAsNoneIsNoDifference() {
        ObjectNode corrected = entries().corrected(tree(CONFIGURATION)).orElseThrow();
        corrected.remove("webhooks");

        assertThat(entries().corrected(corrected)).isEmpty();
    }

    @Test
    void aChangedOrNewEntryBecomesPartOfTheOriginal() {
        ObjectNode corrected =
                entries("/mutate-pod").corrected(tree(CONFIGURATION)).orElseThrow();
        ((ObjectNode) corrected.at("/webhooks/0")).put("timeoutSeconds", 7);
        corrected.withArray("/webhooks").add(tree("""
                {"name": "vpod", "clientConfig": {"service": {"namespace": "n", "name": "s", "path": "/validate-pod"}}}
                """));

        ObjectNode again = entries("/mutate-pod", "/validate-pod", "/mutate-node-status")
                .corrected(corrected)
                .orElseThrow();

        assertThat(names(again)).containsExactly("mpod", "mnode", "vpod");
        assertThat(again.at("/webhooks/0/timeoutSeconds").asInt()).isEqualTo(7);
    }

    @Test
    void aChangedCaIsPutBack() {
        ObjectNode corrected =
                entries("/mutate-pod").corrected(tree(CONFIGURATION)).orElseThrow();
        ((ObjectNode) corrected.at("/webhooks/0/clientConfig")).put("caBundle", "other");

        ObjectNode again = entries("/mutate-pod").corrected(corrected).orElseThrow();

        assertThat(again.at("/webhooks/0/clientConfig/caBundle").asText()).isEqualTo("Q0E=");
    }

    @Test
    void podWebhooksNeverCoverOwnAndSystemNamespacesOrOptOuts() {
        ObjectNode corrected = entries("/mutate-pod", "/mutate-node-status")
                .corrected(tree(CONFIGURATION))
                .orElseThrow();

        assertThat(corrected.at("/webhooks/0/namespaceSelector/matchExpressions"))
                .hasToString("""
                        [{"key":"kubernetes.io/metadata.name","operator":"NotIn","values":["kube-system","our-system"]},\
                        {"key":"koordbridge.io/skip-colocation","operator":"NotIn","values":["true"]}]""");
        assertThat(corrected.at("/webhooks/1").has("namespaceSelector")).isFalse();
    }

    @Test
    void noValidationCanBeLeftByALabel() {
        ObjectNode configuration = tree("""
                {"metadata": {"name": "c"}, "webhooks": [
                  {"name": "vpod", "clientConfig": {"service": {"namespace": "n", "name": "s", "path": "/validate-pod"}},
                   "objectSelector": {"matchExpressions": [
                     {"key": "koordbridge.io/skip-colocation", "operator": "NotIn", "values": ["true"]},
                     {"key": "app", "operator": "Exists"}]},
                   "namespaceSelector": {"matchExpressions": [
                     {"key": "koordbridge.io/skip-colocation", "operator": "NotIn", "values": ["true"]}]}}]}""");

        ObjectNode corrected = entries("/validate-pod").corrected(configuration).orElseThrow();

        assertThat(corrected.at("/webhooks/0/objectSelector"))
                .hasToString("{\"matchExpressions\":[{\"key\":\"app\",\"operator\":\"Exists\"}]}");
        assertThat(corrected.at("/webhooks/0/namespaceSelector/matchExpressions"))
                .hasToString("[{\"key\":\"kubernetes.io/metadata.name\",\"operator\":\"NotIn\","
                        + "\"values\":[\"kube-system\",\"our-system\"]}]");
        assertThat(entries("/validate-pod").corrected(corrected)).isEmpty();
    }

    @Test
    void aSelectorThatExcludesThemAlreadyStaysAsItIs() {
        ObjectNode configuration = tree(CONFIGURATION);
        String selector = """
                {"matchExpressions":[{"key":"kubernetes.io/metadata.name","operator":"NotIn",\
                "values":["kube-system","more","our-system"]},\
                {"key":"koordbridge.io/skip-colocation","operator":"NotIn","values":["true"]}]}""";
        ((ObjectNode) configuration.at("/webhooks/0")).set("namespaceSelector", json(selector));

        ObjectNode corrected = entries("/mutate-pod").corrected(configuration).orElseThrow();

        assertThat(corrected.at("/webhooks/0/namespaceSelector")).hasToString(selector);
    }

    @Test
    void coversANamespaceThatIsNoLongerExcluded() {
        WebhookEntries older = excluding("kube-system", "our-system", "team");
        WebhookEntries newer = excluding("kube-system", "our-system");
        ObjectNode installed = tree(CONFIGURATION);
        exclude(installed, "[\"our-system\",\"kube-system\",\"team\"]");
        ObjectNode before = older.corrected(installed).orElseThrow();
        exclude(before, "[\"our-system\",\"kube-system\"]");

        ObjectNode restricted = older.corrected(before).orElseThrow();
        ObjectNode after = newer.corrected(restricted).orElseThrow();

        assertThat(restricted.at("/webhooks/0/namespaceSelector").toString()).contains("team");
        assertThat(after.at("/webhooks/0/namespaceSelector").toString())
                .doesNotContain("team")
                .contains("[\"our-system\",\"kube-system\"]");
        assertThat(newer.corrected(after)).isEmpty();
    }

    @Test
    void anExclusionThatSomebodyAddedStays() {
        ObjectNode before =
                entries("/mutate-pod").corrected(tree(CONFIGURATION)).orElseThrow();
        before.withArray("/webhooks/0/namespaceSelector/matchExpressions").add(json("""
                {"key":"kubernetes.io/metadata.name","operator":"NotIn","values":["team"]}"""));

        ObjectNode after = entries("/mutate-pod").corrected(before).orElseThrow();

        assertThat(after.at("/webhooks/0/namespaceSelector").toString()).contains("[\"team\"]", "our-system");
        assertThat(entries("/mutate-pod").corrected(after)).isEmpty();
    }

    private static WebhookEntries excluding(String... namespaces) {
        return new WebhookEntries(Set.of("/mutate-pod"), SERVICE, new NamespaceScope(Set.of(namespaces)));
    }

    private static void exclude(ObjectNode configuration, String namespaces) {
        ((ObjectNode) configuration.at("/webhooks/0")).set("namespaceSelector", json("""
                {"matchExpressions":[{"key":"kubernetes.io/metadata.name","operator":"NotIn","values":%s},\
                {"key":"koordbridge.io/skip-colocation","operator":"NotIn","values":["true"]}]}""".formatted(namespaces)));
    }

    @Test
    void callsAnExternalHostByUrlAndFindsThePathAgain() {
        Endpoint external = new Endpoint("our-system", "our-service", Optional.of("https://host:9876"), "Q0E=", false);
        WebhookEntries entries = new WebhookEntries(Set.of("/mutate-pod"), external, SCOPE);

        ObjectNode corrected = entries.corrected(tree(CONFIGURATION)).orElseThrow();

        assertThat(corrected.at("/webhooks/0/clientConfig"))
                .hasToString("{\"caBundle\":\"Q0E=\",\"url\":\"https://host:9876/mutate-pod\"}");
        assertThat(entries.corrected(corrected)).isEmpty();
    }

    @Test
    void aBrokenTemplateIsReplacedByWhatIsThere() {
        ObjectNode configuration = tree(CONFIGURATION);
        configuration.withObject("/metadata/annotations").put("template", "{not json");

        ObjectNode corrected = entries("/mutate-pod").corrected(configuration).orElseThrow();

        assertThat(names(corrected)).containsExactly("mpod");
    }

    @Test
    void anAuthorityStaysTrustedWhileANewOneComesIntoUse() {
        ObjectNode before = with("A", false).corrected(tree(CONFIGURATION)).orElseThrow();

        ObjectNode during = with("B", true).corrected(before).orElseThrow();
        assertThat(trusted(during)).isEqualTo(pem("B") + "\n" + pem("A") + "\n");
        assertThat(with("B", true).corrected(during)).isEmpty();

        ObjectNode after = with("B", false).corrected(during).orElseThrow();
        assertThat(trusted(after)).isEqualTo(pem("B"));
    }

    @Test
    void whatIsNoCertificateIsNotTrusted() {
        ObjectNode garbage = with("A", false).corrected(tree(CONFIGURATION)).orElseThrow();
        ((ObjectNode) garbage.at("/webhooks/0/clientConfig")).put("caBundle", "Z2FyYmFnZQ==");

        assertThat(trusted(with("B", true).corrected(garbage).orElseThrow())).isEqualTo(pem("B"));
    }

    private static WebhookEntries with(String authority, boolean trustsPresent) {
        String bundle = Base64.getEncoder().encodeToString(pem(authority).getBytes(StandardCharsets.US_ASCII));
        Endpoint endpoint = new Endpoint("our-system", "our-service", Optional.empty(), bundle, trustsPresent);
        return new WebhookEntries(Set.of("/mutate-pod"), endpoint, SCOPE);
    }

    private static String pem(String content) {
        return "-----BEGIN CERTIFICATE-----\n" + content + "\n-----END CERTIFICATE-----";
    }

    private static String trusted(JsonNode configuration) {
        return new String(
                Base64.getDecoder()
                        .decode(configuration
                                .at("/webhooks/0/clientConfig/caBundle")
                                .asText()),
                StandardCharsets.US_ASCII);
    }
}
