package io.koordbridge.manager.publish;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.capacity.batchresource.ThirdPartyShare;
import io.koordbridge.capacity.offered.StageNames;
import io.koordbridge.capacity.onlineuse.Expectation;
import io.koordbridge.capacity.onlineuse.Expectation.Source;
import io.koordbridge.capacity.onlineuse.OnlineEstimate;
import io.koordbridge.capacity.plan.NodeTerms;
import io.koordbridge.capacity.plan.Outlook;
import io.koordbridge.capacity.plan.PassMemory;
import io.koordbridge.capacity.plan.ResourceStage;
import io.koordbridge.capacity.plan.StageOutcome;
import io.koordbridge.capacity.preparation.NodePreparation;
import io.koordbridge.capacity.protection.NodeProtection;
import io.koordbridge.capacity.stages.ResourceStages;
import io.koordbridge.capacity.steadypods.Steadied;
import io.koordbridge.policy.risk.Candidate;
import io.koordbridge.policy.risk.RiskLine;
import io.koordbridge.policy.risk.Statistic;
import io.koordbridge.sloconfig.colocation.ColocationConfig;
import io.koordbridge.sloconfig.colocation.EffectiveStrategy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EstimateMetricsTest {

    private static final Instant NOW = Instant.parse("2026-11-30T09:00:00Z");
    private static final Expectation MEAN = new Expectation(Source.MEAN_ONLY, "mean", 0, 0);

    private final MetricRegistry registry = new MetricRegistry();

    @Test
    void nodesWithAChoiceAndTheirShortTimeAreGauges() {
        new EstimateMetrics(registry, () -> List.of(chosen(1), chosen(2), terms(MEAN)).stream());

        assertThat(gauge("koord_manager_risk_choices", "cpu")).isEqualTo(2L);
        assertThat(gauge("koord_manager_risk_short_percent", "cpu")).isEqualTo(1.5);
        assertThat(gauge("koord_manager_risk_choices", "memory")).isEqualTo(0L);
        assertThat(gauge("koord_manager_risk_short_percent", "memory")).isEqualTo(0.0);
    }

    @Test
    void passesAreCountedByTheSourceOfTheEstimateAndTheMeanIsNot() {
        EstimateMetrics metrics = new EstimateMetrics(registry, List.<NodeTerms>of()::stream);

        metrics.passed(chosen(1));
        metrics.passed(terms(new Expectation(Source.UNKNOWN, "mean", 0, 0)));
        metrics.passed(terms(MEAN));
        metrics.choiceWritten();

        assertThat(registry.getCounters())
                .hasSize(3)
                .hasEntrySatisfying(
                        name("koord_manager_estimates_total", "online_sum"),
                        counter -> assertThat(counter.getCount()).isEqualTo(1))
                .hasEntrySatisfying(
                        name("koord_manager_estimates_total", "unknown"),
                        counter -> assertThat(counter.getCount()).isEqualTo(1))
                .containsKey("koord_manager_risk_choice_writes_total");
    }

    private Object gauge(String name, String resource) {
        return registry.getGauges((key, unused) -> key.startsWith(name) && key.contains(resource)).values().stream()
                .findFirst()
                .orElseThrow()
                .getValue();
    }

    private String name(String name, String label) {
        return registry.getCounters((key, unused) -> key.startsWith(name) && key.contains(label))
                .firstKey();
    }

    private static NodeTerms chosen(double shortPercent) {
        Candidate p95 = new Candidate(Statistic.P95, Duration.ofMinutes(15));
        Candidate max = new Candidate(Statistic.MAX, Duration.ofMinutes(15));
        return terms(new Expectation(
                Source.ONLINE_SUM,
                "p95",
                2,
                1,
                List.of(new RiskLine(p95, 0, 20, shortPercent, 30, true), new RiskLine(max, 0, 30, 90, 20, false))));
    }

    private static NodeTerms terms(Expectation cpu) {
        OnlineEstimate estimate = new OnlineEstimate(cpu, MEAN, OnlineEstimate.Memory.NONE, List.of());
        return new NodeTerms(
                "n",
                NOW,
                EffectiveStrategy.of(ColocationConfig.DEFAULT, Map.of(), Map.of()),
                List.of(outcome(estimate)),
                Steadied.NOT,
                ThirdPartyShare.NONE,
                null,
                PassMemory.at(NOW),
                Map.of(),
                NodeProtection.NOT_JUDGED);
    }

    @SuppressWarnings("unchecked")
    private static StageOutcome<OnlineEstimate> outcome(OnlineEstimate estimate) {
        ResourceStage<OnlineEstimate> stage = (ResourceStage<OnlineEstimate>) ResourceStages.ALL.stream()
                .filter(one -> one.name().equals(StageNames.ONLINE_USE))
                .findFirst()
                .orElseThrow();
        return new StageOutcome<>(stage, estimate, NodePreparation.NOTHING, Outlook.NONE, null, null);
    }
}
