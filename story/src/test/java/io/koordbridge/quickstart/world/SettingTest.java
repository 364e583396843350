package io.koordbridge.quickstart.world;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.lab.process.ProjectLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SettingTest {

    private static final List<Setting> ALL = Setting.of(new Machine(2, 24L << 30, true));

    @Test
    void theNamedDefaultsAreThoseOfTheReference() throws IOException {
        for (Setting setting : ALL) {
            assertThat(documented(setting))
                    .as("%s %s", setting.where(), setting.key())
                    .contains(setting.shipped());
        }
    }

    @Test
    void everySettingDiffersFromItsDefault() {
        assertThat(ALL).noneMatch(one -> one.value().equals(one.shipped()));
    }

    @Test
    void keysBecomeNestedSections() {
        assertThat(Setting.yaml(ALL, Setting.OPERATOR))
                .startsWith("""
                lease:
                  vcoreRatio: 8
                  minVcores: 2
                """)
                .contains("""
                  hysteresis:
                    vcores: 2
                """)
                .contains("""
                  times:
                    growInterval: 10s
                """);
        assertThat(Setting.json(ALL, Setting.THRESHOLD))
                .startsWith("{\"enable\": true, \"cpuSuppressPolicy\": \"cfsQuota\"");
    }

    @Test
    void peopleReadOneLineForEachPlace() {
        assertThat(Setting.lines(ALL))
                .hasSize(4)
                .first()
                .asString()
                .startsWith("koordlet: report.minIntervalSeconds 2 (30), report.minAggregateSeconds 5 (60)");
    }

    private static Optional<String> documented(Setting setting) throws IOException {
        boolean process = Files.exists(page(setting.where()));
        String text = Files.readString(page(process ? setting.where() : "slo-controller-config"));
        String section = process ? text : text.substring(text.indexOf("\n## " + setting.where() + "\n"));
        return section.lines()
                .filter(line -> line.startsWith("| `" + setting.key() + "` |"))
                .findFirst()
                .map(line -> line.split("\\|")[3].strip().replaceAll("[`\"]", ""))
                .map(value -> value.isEmpty() ? "none" : value);
    }

    private static Path page(String name) {
        return ProjectLayout.find().root().resolve("docs/reference").resolve(name + ".md");
    }
}
