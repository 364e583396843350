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
    void sayWhoCountsForQuotaAdmission() {
        String on = "manager.featureGates.EnableQuotaAdmission=true";

        assertThat(chart.notes()).doesNotContain("EnableQuotaAdmission");
        assertThat(chart.notes(on, "scheduler.enabled=false")).contains("no pod is refused (scheduler.enabled=true)");
        assertThat(chart.notes(on, "scheduler.enabled=true"))
                .contains("EnableQuotaAdmission compares with what koord-scheduler publishes")
                .doesNotContain("no pod is refused");
    }
}
