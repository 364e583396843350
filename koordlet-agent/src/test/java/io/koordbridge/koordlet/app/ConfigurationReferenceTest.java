package io.koordbridge.koordlet.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.koordbridge.api.slo.CpuBurstStrategy;
import io.koordbridge.api.slo.HostApplication;
import io.koordbridge.api.slo.ResourceQosStrategy;
import io.koordbridge.api.slo.ResourceThresholdStrategy;
import io.koordbridge.api.slo.SystemStrategy;
import io.koordbridge.frame.reference.Setting;
import io.koordbridge.frame.reference.Settings;
import io.koordbridge.frame.reference.ShippedFile;
import io.koordbridge.sloconfig.catalog.Actor;
import io.koordbridge.sloconfig.nodeslo.SloKey;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ConfigurationReferenceTest {

    private static final Path PAGE = Path.of("../docs/reference/koordlet.md");
    private static final Path SHIPPED = Path.of("src/main/dist/conf/koordlet.yaml");
    private static final Pattern RANGE = Pattern.compile("(\\d+)\\.\\.(\\d+)");

    @TempDir
    private Path directory;

    @Test
    void thePageInTheDocumentationIsTheOneOfTheConfiguration() throws IOException {
        assertThat(Files.readString(PAGE))
                .as("docs/reference/koordlet.md is stale: run bin/config-reference")
                .isEqualTo(ConfigurationReference.markdown());
    }

    @Test
    void theShippedFileNamesEveryKeyWithItsDefault() throws IOException {
        assertThat(ConfigReader.read(SHIPPED)).isEqualTo(KoordletConfig.DEFAULT);
        assertThat(ShippedFile.differences(SHIPPED, KoordletConfig.class, KoordletConfig.DEFAULT))
                .isEmpty();
    }

    /** Otherwise change {@link Actor}, and run bin/config-reference. */
    @Test
    void thePageOfTheConfigMapSaysWhichFieldsTheAgentActsOn() {
        Set<String> read = new ClassFileImporter()
                        .withImportOption(new ImportOption.DoNotIncludeTests())
                        .importPackages("io.koordbridge.koordlet")
                        .stream()
                        .flatMap(one -> one.getCodeUnitAccessesFromSelf().stream())
                        .map(call -> call.getTargetOwner().getFullName() + "."
                                + call.getTarget().getName())
                        .collect(Collectors.toSet());
        Map<SloKey, Class<?>> shapes = Map.of(
                SloKey.THRESHOLD, ResourceThresholdStrategy.class,
                SloKey.QOS, ResourceQosStrategy.class,
                SloKey.BURST, CpuBurstStrategy.class,
                SloKey.SYSTEM, SystemStrategy.class,
                SloKey.HOST_APPLICATIONS, HostApplication.class);

        shapes.forEach((key, shape) -> {
            String before = key == SloKey.HOST_APPLICATIONS ? "applications[]." : "";
            for (RecordComponent field : shape.getRecordComponents()) {
                assertThat(Actor.of(key.key(), before + field.getName()) == Actor.AGENT)
                        .as("koordlet acts on %s of %s", field.getName(), key.key())
                        .isEqualTo(read.contains(shape.getName() + "." + field.getName()));
            }
        });
    }

    @ParameterizedTest
    @MethodSource("numbers")
    void aNumberHasTheRangeThatThePageNames(Setting setting) throws IOException {
        Matcher range = RANGE.matcher(setting.allowed());
        assertThat(range.matches())
                .as("%s: '%s'", setting.key(), setting.allowed())
                .isTrue();
        long lowest = Long.parseLong(range.group(1));
        long highest = Long.parseLong(range.group(2));

        for (long outside : List.of(lowest - 1, highest + 1)) {
            if (outside != 0) {
                assertThatThrownBy(() -> read(setting.key(), outside))
                        .hasMessageContaining(setting.key() + " = " + outside + ": want " + lowest + " to " + highest);
            }
        }
        assertThat(shown(read(setting.key(), lowest), setting.key())).isEqualTo(String.valueOf(lowest));
        assertThat(shown(read(setting.key(), highest), setting.key())).isEqualTo(String.valueOf(highest));
    }

    static Stream<Setting> numbers() {
        return Settings.of(KoordletConfig.DEFAULT).stream()
                .filter(setting -> setting.type().equals("int"));
    }

    private KoordletConfig read(String key, long value) throws IOException {
        String[] names = key.split("\\.");
        // Looks are never further apart than samples.
        String apart = key.equals("collect.surgeLookMillis") ? ", intervalMillis: 10000" : "";
        String document = names[names.length - 1] + ": " + value + apart;
        for (int i = names.length - 2; i >= 0; i--) {
            document = names[i] + ": {" + document + "}";
        }
        // A window holds two samples, or it is refused for that.
        String fitting = key.equals("report.minAggregateSeconds") ? "\ncollect: {intervalMillis: 200}" : "";
        String wide = key.equals("collect.intervalMillis") ? "\nreport: {minAggregateSeconds: 3600}" : "";
        return ConfigReader.read(Files.writeString(directory.resolve("koordlet.yaml"), document + fitting + wide));
    }

    private static String shown(KoordletConfig config, String key) {
        return Settings.of(config).stream()
                .filter(setting -> setting.key().equals(key))
                .findFirst()
                .orElseThrow()
                .defaultText();
    }
}
