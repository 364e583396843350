package io.koordbridge.colo.preflight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VersionsTest {

    @ParameterizedTest
    @CsvSource({"v1.30.0, OK", "v1.35.4+k3s1, OK", "v1.29.9, FAIL", "v2.0.0, WARN", "nothing, WARN"})
    void refusesAServerThatIsTooOld(String version, Level level) {
        assertThat(Versions.server(version).level()).isEqualTo(level);
    }

    @Test
    void wantsWhatTheChartWants() throws Exception {
        assertThat(Files.readString(Path.of("../../charts/koord-bridge/Chart.yaml")))
                .contains("kubeVersion: \">=1." + Versions.OLDEST_MINOR + ".0-0\"");
    }

    @ParameterizedTest
    @CsvSource({"v1.33.1, OK", "v1.32.0, OK", "v1.34.0, FAIL", "v1.31.0, FAIL", "latest, WARN"})
    void refusesASchedulerOutsideTheSupportedSkew(String scheduler, Level level) {
        assertThat(Versions.scheduler("v1.33.0", scheduler))
                .singleElement()
                .extracting(Finding::level)
                .isEqualTo(level);
    }

    @Test
    void saysNothingOfASchedulerThatIsNotThere() {
        assertThat(Versions.scheduler("v1.33.0", null)).isEmpty();
    }

    @Test
    void countsPodsThatAreReady() {
        List<Finding> found = Versions.workloads(List.of(
                new Workload("koord-manager", 2, 2, "0.1.0"),
                new Workload("yarn-operator", 2, 1, "0.1.0"),
                new Workload("koordlet", 0, 0, "0.1.0"),
                new Workload("koord-scheduler", null, 0, "")));

        assertThat(found)
                .extracting(Finding::check, Finding::level)
                .containsExactly(
                        tuple("koord-manager", Level.OK),
                        tuple("yarn-operator", Level.FAIL),
                        tuple("koordlet", Level.FAIL),
                        tuple("koord-scheduler", Level.WARN),
                        tuple("Koord Bridge", Level.OK));
        assertThat(found.get(1).detail()).isEqualTo("1 of 2 pods ready");
    }

    @Test
    void warnsOfAnUpgradeThatIsNotFinished() {
        List<Finding> found = Versions.workloads(
                List.of(new Workload("koord-manager", 1, 1, "0.2.0"), new Workload("koordlet", 1, 1, "0.1.0")));

        assertThat(found).last().satisfies(each -> {
            assertThat(each.level()).isEqualTo(Level.WARN);
            assertThat(each.detail()).isEqualTo("several: 0.1.0, 0.2.0");
        });
    }
}
