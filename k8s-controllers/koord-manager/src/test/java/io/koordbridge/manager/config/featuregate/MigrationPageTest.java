package io.koordbridge.manager.config.featuregate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The table of features in docs/guide/migration.md names each webhook with its default. */
class MigrationPageTest {

    private static final Path PAGE = Path.of("../../docs/guide/migration.md");
    private static final Pattern ROW = Pattern.compile("(?m)^\\|[^|]+\\|([^|]*Webhook`[^|]*)\\| (\\w+) \\|");
    private static final Pattern NAME = Pattern.compile("`(\\w+)`");

    @Test
    void namesEachWebhookWithItsDefault() throws IOException {
        Map<String, String> named = new HashMap<>();
        ROW.matcher(Files.readString(PAGE))
                .results()
                .forEach(row ->
                        NAME.matcher(row.group(1)).results().forEach(name -> named.put(name.group(1), row.group(2))));

        assertThat(named)
                .hasSizeGreaterThan(7)
                .containsExactlyInAnyOrderEntriesOf(Arrays.stream(Gate.values())
                        .filter(gate -> gate.wireName().endsWith("Webhook"))
                        .collect(Collectors.toMap(Gate::wireName, gate -> gate.isOnByDefault() ? "on" : "off")));
    }
}
