package io.koordbridge.sloconfig.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.sloconfig.ConfigDocument;
import io.koordbridge.sloconfig.ConfigDocument.Layout;
import io.koordbridge.sloconfig.ObjectSchema;
import io.koordbridge.sloconfig.nodeslo.NodeSloExtension;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ConfigCatalogTest {

    @Test
    void namesEachKeyOnce() {
        assertThat(ConfigCatalog.KEYS).extracting(CatalogKey::key).doesNotHaveDuplicates();
        assertThat(ConfigCatalog.find("no-config")).isEmpty();
        assertThat(ConfigCatalog.find("system-config"))
                .hasValueSatisfying(key -> assertThat(key.checkedAtAdmission()).isTrue());
    }

    @Test
    void holdsTheKeysOfExtensionsWithTheirMeaning() {
        NodeSloExtension extension = new NodeSloExtension() {
            @Override
            public String name() {
                return "cacheWarmer";
            }

            @Override
            public ConfigDocument document() {
                return new ConfigDocument("cache-warmer-config", Layout.TOP_LEVEL, ObjectSchema.of(), "{}");
            }

            @Override
            public String meaning() {
                return "how many files the agent warms";
            }

            @Override
            public Optional<JsonNode> value(
                    ObjectNode strategy, Map<String, String> labels, Map<String, String> annotations) {
                return Optional.empty();
            }
        };

        List<CatalogKey> keys = ConfigCatalog.with(List.of(extension));

        assertThat(keys).startsWith(ConfigCatalog.KEYS.toArray(CatalogKey[]::new));
        assertThat(keys.get(keys.size() - 1).key()).isEqualTo("cache-warmer-config");
        assertThat(keys.get(keys.size() - 1).meaning()).isEqualTo("how many files the agent warms");
    }
}
