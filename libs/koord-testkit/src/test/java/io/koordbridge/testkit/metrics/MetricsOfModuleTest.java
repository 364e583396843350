package io.koordbridge.testkit.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MetricsOfModuleTest {

    @Test
    void findsNamesInTheFirstColumnOnly(@TempDir Path directory) throws Exception {
        Path page = Files.writeString(directory.resolve("page.md"), """
                | metric | what |
                |---|---|
                | `koord_x_a`, `koord_x_b` | beside `koord_x_c` |
                | `koord_y_a` | other |
                and `koord_x_d`
                """);

        assertThat(MetricsOfModule.onPage(page, "koord_x_")).containsExactly("koord_x_a", "koord_x_b");
    }
}
