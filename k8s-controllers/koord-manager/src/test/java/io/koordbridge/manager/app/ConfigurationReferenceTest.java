package io.koordbridge.manager.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.frame.reference.ConfigurationPage;
import io.koordbridge.frame.reference.ShippedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ConfigurationReferenceTest {

    private static final Path PAGE = Path.of("../../docs/reference/koord-manager.md");
    private static final Path SHIPPED = Path.of("src/main/dist/conf/koord-manager.yaml");

    @Test
    void thePageInTheDocumentationIsTheOneOfTheConfiguration() throws IOException {
        assertThat(Files.readString(PAGE))
                .as("docs/reference/koord-manager.md is stale: run bin/config-reference")
                .isEqualTo(ConfigurationPage.markdown("koord-manager", new ManagerConfiguration()));
    }

    @Test
    void theShippedFileNamesEveryKeyWithItsDefault() throws IOException {
        assertThat(ShippedFile.differences(SHIPPED, ManagerConfiguration.class, new ManagerConfiguration()))
                .isEmpty();
    }
}
