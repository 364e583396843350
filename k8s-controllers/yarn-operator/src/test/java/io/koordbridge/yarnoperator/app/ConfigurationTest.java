package io.koordbridge.yarnoperator.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dropwizard.configuration.ConfigurationException;
import io.dropwizard.configuration.ConfigurationFactory;
import io.dropwizard.configuration.DefaultConfigurationFactoryFactory;
import io.dropwizard.configuration.EnvironmentVariableSubstitutor;
import io.dropwizard.configuration.FileConfigurationSourceProvider;
import io.dropwizard.configuration.SubstitutingSourceProvider;
import io.dropwizard.jackson.Jackson;
import io.dropwizard.jersey.validation.Validators;
import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.policy.lease.SharePolicy;
import io.koordbridge.yarnoperator.largest.LargestConfig;
import io.koordbridge.yarnoperator.lease.LeaseConfig;
import io.koordbridge.yarnoperator.lease.ProtocolTimes;
import io.koordbridge.yarnoperator.resourcemanager.HadoopLogin;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigurationTest {

    private static final ConfigurationFactory<YarnOperatorConfiguration> FACTORY =
            new DefaultConfigurationFactoryFactory<YarnOperatorConfiguration>()
                    .create(
                            YarnOperatorConfiguration.class,
                            Validators.newValidator(),
                            Jackson.newObjectMapper(),
                            "unused");

    private static YarnOperatorConfiguration read(String yaml) throws IOException, ConfigurationException {
        return FACTORY.build(path -> new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)), "text");
    }

    @Test
    void shippedFileHoldsTheDefaults() throws Exception {
        YarnOperatorConfiguration shipped = FACTORY.build(
                new SubstitutingSourceProvider(
                        new FileConfigurationSourceProvider(), new EnvironmentVariableSubstitutor(false)),
                "src/main/dist/conf/yarn-operator.yaml");

        assertThat(settings(shipped)).isEqualTo(settings(new YarnOperatorConfiguration()));
        assertThat(shipped.hadoop().login()).isEqualTo(HadoopLogin.PROCESS_USER);
        assertThat(shipped.hadoop().pollInterval()).isEqualTo(Duration.ofSeconds(5));
        assertThat(shipped.hadoop().pollIntervalWhileChanging()).isEqualTo(Duration.ofSeconds(1));
        assertThat(shipped.lease().newLeaderHoldOff()).isEqualTo(Duration.ofSeconds(15));
    }

    @Test
    void defaultsAreTheProtocolsOwn() {
        LeaseConfig settings = new YarnOperatorConfiguration().lease().settings();

        assertThat(settings.planner()).isEqualTo(LeaseConfig.DEFAULT.planner());
        assertThat(settings.hysteresis()).isEqualTo(LeaseConfig.DEFAULT.hysteresis());
        assertThat(settings.times()).isEqualTo(ProtocolTimes.DEFAULT);
        assertThat(new YarnOperatorConfiguration().lease().keepLargest()).isEqualTo(LargestConfig.DEFAULT);
    }

    private static String settings(YarnOperatorConfiguration config) {
        LeaseConfig settings = config.lease().settings();
        return settings.planner() + " " + settings.hysteresis() + " " + settings.times() + " "
                + settings.conversion().toYarn(new BatchAmount(1_500, 1_500_000));
    }

    @Test
    void everyKeyReachesItsPlace() throws Exception {
        YarnOperatorConfiguration config = read("""
            hadoop: {confDir: /c, pollInterval: 3s, principal: p, keytab: /k, zooKeeperAuth: /z}
            lease:
              policy: pods-first
              share: 0.1
              weight: 0.2
              maxShare: 0.9
              minVcores: 2
              minMB: 512
              keepLargest: {nodes: 3, vcores: 4, memoryMB: 8192}
              headroomMilliCpu: 700
              headroomMB: 3
              vcoreRatio: 2
              memoryRatio: 0.5
              hysteresis: {vcores: 4, memoryMB: 5, percent: 6, anyGrowAfter: 7s}
              times: {drain: 8s, pressure: 9s, settle: 10s, reserve: 11s, growInterval: 12s, reportStale: 13s,
                      heartbeats: 14s, lateCall: 15s, release: 16s, newLeaderHoldOff: 17s}
            """);
        LeaseConfig settings = config.lease().settings();

        assertThat(config.hadoop().confDir()).isEqualTo(Path.of("/c"));
        assertThat(config.hadoop().login()).isEqualTo(new HadoopLogin(null, "p", "/k", "/z"));
        assertThat(settings.planner().policy()).isEqualTo(SharePolicy.PODS_FIRST);
        assertThat(settings.planner().shareThousandths()).isEqualTo(100);
        assertThat(settings.planner().weightThousandths()).isEqualTo(200);
        assertThat(settings.planner().maxShareThousandths()).isEqualTo(900);
        assertThat(settings.planner().minimum()).isEqualTo(new YarnAmount(2, 512));
        assertThat(config.lease().keepLargest()).isEqualTo(new LargestConfig(3, new YarnAmount(4, 8192)));
        assertThat(settings.planner().headroom()).isEqualTo(new BatchAmount(700, 3L << 20));
        assertThat(settings.conversion().toYarn(new BatchAmount(1_000, 2L << 20)))
                .isEqualTo(new YarnAmount(2, 1));
        assertThat(settings.hysteresis().toString()).contains("=4", "=5", "=6", "PT7S");
        assertThat(settings.times())
                .isEqualTo(new ProtocolTimes(
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(11),
                        Duration.ofSeconds(12),
                        Duration.ofSeconds(8),
                        Duration.ofSeconds(9),
                        ProtocolTimes.DEFAULT.resendAfter(),
                        Duration.ofSeconds(15),
                        Duration.ofSeconds(14),
                        Duration.ofSeconds(13),
                        Duration.ofSeconds(16)));
        assertThat(config.lease().newLeaderHoldOff()).isEqualTo(Duration.ofSeconds(17));
    }

    @Test
    void refusesWhatIsOutOfRangeOrUnknown() throws Exception {
        assertThatThrownBy(() -> read("lease: {share: 1.5}")).hasMessageContaining("share");
        assertThatThrownBy(() -> read("lease: {polcy: static}")).hasMessageContaining("polcy");
        assertThatThrownBy(() -> read("lease: {policy: half}"))
                .hasMessageContaining("lease.policy")
                .hasMessageContaining("static, demand, yarn-first, pods-first");
        assertThatThrownBy(() -> read("hadoop: {principal: p}").hadoop().login())
                .hasMessage("hadoop.principal = 'p', hadoop.keytab = 'null': Kerberos needs both");
        assertThatThrownBy(() -> read("hadoop: {user: u, principal: p, keytab: k}")
                        .hadoop()
                        .login())
                .hasMessageStartingWith("hadoop.user = 'u', hadoop.principal = 'p': want one of them");
        assertThatThrownBy(() -> read("hadoop: {principal: koord/_HOST@R, keytab: k}")
                        .hadoop()
                        .login())
                .hasMessageStartingWith("hadoop.principal = 'koord/_HOST@R': _HOST stands for a server's name");
        assertThat(read("hadoop: {user: u}").hadoop().login()).isEqualTo(new HadoopLogin("u", null, null, null));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "conversion: safe | Unrecognized field at: lease.conversion",
                "share: null | lease.share must not be null",
                "vcoreRatio: null | lease.vcoreRatio must not be null",
                "minVcores: 9999999999 | lease.minVcores must be less than or equal to 1000000",
                "minMB: 999999999999 | lease.minMB must be less than or equal to 1073741824",
                "keepLargest: {nodes: -1} | lease.keepLargest.nodes must be greater than or equal to 0",
                "keepLargest: {nodes: 1001} | lease.keepLargest.nodes must be less than or equal to 1000",
                "keepLargest: {vcores: 0} | lease.keepLargest.vcores must be greater than or equal to 1",
                "keepLargest: {memoryMB: 0} | lease.keepLargest.memoryMB must be greater than or equal to 1",
                "headroomMB: 9223372036854775807 | lease.headroomMB must be less than or equal to 1073741824",
                "times: {drain: 30d} | lease.times.drain must be less than or equal to 20 DAYS",
                "times: {pressure: 30d} | lease.times.pressure must be less than or equal to 20 DAYS",
            })
    void refusesWhatWouldFailWithTheFirstUseOnly(String section, String problem) {
        assertThatThrownBy(() -> read("lease: {" + section + "}")).hasMessageContaining(problem);
    }

    @Test
    void refusesReportsThatAreTooOldBeforeTheNextOneComes() throws Exception {
        YarnOperatorConfiguration config = read("{hadoop: {pollInterval: 4s}, lease: {times: {reportStale: 10s}}}");

        assertThatThrownBy(config::leaseSettings)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("hadoop.pollInterval = 4000ms: must be at most 3333ms");
        assertThatThrownBy(() -> new YarnOperator().check(config)).hasMessageContaining("hadoop.pollInterval");
    }

    @Test
    void refusesANewLeaderThatGrowsWhileTheFormerOneMayStillAct() throws Exception {
        YarnOperatorConfiguration electing = read("lease: {times: {newLeaderHoldOff: 14s}}");
        YarnOperatorConfiguration alone =
                read("{leaderElection: {enabled: false}, lease: {times: {newLeaderHoldOff: 0s}}}");

        assertThatThrownBy(electing::leaseSettings)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("lease.times.newLeaderHoldOff = 14000ms: must be at least 15000ms");
        assertThat(alone.leaseSettings().times()).isEqualTo(ProtocolTimes.DEFAULT);
    }
}
