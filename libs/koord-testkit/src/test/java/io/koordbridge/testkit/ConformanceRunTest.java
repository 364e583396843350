package io.koordbridge.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.testkit.conformance.Deviations;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.Suite;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import io.koordbridge.testkit.conformance.SuiteResult;
import io.koordbridge.testkit.conformance.SuiteResult.CaseResult;
import io.koordbridge.testkit.conformance.SuiteResult.Verdict;
import io.koordbridge.testkit.conformance.Vectors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConformanceRunTest {

    private static final String VECTORS = """
            {"suite": "area/doubling", "cases": [
              {"name": "right", "input": 2, "expect": 4},
              {"name": "wrong", "input": 3, "expect": 7},
              {"name": "intended", "input": 4, "expect": 9, "expectIntended": 8, "tags": ["quirk:x"]},
              {"name": "disputed", "input": 5, "expect": 11, "tags": ["doc-conflict:sums"]}]}
            """;

    /** Answers the double of its input, and whatever is recorded of {@code yarn/annotation}. */
    private record Doubling(String suite) implements SuiteAdapter {

        @Override
        public JsonNode run(JsonNode input) {
            return input.isInt()
                    ? Json.MAPPER.getNodeFactory().numberNode(input.asInt() * 2)
                    : Vectors.suite(suite).cases().stream()
                            .filter(one -> one.input().equals(input))
                            .findFirst()
                            .orElseThrow()
                            .expect();
        }

        @Override
        public List<String> tags(JsonNode input) {
            return input.asInt() == 3 ? List.of("odd") : List.of();
        }
    }

    @TempDir
    private Path directory;

    private List<Suite> suites(String vectors) throws IOException {
        Path file = Files.createDirectories(directory.resolve("held/out")).resolve("set 7.json");
        Files.writeString(file, vectors);
        return Vectors.below(directory);
    }

    private static SuiteResult run(Suite suite, String deviations) throws JsonProcessingException {
        return SuiteResult.run(suite, new Doubling(suite.name()), Deviations.of(Json.MAPPER.readTree(deviations)));
    }

    private static List<String> names(SuiteResult result, Verdict verdict) {
        return result.with(verdict).stream().map(CaseResult::name).toList();
    }

    @Test
    void aFileSaysItselfWhichSuiteItHolds() throws IOException {
        assertThat(suites(VECTORS)).extracting(Suite::name).containsExactly("area/doubling");
    }

    @Test
    void aFileThatHoldsNoVectorsIsNamed() {
        assertThatThrownBy(() -> suites("{}")).hasMessageContaining("set 7.json");
    }

    @Test
    void theIntendedAnswerWinsOverTheRecordedOne() throws IOException {
        SuiteResult result = run(suites(VECTORS).get(0), "[]");

        assertThat(names(result, Verdict.PASSED)).containsExactly("right", "intended");
        assertThat(names(result, Verdict.FAILED)).containsExactly("wrong", "disputed");
    }

    @Test
    void aDeviationCountsOnlyWhereACaseOfItDiffers() throws IOException {
        SuiteResult result = run(suites(VECTORS).get(0), """
                [{"suite": "area/*", "tag": "doc-conflict:*", "reason": "r", "decision": "d"},
                 {"suite": "area/doubling", "tag": "odd", "reason": "r", "decision": "d"},
                 {"suite": "area/doubling", "name": "ri*", "reason": "r", "decision": "d"}]
                """);

        assertThat(names(result, Verdict.PASSED)).containsExactly("right", "intended");
        assertThat(names(result, Verdict.DEVIATES)).containsExactly("wrong", "disputed");
        assertThat(result.stale()).isEmpty();
    }

    @Test
    void aListedCaseThatPassesOrIsMissingIsStale() throws JsonProcessingException {
        Suite shipped = Vectors.suite("yarn/annotation");
        String passes = shipped.cases().get(0).name();

        SuiteResult result = run(shipped, """
                [{"suite": "yarn/annotation", "cases": ["%s", "nowhere"], "reason": "r", "decision": "d"}]
                """.formatted(passes));

        assertThat(result.stale()).containsExactlyInAnyOrder(passes, "nowhere");
    }

    @Test
    void aPatternExcusesNoCaseOfTheShippedRecordings() throws JsonProcessingException {
        Suite shipped = Vectors.suite("yarn/annotation");
        SuiteAdapter silent = new SuiteAdapter() {
            @Override
            public String suite() {
                return "yarn/annotation";
            }

            @Override
            public JsonNode run(JsonNode input) {
                throw new IllegalStateException("no answer");
            }
        };

        SuiteResult result = SuiteResult.run(
                shipped,
                silent,
                Deviations.of(Json.MAPPER.readTree(
                        "[{\"suite\": \"yarn/*\", \"name\": \"*\", \"reason\": \"r\", \"decision\": \"d\"}]")));

        assertThat(result.with(Verdict.FAILED)).hasSameSizeAs(shipped.cases());
    }
}
