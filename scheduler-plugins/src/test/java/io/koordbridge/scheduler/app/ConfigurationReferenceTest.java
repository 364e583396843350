package io.koordbridge.scheduler.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.frame.reference.ConfigurationPage;
import io.koordbridge.frame.reference.ShippedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ConfigurationReferenceTest {

    private static final Path PAGE = Path.of("../docs/reference/koord-scheduler.md");
    private static final Path SHIPPED = Path.of("src/main/dist/conf/koord-scheduler.yaml");

    @Test
    void thePageInTheDocumentationIsTheOneOfTheConfiguration() throws IOException {
        assertThat(Files.readString(PAGE))
                .as("docs/reference/koord-scheduler.md is stale: run bin/config-reference")
                .isEqualTo(ConfigurationPage.markdown("koord-scheduler", new SchedulerConfiguration()));
    }

    @Test
    void theShippedFileNamesEveryKeyWithItsDefault() throws IOException {
        assertThat(ShippedFile.differences(SHIPPED, SchedulerConfiguration.class, new SchedulerConfiguration()))
                .isEmpty();
    }
}
