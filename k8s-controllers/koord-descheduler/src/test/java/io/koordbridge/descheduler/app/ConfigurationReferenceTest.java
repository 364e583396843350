package io.koordbridge.descheduler.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.frame.reference.ConfigurationPage;
import io.koordbridge.frame.reference.ShippedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ConfigurationReferenceTest {

    private static final Path PAGE = Path.of("../../docs/reference/koord-descheduler.md");
    private static final Path SHIPPED = Path.of("src/main/dist/conf/koord-descheduler.yaml");

    @Test
    void thePageInTheDocumentationIsTheOneOfTheConfiguration() throws IOException {
        assertThat(Files.readString(PAGE))
                .as("docs/reference/koord-descheduler.md is stale: run bin/config-reference")
                .isEqualTo(ConfigurationPage.markdown("koord-descheduler", new DeschedulerProcessConfiguration()));
    }

    @Test
    void theShippedFileNamesEveryKeyWithItsDefault() throws IOException {
        DeschedulerProcessConfiguration defaults = new DeschedulerProcessConfiguration();

        assertThat(ShippedFile.differences(SHIPPED, DeschedulerProcessConfiguration.class, defaults))
                .singleElement()
                .asString()
                .as("the one section whose content is Koordinator's, not a default of ours")
                .startsWith("descheduler is {\"apiVersion\":\"descheduler/v1alpha2\"")
                .endsWith("its default is {}");
    }
}
