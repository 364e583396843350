package io.koordbridge.koordlet.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The table of features in docs/guide/migration.md says of each gate what the code does with it. */
class MigrationPageTest {

    private static final Path PAGE = Path.of("../docs/guide/migration.md");
    private static final String HEAD = "| Koordinator feature | gate | here | what to do |";
    private static final Pattern NAME = Pattern.compile("`(\\w+)`");
    /** Known and refused with a reason, which is as good as not implemented to those who used it. */
    private static final Gate REFUSED = Gate.CORE_SCHED;

    private final Map<String, String> hereByGate = new LinkedHashMap<>();
    private List<String> features;
    private String page;

    @BeforeEach
    void read() throws IOException {
        page = Files.readString(PAGE);
        List<String[]> rows = page.lines()
                .dropWhile(line -> !line.equals(HEAD))
                .skip(2)
                .takeWhile(line -> line.startsWith("|"))
                .map(line -> line.split("\\|", -1))
                .toList();
        features = rows.stream().map(row -> row[1].strip()).toList();
        for (String[] row : rows) {
            NAME.matcher(row[2])
                    .results()
                    .map(match -> match.group(1))
                    .filter(gate -> !gate.endsWith("Webhook"))
                    .forEach(gate -> assertThat(hereByGate.put(gate, row[3].strip()))
                            .as("once: " + gate)
                            .isNull());
        }
    }

    @Test
    void namesEachGateOfTheAgentAndWhatTheCodeDoes() {
        assertThat(hereByGate)
                .containsExactlyInAnyOrderEntriesOf(Arrays.stream(Gate.values())
                        .collect(Collectors.toMap(Gate::wireName, MigrationPageTest::here)));
    }

    private static String here(Gate gate) {
        if (gate.meaning().isEmpty() || gate == REFUSED) {
            return "no";
        }
        return gate.isOnByDefault() ? "on" : "off";
    }

    @Test
    void namesFeaturesWithoutAGate() {
        assertThat(features)
                .contains(
                        "host-application QoS",
                        "NRI and runtime hooks, runtime proxy",
                        "koord-descheduler",
                        "PodMigrationJob");
    }

    @Test
    void validatesTheConfigurationBeforeItIsSwitchedOff() {
        int kept = page.indexOf("\n1. Keep the configuration");
        int validated = page.indexOf("colo config validate --gates");
        int lifted = page.indexOf("\"enable\": false");

        assertThat(List.of(0, kept, validated, lifted)).isSorted().doesNotHaveDuplicates();
        assertThat(page.substring(kept, validated)).contains("\n2. ").doesNotContain("\n3. ");
    }
}
