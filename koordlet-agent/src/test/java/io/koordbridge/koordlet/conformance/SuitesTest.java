package io.koordbridge.koordlet.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.testkit.conformance.SuiteAdapter;
import io.koordbridge.testkit.conformance.Vectors;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

/** The suites that have to be there are listed in a file: one whose adapter or vectors got lost is missed. */
class SuitesTest {

    @Test
    void everyListedSuiteHasAnAdapterAndNoOtherHas() throws IOException {
        List<String> adapters = ServiceLoader.load(SuiteAdapter.class).stream()
                .map(provider -> provider.get().suite())
                .toList();

        assertThat(adapters).containsExactlyInAnyOrderElementsOf(listed());
    }

    @Test
    void everyListedSuiteHasVectors() throws IOException {
        assertThat(listed())
                .doesNotHaveDuplicates()
                .allSatisfy(suite -> assertThat(Vectors.suite(suite).cases()).isNotEmpty());
    }

    private static List<String> listed() throws IOException {
        try (InputStream in = SuitesTest.class.getResourceAsStream("/suites.txt")) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(name -> "koordlet/" + name)
                    .toList();
        }
    }
}
