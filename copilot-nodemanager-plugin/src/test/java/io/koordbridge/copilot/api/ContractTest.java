package io.koordbridge.copilot.api;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.koordbridge.copilot.http.HttpExchanges;
import io.koordbridge.copilot.http.HttpResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Each file in src/test/resources/contract is one exchange on a NodeManager with the containers of {@link ContractNode}: what a client
 * sends, and all that it gets. Clients in other modules are tested against the same files.
 */
class ContractTest {
    private static final Path FILES = Path.of("src/test/resources/contract");
    private static final ObjectMapper MAPPER = new ObjectMapper();

    @TestFactory
    List<DynamicTest> answersAsTheContractSays() throws IOException {
        try (Stream<Path> files = Files.list(FILES)) {
            List<DynamicTest> tests = files.sorted()
                    .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> check(file)))
                    .toList();
            assertThat(tests).hasSizeGreaterThanOrEqualTo(15);
            return tests;
        }
    }

    private static void check(Path file) throws Exception {
        JsonNode exchange = MAPPER.readTree(file.toFile());
        JsonNode body = exchange.path("request");
        HttpResponse response = HttpExchanges.answer(
                new ContractNode().api(),
                exchange.path("method").asText(),
                exchange.path("path").asText(),
                body.isMissingNode() ? "" : body.toString());

        assertThat(response.status())
                .as(response.body())
                .isEqualTo(exchange.path("status").asInt());
        assertThatJson(response.body()).isEqualTo(exchange.path("response"));
    }
}
