package io.koordbridge.koordlet.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.koordbridge.koordlet.audit.AuditConfig;
import io.koordbridge.koordlet.collect.CollectConfig;
import io.koordbridge.koordlet.evict.EvictConfig;
import io.koordbridge.koordlet.kubelet.KubeletConfig;
import io.koordbridge.koordlet.prediction.PredictionConfig;
import io.koordbridge.koordlet.qos.batchresource.BatchResourceConfig;
import io.koordbridge.koordlet.qos.memory.MemoryConfig;
import io.koordbridge.koordlet.qos.suppress.SuppressConfig;
import io.koordbridge.koordlet.report.ReportConfig;
import io.koordbridge.koordlet.report.online.OnlineConfig;
import io.koordbridge.koordlet.tier.TierConfig;
import io.koordbridge.koordlet.yarn.YarnConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigReaderTest {

    @TempDir
    private Path temp;

    private KoordletConfig read(String text) throws IOException {
        return ConfigReader.read(Files.writeString(temp.resolve("koordlet.yaml"), text));
    }

    @Test
    void anEmptyFileMeansTheDefaults() throws IOException {
        assertThat(read("")).isEqualTo(KoordletConfig.DEFAULT);
        assertThat(KoordletConfig.DEFAULT.collect().interval()).isEqualTo(Duration.ofSeconds(1));
        assertThat(KoordletConfig.DEFAULT.report().minIntervalSeconds()).isEqualTo(30);
        assertThat(KoordletConfig.DEFAULT.report().surge().settings().enabled()).isTrue();
        assertThat(KoordletConfig.DEFAULT.admin().port()).isEqualTo(9316);
    }

    @Test
    void everyKeyIsRead() throws IOException {
        KoordletConfig config = read("""
            nodeName: n
            kubernetes: {kubeconfig: /k, apiServer: "http://a", requestTimeoutSeconds: 3}
            roots: {cgroup: /c, proc: /p, sys: /s}
            observeOnly: true
            collect: {intervalMillis: 500, surgeLookMillis: 200, storeMaxBytes: 1000000, podRetentionSeconds: 120, pressureIntervalSeconds: 5, cpiIntervalSeconds: 30, cpiWindowSeconds: 7}
            report:
              enabled: false
              minIntervalSeconds: 2
              minAggregateSeconds: 5
              surge: {enabled: false, percent: 7, milliCpu: 50, windowSeconds: 4, fallGapSeconds: 9}
              online: {enabled: false, windowSeconds: 600, forecast: false, forecastSeconds: 900}
            featureGates: {BatchResource: false}
            suppress: {enabled: false, requireNodeTopology: true, beCpuManager: true, recoverWithoutNodeSlo: false, pressure: {percent: 20, stepMilliCpu: 500}}
            batchResource: {enabled: false}
            evict: {memoryCoolSeconds: 3, cpuCoolSeconds: 7}
            memory: {followOnline: true, belowEvictionPercent: 6, floorPercent: 4, pressurePercent: 20}
            tier: {create: false, driver: systemd, cgroupRoot: /kubelet, removeOnExit: true}
            yarn: {socketDirectory: /y, leaseDirectory: /l, pollSeconds: 4, userId: 65531, daemonFirst: false}
            audit: {directory: /a, maxBytes: 5000}
            admin: {bind: 0.0.0.0, port: 1}
            """);

        assertThat(config)
                .isEqualTo(new KoordletConfig(
                        "n",
                        new KoordletConfig.Kubernetes("/k", "http://a", 3, KubeletConfig.DEFAULT),
                        new KoordletConfig.Roots("/c", "/p", "/s"),
                        true,
                        new CollectConfig(500, 200, 1_000_000, 120, 5, 30, 7),
                        new ReportConfig(
                                false,
                                2,
                                5,
                                new ReportConfig.Surge(false, 7, 50, 4, 9),
                                PredictionConfig.DEFAULT,
                                new OnlineConfig(false, 600, false, 900)),
                        Map.of("BatchResource", false),
                        new SuppressConfig(false, true, true, false, new SuppressConfig.Pressure(20, 500)),
                        new BatchResourceConfig(false),
                        new EvictConfig(3, 7),
                        new MemoryConfig(true, 6, 4, 20),
                        new TierConfig(false, "systemd", "/kubelet", TierConfig.DEFAULT.kubeletConfig(), true),
                        new YarnConfig("/y", "/l", 4, 65531, false),
                        new AuditConfig("/a", 5_000),
                        new KoordletConfig.Admin("0.0.0.0", 1, false)));
    }

    @Test
    void anUnknownKeyIsRefusedWithTheNearestKnownOne() {
        assertThatThrownBy(() -> read("report: {minIntervalSecond: 5}"))
                .hasMessageContaining("report.minIntervalSecond: unknown key, did you mean 'minIntervalSeconds'?");
    }

    @Test
    void aValueOutOfRangeIsRefusedWithKeyValueAndRange() {
        assertThatThrownBy(() -> read("collect: {intervalMillis: 5}"))
                .hasMessageContaining("collect.intervalMillis = 5: want 200 to 10000");
        assertThatThrownBy(() -> read("tier: {driver: docker}"))
                .hasMessageContaining("tier.driver = 'docker': want auto, cgroupfs or systemd");
        assertThatThrownBy(() -> read("tier: {cgroupRoot: /a/../b}"))
                .hasMessageContaining(
                        "tier.cgroupRoot = '/a/../b': want auto, or a path of plain names such as /kubelet");
    }

    @Test
    void aWindowThatHoldsNoTwoSamplesIsRefused() throws IOException {
        assertThatThrownBy(() -> read("report: {minAggregateSeconds: 1}"))
                .hasMessageContaining(
                        "report.minAggregateSeconds = 1: want 2 to 3600, at least twice collect.intervalMillis = 1000");
        assertThatThrownBy(() -> read("{report: {minAggregateSeconds: 9}, collect: {intervalMillis: 5000}}"))
                .hasMessageContaining("report.minAggregateSeconds = 9: want 10 to 3600");

        KoordletConfig quick = read("{report: {minAggregateSeconds: 1}, collect: {intervalMillis: 500}}");
        assertThat(quick.report().bounds(quick.collect()).window()).isEqualTo(Duration.ofSeconds(1));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "collect: {intervalMillis: abc} | collect.intervalMillis = \"abc\", allowed: a whole number of 32 bits",
                "collect: {intervalMillis: 1000.5} | collect.intervalMillis = 1000.5, allowed: a whole number of 32"
                        + " bits",
                "collect: [] | collect = [], allowed: an object",
                "hello | it = \"hello\", allowed: an object",
                "tier: {driver: [a]} | tier.driver = [\"a\"], allowed: a text",
                "report: {enabled: 7} | report.enabled = 7, allowed: true or false",
                "observeOnly: maybe | observeOnly = \"maybe\", allowed: true or false",
                "collect: {intervalMillis: 1, intervalMillis: 2} | line 1: Duplicate field 'intervalMillis'",
                "kubernetes: {requestTimeoutSeconds: 301} | kubernetes.requestTimeoutSeconds = 301: want 1 to 300",
                "roots: {cgroup: ''} | roots.cgroup = '': want a text that is not empty",
                "yarn: {leaseDirectory: ''} | yarn.leaseDirectory = '': want a text that is not empty",
                "admin: {bind: ' '} | admin.bind = ' ': want a text that is not empty",
                "collect: {surgeLookMillis: 2000} | collect.surgeLookMillis = 2000: want 100 to 1000, at most"
                        + " collect.intervalMillis",
            })
    void whatIsWrongIsNamedWithItsKeyAndWhatIsAllowed(String text, String problem) {
        assertThatThrownBy(() -> read(text)).hasMessage(temp.resolve("koordlet.yaml") + ": " + problem);
    }

    @Test
    void aSecondDocumentIsRefused() {
        assertThatThrownBy(() -> read("nodeName: a\n---\nnodeName: b\n"))
                .hasMessageEndingWith("want one document, there is a second one");
    }

    @Test
    void looksAreNeverFurtherApartThanSamples() throws IOException {
        assertThat(read("collect: {intervalMillis: 200}").collect().surgeLookMillis())
                .isEqualTo(200);
    }
}
