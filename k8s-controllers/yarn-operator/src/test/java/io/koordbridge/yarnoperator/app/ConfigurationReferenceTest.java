package io.koordbridge.yarnoperator.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.frame.reference.ConfigurationPage;
import io.koordbridge.frame.reference.ShippedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ConfigurationReferenceTest {

    private static final Path PAGE = Path.of("../../docs/reference/yarn-operator.md");
    private static final Path SHIPPED = Path.of("src/main/dist/conf/yarn-operator.yaml");

    @Test
    void thePageInTheDocumentationIsTheOneOfTheConfiguration() throws IOException {
        assertThat(Files.readString(PAGE))
                .as("docs/reference/yarn-operator.md is stale: run bin/config-reference")
                .isEqualTo(ConfigurationPage.markdown("yarn-operator", new YarnOperatorConfiguration()));
    }

    @Test
    void theShippedFileNamesEveryKeyWithItsDefault() throws IOException {
        assertThat(ShippedFile.differences(SHIPPED, YarnOperatorConfiguration.class, new YarnOperatorConfiguration()))
                .isEmpty();
    }
}
