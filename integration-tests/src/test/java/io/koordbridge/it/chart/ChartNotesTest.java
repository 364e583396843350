package io.koordbridge.it.chart;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The notes of an installation. */
class ChartNotesTest {

    private static final String OPEN = "Port 9876 of koord-manager (the webhook) is open to every pod";

    private final Chart chart = new Chart();

    @Test
    void warnWhileEveryPodReachesTheWebhook() {
        assertThat(chart.notes()).contains(OPEN, "networkPolicy.sources.apiServer");
        assertThat(chart.notes("networkPolicy.enabled=false")).contains(OPEN, "networkPolicy.enabled=true");
        assertThat(chart.notes("networkPolicy.sources.apiServer[0].ipBlock.cidr=192.0.2.0/24"))
                .contains("Koord Bridge")
                .doesNotContain(OPEN);
        assertThat(chart.notes("manager.webhook.enabled=false")).doesNotContain(OPEN);
    }

    @Test
    void sayApartWhetherCpuAndMemoryOfOnlinePodsAreProtected() {
        String on = "colocation.enabled=true";
        String allowed = "colocation.allowUnprotected=true";

        assertThat(chart.notes()).contains("Colocation is off. Protection of online pods: CPU off, memory off.");
        assertThat(chart.notes(on)).contains("Colocation is on. Protection of online pods: CPU on, memory on.");
        assertThat(chart.notes(on, "koordlet.config.featureGates.BEMemoryEvict=false"))
                .contains("CPU on, memory off. Batch work is not evicted when memory is short:"
                        + " koordlet.config.featureGates.BEMemoryEvict is false.");
        assertThat(chart.notes(
                        "sloControllerConfig.data.colocation-config.enable=true",
                        "sloControllerConfig.data.resource-threshold-config.clusterStrategy.enable=true"))
                .contains("CPU on, memory off", "koordlet.config.featureGates.BEMemoryEvict is not true.");
        assertThat(chart.notes(on, "koordlet.enabled=false"))
                .contains("CPU on, memory off", "koordlet.enabled is false, so that");
        assertThat(chart.notes(on, allowed, "koordlet.config.featureGates.BECPUSuppress=false"))
                .contains("CPU off, memory on", "slow online pods down: koordlet.config.featureGates.BECPUSuppress");
        assertThat(chart.notes(on, allowed, "koordlet.config.observeOnly=true"))
                .contains("CPU off, memory off", "when memory is short: koordlet.config.observeOnly is true.");
    }

    @Test
    void sayThatMemoryIsUnprotectedAlsoWhereTheAgentDoesNotSuppress() {
        assertThat(chart.notes(
                        "colocation.enabled=true",
                        "colocation.allowUnprotected=true",
                        "koordlet.config.suppress.enabled=false",
                        "sloControllerConfig.data.resource-threshold-config.nodeStrategies[0].enable=false"))
                .contains("CPU off, memory off", "when memory is short: sloControllerConfig.data");
    }

    @Test
    void nameTheConfigMapThatTheYarnOperatorWaitsFor() {
        String waits = "The pods of yarn-operator wait until ConfigMap ";

        assertThat(chart.notes()).contains(waits + "yarn-config", "--set yarnOperator.enabled=false");
        assertThat(chart.notes("yarnOperator.hadoopConf.configMapName=hadoop")).contains(waits + "hadoop");
        assertThat(chart.notes("yarnOperator.hadoopConf.resourceManager=rm.example.com"))
                .contains("The shared capacity as a page")
                .doesNotContain(waits);
        assertThat(chart.notes("yarnOperator.enabled=false")).doesNotContain(waits);
    }

    @Test
    void sayWhoCountsForQuotaAdmission() {
        String on = "manager.featureGates.EnableQuotaAdmission=true";

        assertThat(chart.notes()).doesNotContain("EnableQuotaAdmission");
        assertThat(chart.notes(on, "scheduler.enabled=false")).contains("no pod is refused (scheduler.enabled=true)");
        assertThat(chart.notes(on, "scheduler.enabled=true"))
                .contains("EnableQuotaAdmission compares with what koord-scheduler publishes")
                .doesNotContain("no pod is refused");
    }
}
