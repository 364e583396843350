package io.koordbridge.it.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.koordbridge.lab.process.ChildProcess;
import io.koordbridge.lab.process.JavaCommand;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The executables read the configuration files that the chart writes. */
class ConfigurationFilesIT {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    /** Component, module, main class, the flag that ends it after reading, exit code for a bad file. */
    private static final String EXECUTABLES = """
            koord-manager, k8s-controllers/koord-manager, io.koordbridge.manager.app.ManagerMain, --check-config, 1
            yarn-operator, k8s-controllers/yarn-operator, io.koordbridge.yarnoperator.app.YarnOperatorMain, --check-config, 1
            koord-descheduler, k8s-controllers/koord-descheduler, io.koordbridge.descheduler.app.DeschedulerMain, --check-config, 1
            koord-scheduler, scheduler-plugins, io.koordbridge.scheduler.app.SchedulerMain, --check-config, 1
            koordlet, koordlet-agent, io.koordbridge.koordlet.app.KoordletMain, --preflight, 2
            """;

    @TempDir
    private Path temp;

    @ParameterizedTest(name = "{0}")
    @CsvSource(textBlock = EXECUTABLES)
    void areUnderstood(String component, String module, String mainClass, String flag, int badFile) throws Exception {
        for (Path values : List.of(Chart.DEFAULTS, Chart.allOptions())) {
            JavaCommand command = Executables.command(component, module, mainClass);

            try (ChildProcess check = check(command, flag, configuration(component, values))) {
                assertThat(check.exitCode().orElseThrow()).as(check.logTail(20)).isNotEqualTo(badFile);
            }
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(textBlock = EXECUTABLES)
    void areRefusedWithAKeyThatDoesNotExist(String component, String module, String mainClass, String flag, int badFile)
            throws Exception {
        JavaCommand command = Executables.command(component, module, mainClass);
        String broken = configuration(component, Chart.DEFAULTS) + "\nnoSuchKey: 1\n";

        try (ChildProcess check = check(command, flag, broken)) {
            assertThat(check.exitCode().orElseThrow()).isEqualTo(badFile);
            assertThat(check.logTail(20)).contains("noSuchKey");
        }
    }

    private static String configuration(String component, Path values) {
        Chart chart = new Chart();
        List<HasMetadata> release =
                values.equals(Chart.DEFAULTS) ? chart.renderWith(Chart.DESCHEDULER) : chart.render(values);
        return Rendered.named(release, ConfigMap.class, component + "-config")
                .getData()
                .get("config.yaml");
    }

    /** Runs until the file is read and judged. */
    private ChildProcess check(JavaCommand command, String flag, String configuration) throws Exception {
        Path file = Files.writeString(temp.resolve("config.yaml"), configuration);
        ChildProcess check = command.arguments(List.of(flag, "--config", file.toString()))
                .start(temp, Files.createTempFile(temp, "check", ".log"));
        assertThat(check.awaitExit(PATIENCE)).as(check.logTail(20)).isTrue();
        return check;
    }
}
