package io.koordbridge.sloconfig.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.sloconfig.Field;
import io.koordbridge.sloconfig.ListSchema;
import io.koordbridge.sloconfig.MapSchema;
import io.koordbridge.sloconfig.ObjectSchema;
import io.koordbridge.sloconfig.Schema;
import io.koordbridge.sloconfig.catalog.CatalogKey;
import io.koordbridge.sloconfig.catalog.ConfigCatalog;
import io.koordbridge.sloconfig.damping.DampingSchemas;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReferencePageTest {

    private static final Path PAGE = Path.of("../../docs/reference/slo-controller-config.md");

    @Test
    void thePageInTheDocumentationIsTheOneOfTheShapes() throws IOException {
        assertThat(Files.readString(PAGE))
                .as("docs/reference/slo-controller-config.md is stale: run bin/config-reference")
                .isEqualTo(ReferencePage.markdown());
    }

    @Test
    void everyKeyAndEveryFieldIsExplained() {
        List<String> silent = new ArrayList<>();
        for (CatalogKey key : ConfigCatalog.KEYS) {
            assertThat(key.meaning()).as(key.key()).isNotBlank();
            collect(key.document().shape(), key.key(), silent);
        }
        collect(DampingSchemas.DOCUMENT, "extensions.damping", silent);

        assertThat(silent).as("fields without a meaning").isEmpty();
    }

    @Test
    void showsRangesDefaultsAndPairs() {
        assertThat(ReferencePage.markdown())
                .contains("| `degradeTimeMinutes` | int | `15` | > 0 | >= 1 |")
                .contains("| `resourceDiffThreshold` | number | `0.1` | > 0 | > 0, <= 1 |")
                .contains(
                        "| `memoryEvictThresholdPercent` | int | `70` |  | 0..100; > `memoryEvictLowerPercent` | koordlet |")
                .contains("| `cpuBurstPercent` | int | `1000` |")
                .contains("| `lsClass` | like `lsrClass` |");
    }

    private static void collect(Schema shape, String path, List<String> silent) {
        if (shape instanceof ObjectSchema object) {
            for (Field field : object.fields()) {
                String at = path + "." + field.name();
                if (field.meaning().isBlank()) {
                    silent.add(at);
                }
                collect(field.shape(), at, silent);
            }
        } else if (shape instanceof ListSchema list) {
            collect(list.element(), path + "[]", silent);
        } else if (shape instanceof MapSchema map) {
            collect(map.value(), path + ".*", silent);
        }
    }
}
