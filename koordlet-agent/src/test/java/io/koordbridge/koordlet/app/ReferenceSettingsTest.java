package io.koordbridge.koordlet.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.koordbridge.frame.reference.Setting;
import io.koordbridge.frame.reference.Settings;
import io.koordbridge.koordlet.gate.ReferenceSettings;
import io.koordbridge.koordlet.gate.ReferenceSettings.Form;
import io.koordbridge.koordlet.gate.ReferenceSettings.Translation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.sourceforge.argparse4j.inf.ArgumentParserException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Flags of the reference against the keys that they set. */
class ReferenceSettingsTest {

    private static final Path PAGE = Path.of("../docs/guide/migration.md");
    private static final Map<String, Setting> KEYS =
            Settings.of(KoordletConfig.DEFAULT).stream().collect(Collectors.toMap(Setting::key, Function.identity()));

    @TempDir
    private Path temp;

    static Stream<Translation> translations() {
        return ReferenceSettings.ALL.stream();
    }

    @ParameterizedTest
    @MethodSource("translations")
    void aFlagHasTheRangeOfItsKey(Translation translation) {
        if (translation.form() == Form.ADDRESS) {
            assertThat(KEYS).containsKeys("admin.bind", "admin.port");
            return;
        }
        assertThat(KEYS).containsKey(translation.key());
        if (translation.highest() > 0) {
            String[] range = KEYS.get(translation.key()).allowed().split("\\.\\.");
            assertThat(translation.lowest() * translation.unit()).isGreaterThanOrEqualTo(Long.parseLong(range[0]));
            assertThat((translation.lowest() - 1) * translation.unit()).isLessThan(Long.parseLong(range[0]));
            assertThat(translation.highest() * translation.unit()).isEqualTo(Long.parseLong(range[1]));
        }
    }

    @ParameterizedTest
    @MethodSource("translations")
    void theGuideNamesEachWithItsKey(Translation translation) throws IOException {
        String key = translation.form() == Form.ADDRESS ? "admin.bind`, `admin.port" : translation.key();

        assertThat(Files.readString(PAGE)).contains("\n| `" + translation.flag() + "` | `" + key + "` | ");
    }

    private KoordletConfig read(String file, String... flags) throws IOException, ArgumentParserException {
        KoordletFlags parsed = KoordletFlags.parse(KoordletFlags.parser(), flags, null);
        Path path = file.isEmpty() ? null : Files.writeString(temp.resolve("koordlet.yaml"), file);
        return parsed.over(ConfigReader.read(path, parsed.settings()));
    }

    @Test
    void aFlagWinsOverTheFileAndLeavesItsNeighbours() throws IOException, ArgumentParserException {
        KoordletConfig config = read(
                "evict: {cpuCoolSeconds: 5, memoryCoolSeconds: 6}\nreport:\n",
                "--cpu-evict-cool-time-seconds=7",
                "--model-expiration-duration=1h",
                "--addr=127.0.0.1:9",
                "--admin-port=10");

        assertThat(config.evict().cpuCoolSeconds()).isEqualTo(7);
        assertThat(config.evict().memoryCoolSeconds()).isEqualTo(6);
        assertThat(config.report().prediction().expirySeconds()).isEqualTo(3600);
        assertThat(config.admin()).isEqualTo(new KoordletConfig.Admin("127.0.0.1", 10, false));
    }

    @Test
    void flagsAreEnoughWithoutAFile() throws IOException, ArgumentParserException {
        assertThat(read("", "--audit-max-disk-space-mb=32").audit().maxBytes()).isEqualTo(32L << 20);
        assertThat(read("")).isEqualTo(KoordletConfig.DEFAULT);
    }

    @Test
    void aFileThatIsNotInOrderIsRefusedAllTheSame() {
        for (String file : List.of("- a", "evict: 5", "evict: {cpuCool: 5}")) {
            assertThatThrownBy(() -> read(file, "--cpu-evict-cool-time-seconds=7"))
                    .as(file)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("koordlet.yaml");
        }
    }
}
