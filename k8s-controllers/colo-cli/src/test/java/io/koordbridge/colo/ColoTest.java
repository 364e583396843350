package io.koordbridge.colo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ColoTest {
    private final AnswerServer operator = new AnswerServer("healthy");

    @AfterEach
    void close() {
        operator.close();
    }

    @Nested
    class Tables {

        @ParameterizedTest
        @CsvSource({
            "status-healthy, healthy, 0, status",
            "status-troubled, troubled, 1, status",
            "status-empty, empty, 1, status",
            "nodes-healthy, healthy, 0, nodes",
            "nodes-troubled, troubled, 0, nodes",
            "nodes-by-online, troubled, 0, nodes --sort online",
            "nodes-by-lease-memory, healthy, 0, nodes --sort lease --by memory",
            "nodes-in-states, troubled, 0, 'nodes --state stale,unmatched'",
            "nodes-empty, empty, 0, nodes",
            "explain-node, healthy, 0, explain node worker-3 --ask operator",
            "ledger-healthy, healthy, 0, ledger check",
            "ledger-draining, draining, 0, ledger check",
            "ledger-broken, troubled, 1, ledger check",
            "ledger-empty, empty, 1, ledger check",
            "ledger-silent, silent, 1, ledger check",
            "status-silent, silent, 1, status",
            "status-silent, silent, 0, status --fail-on leader",
        })
        void areAsRecorded(String golden, String answers, int exitCode, String command) {
            operator.answers(answers);

            Run run = colo(command);

            assertThat(run.out()).isEqualTo(Run.golden(golden));
            assertThat(run.err()).isEmpty();
            assertThat(run.exitCode()).isEqualTo(exitCode);
        }

        @ParameterizedTest
        @CsvSource({"explain-node-sums, manager-sums", "explain-node-with-manager, manager"})
        void joinTheManagersTerms(String golden, String answers) {
            try (AnswerServer manager = new AnswerServer(answers)) {
                Run run = colo("explain node worker-3 --manager " + manager.url());

                assertThat(run.out()).isEqualTo(Run.golden(golden));
                assertThat(run.err()).isEmpty();
                assertThat(run.exitCode()).isZero();
            }
        }

        @ParameterizedTest
        @CsvSource({
            "capacity, capacity",
            "capacity-by-batch, capacity --sort batch",
            "capacity-in-states, 'capacity --state nothing,held_back'",
        })
        void ofThePublishedCapacityNeedOnlyTheManager(String golden, String command) {
            operator.goAway();
            try (AnswerServer manager = new AnswerServer("manager-nodes")) {
                Run run = colo(command + " --manager " + manager.url());

                assertThat(run.out()).isEqualTo(Run.golden(golden));
                assertThat(run.err()).isEmpty();
                assertThat(run.exitCode()).isZero();
            }
        }

        @Test
        void ofThePublishedCapacityNameTheReplicaThatLeads() {
            try (AnswerServer manager = new AnswerServer("manager-nodes")) {
                manager.body(text -> text.replace("\"leader\":true", "\"leader\":false"));

                Run run = colo("capacity --manager " + manager.url());

                assertThat(run.exitCode()).isEqualTo(3);
                assertThat(run.out()).isEmpty();
                assertThat(run.err()).contains(manager.url() + " does not lead; ask pod-a.");
            }
        }

        @ParameterizedTest
        @CsvSource({"holderPod, ask pod-a_1_9c0de.", "holder, the leader is unknown."})
        void ofThePublishedCapacitySayWhatIsKnownOfTheReplicaThatLeads(String missing, String said) {
            try (AnswerServer manager = new AnswerServer("manager-nodes")) {
                manager.body(text -> text.replace("\"leader\":true", "\"leader\":false")
                        .replaceAll("\"" + missing + "[a-zA-Z]*\":\"[^\"]*\",", ""));

                Run run = colo("capacity --manager " + manager.url());

                assertThat(run.err()).contains(manager.url() + " does not lead; " + said);
            }
        }

        @Test
        void ofOneProcessDoNotNeedTheOther() {
            try (AnswerServer manager = new AnswerServer("manager-sums")) {
                operator.goAway();

                Run run = colo("explain node worker-3 --ask manager --manager " + manager.url());

                assertThat(run.out()).startsWith("Node worker-3: how its capacity came about");
                assertThat(run.err()).isEmpty();
                assertThat(run.exitCode()).isZero();
            }
        }

        @Test
        void areHalfWhenOneProcessIsAwayWhichIsNoSuccess() {
            try (AnswerServer manager = new AnswerServer("manager-sums")) {
                Run withoutManager = colo("explain node worker-3 --manager http://127.0.0.1:1");
                operator.goAway();
                Run withoutOperator = colo("explain node worker-3 --manager " + manager.url());

                assertThat(withoutManager.out()).contains("origin cpu");
                assertThat(withoutManager.err())
                        .contains(
                                "cannot reach the koord-manager at http://127.0.0.1:1", "deploy/koord-manager 1:8080");
                assertThat(withoutManager.exitCode()).isEqualTo(3);
                assertThat(withoutOperator.out()).contains("kubernetes.io/batch-cpu");
                assertThat(withoutOperator.err()).contains("cannot reach the yarn-operator", "deploy/yarn-operator");
                assertThat(withoutOperator.exitCode()).isEqualTo(3);
            }
        }

        @Test
        void ofAReplicaThatDoesNotLeadAreToldInItsOwnWords() {
            try (AnswerServer manager = new AnswerServer("manager-sums")) {
                manager.status(503);
                manager.body(ignored -> "{\"error\": \"node worker-3: this replica does not lead; ask pod-b\"}");

                Run run = colo("explain node worker-3 --ask manager --manager " + manager.url());

                assertThat(run.exitCode()).isEqualTo(3);
                assertThat(run.err())
                        .contains("koord-manager at " + manager.url(), "cannot answer", "ask pod-b")
                        .doesNotContain("does not answer");
            }
        }

        @Test
        void thatDoNotKnowTheNodeSayWho() {
            try (AnswerServer manager = new AnswerServer("manager-sums")) {
                Run run = colo("explain node worker-99 --manager " + manager.url());

                assertThat(run.out()).isEmpty();
                assertThat(run.err())
                        .contains("yarn-operator at " + operator.url() + " does not know a node worker-99")
                        .contains("koord-manager at " + manager.url() + " does not know a node worker-99");
                assertThat(run.exitCode()).isEqualTo(1);
            }
        }

        @Test
        void thatAreNotAsPromisedNameTheField() {
            try (AnswerServer manager = new AnswerServer("manager-sums")) {
                manager.body(ignored ->
                        "{\"sums\": [{\"resource\": \"r\", \"unit\": \"u\", \"steps\": [{\"name\": \"n\"}]}]}");

                Run run = colo("explain node worker-3 --ask manager --manager " + manager.url());

                assertThat(run.exitCode()).isEqualTo(3);
                assertThat(run.err())
                        .contains(
                                "does not answer as a koord-manager does", "the field \"sums.steps.value\" is missing");
            }
        }
    }

    @Nested
    class Json {

        @ParameterizedTest
        @ValueSource(strings = {"status", "ledger"})
        void isTheDocumentOfTheApi(String path) throws Exception {
            Run run = colo(path.equals("ledger") ? "ledger check -o json" : path + " -o json");

            assertThat(AnswerServer.JSON.readTree(run.out()))
                    .isEqualTo(AnswerServer.document("healthy").path(path));
        }

        @Test
        void ofNodesIsFilteredSortedAndKeepsFieldsUnknownHere() throws Exception {
            operator.body(body -> body.replaceFirst("\"name\"", "\"newField\": 7, \"name\""));

            JsonNode nodes = AnswerServer.JSON
                    .readTree(colo("nodes --sort origin --state steady -o json").out())
                    .path("nodes");

            assertThat(nodes.findValuesAsText("name"))
                    .containsExactly("worker-10", "worker-3", "worker-1", "worker-4", "worker-11");
            assertThat(nodes.findValues("newField"))
                    .singleElement()
                    .satisfies(value -> assertThat(value.asInt()).isEqualTo(7));
        }

        @Test
        void ofAnExplanationHoldsBothSides() throws Exception {
            try (AnswerServer manager = new AnswerServer("manager")) {
                JsonNode both =
                        AnswerServer.JSON.readTree(colo("explain node worker-3 -o json --manager " + manager.url())
                                .out());

                assertThat(both.at("/operator/terms/0/name").asText()).isEqualTo("origin cpu");
                assertThat(both.at("/manager/terms/0/name").asText()).isEqualTo("capacity");
            }
            JsonNode alone = AnswerServer.JSON.readTree(
                    colo("explain node worker-3 -o json --ask operator").out());
            assertThat(alone.path("manager").isNull()).isTrue();
        }
    }

    @Nested
    class Addresses {

        @Test
        void comeFromTheEnvironmentUnlessAnOptionSaysOtherwise() {
            Map<String, String> environment = Map.of("COLO_OPERATOR", operator.url() + "/");

            assertThat(Run.with(environment, "status").exitCode()).isZero();
            assertThat(Run.with(environment, "status", "--operator", "http://127.0.0.1:1")
                            .exitCode())
                    .isEqualTo(3);
        }

        @Test
        void mayStandBeforeOrBehindTheCommand() {
            assertThat(Run.colo("--operator", operator.url(), "-o", "json", "status")
                            .out())
                    .startsWith("{");
            assertThat(Run.colo("status", "--operator", operator.url(), "-o", "json")
                            .out())
                    .startsWith("{");
        }

        @Test
        void thatAreNoneAreWrongUsage() {
            Run option = Run.colo("status", "--operator", "localhost");
            Run environment = Run.with(Map.of("COLO_OPERATOR", "ftp://x"), "status");

            assertThat(List.of(option.exitCode(), environment.exitCode())).containsOnly(2);
            assertThat(option.err()).contains("'localhost'", "use http://HOST:PORT");
            assertThat(environment.err()).contains("'ftp://x' ($COLO_OPERATOR)", "use http://HOST:PORT");
        }
    }

    @Nested
    class Usage {

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "explain",
                    "explain node",
                    "ledger",
                    "nodes --sort colour",
                    "nodes --state happy",
                    "status --timeout 0",
                    "status --timeout soon",
                    "status -o xml"
                })
        void thatIsWrongEndsWithTwoAndAHint(String command) {
            Run run = colo(command);

            assertThat(run.exitCode()).isEqualTo(2);
            assertThat(run.err()).contains("Usage: colo");
            assertThat(run.out()).isEmpty();
        }

        @Test
        void thatIsAlmostRightIsCorrected() {
            Run run = colo("statsu");

            assertThat(run.exitCode()).isEqualTo(2);
            assertThat(run.err()).contains("Did you mean", "status");
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "--help",
                    "status --help",
                    "nodes --help",
                    "capacity --help",
                    "explain --help",
                    "explain node --help",
                    "ledger --help",
                    "ledger check --help"
                })
        void isExplainedEverywhere(String command) {
            Run run = colo(command);

            assertThat(run.exitCode()).isZero();
            assertThat(run.out()).startsWith("Usage: colo").contains("--operator", "Exit codes:", "cannot be reached");
        }

        @Test
        void canBeCompletedByTheShell() {
            Run run = Run.colo("generate-completion");

            assertThat(run.exitCode()).isZero();
            assertThat(run.out()).contains("complete -F", "ledger", "--state");
        }
    }

    @Nested
    class Failure {

        @Test
        void ofAnUnknownNodeIsAProblemFound() {
            Run run = colo("explain node worker-99 --ask operator");

            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.err()).contains("does not know a node worker-99", "colo nodes");
        }

        @Test
        void toConnectNamesTheAddressAndWhatToDo() {
            operator.goAway();

            Run run = colo("status");

            assertThat(run.exitCode()).isEqualTo(3);
            assertThat(run.out()).isEmpty();
            assertThat(run.err())
                    .contains(operator.url(), "no server listens", "--operator", "$COLO_OPERATOR", "port-forward")
                    .doesNotContain("\tat ");
        }

        @Test
        void toAnswerInTimeIsNotWaitedForLonger() {
            operator.silent();

            Run run = colo("status --timeout 0.3");

            assertThat(run.exitCode()).isEqualTo(3);
            assertThat(run.err()).contains("no answer within 0.3 s");
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                value = {
                    "status | <html>proxy</html> | not JSON: <html>proxy</html>",
                    "status | 17 | no JSON object: 17",
                    "status | {} | the field \"time\" is missing",
                    "nodes | {\"nodes\": [{\"name\": \"n1\"}]} | the field \"nodes.state\" is missing",
                    "nodes | {\"nodes\": {}} | NodesAnswer",
                    "ledger check | {\"time\": \"noon\", \"verdict\": \"OK\", \"rows\": []} | not a time of RFC 3339",
                    "ledger check | {\"time\": \"2026-11-21T10:00:00Z\", \"rows\": []} | the field \"verdict\" is missing",
                    "explain node worker-3 --ask operator | {\"node\": \"worker-3\"} | the field \"terms\" is missing",
                    "explain node worker-3 --ask operator | {\"terms\": [{\"value\": 1}]} | the field \"terms.name\" is missing",
                })
        void toAnswerAsPromisedNamesTheField(String command, String body, String message) {
            operator.body(ignored -> body);

            Run run = colo(command);

            assertThat(run.exitCode()).isEqualTo(3);
            assertThat(run.err()).contains("does not answer as a yarn-operator does", message);
            assertThat(run.out()).isEmpty();
        }

        @Test
        void ofTheProcessItselfShowsItsStatus() {
            operator.status(500).body(ignored -> "{\"code\": 500, \"message\": \"There was an error (id 4f)\"}");

            Run run = colo("nodes");

            assertThat(run.exitCode()).isEqualTo(3);
            assertThat(run.err()).contains("/api/v1/nodes", "status 500", "There was an error (id 4f)");
        }
    }

    /** Runs against the operator of this test. */
    private Run colo(String command) {
        String manager = command.contains("--manager") ? "" : " --manager http://127.0.0.1:1";
        return Run.colo((command + " --operator " + operator.url() + manager).split(" "));
    }
}
