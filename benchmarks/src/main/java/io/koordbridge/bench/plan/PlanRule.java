package io.koordbridge.bench.plan;

import io.koordbridge.policy.report.SurgePolicy;
import io.koordbridge.replay.ReplaySettings;
import io.koordbridge.sloconfig.estimate.EstimateLevel;
import io.koordbridge.sloconfig.estimate.EstimateStrategy;
import io.koordbridge.sloconfig.estimate.EstimateStrategy.ByRisk;
import io.koordbridge.sloconfig.estimate.EstimateStrategy.Fixed;
import io.koordbridge.sloconfig.estimate.EstimateStrategy.Rule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Settings that are compared. */
record PlanRule(String name, ReplaySettings settings) {

    /** Those of the table in the guide. */
    static List<PlanRule> all() {
        ReplaySettings shipped = ReplaySettings.SHIPPED;
        List<PlanRule> rules = new ArrayList<>();
        rules.add(new PlanRule("mean, timer only", shipped.withEarly(SurgePolicy.Settings.OFF)));
        rules.add(new PlanRule("mean, early reports (shipped)", shipped));
        rules.add(cpu("p95 of 15 min", new Fixed(EstimateLevel.P95, Duration.ofMinutes(15))));
        rules.add(cpu("maximum of 30 min", new Fixed(EstimateLevel.MAX, Duration.ofMinutes(30))));
        for (double percent : new double[] {0.5, 1, 2, 5}) {
            rules.add(cpu("risk " + percent + " %", new ByRisk(percent)));
        }
        return rules;
    }

    private static PlanRule cpu(String name, Rule rule) {
        EstimateStrategy estimate = new EstimateStrategy(rule, EstimateStrategy.DEFAULT.memory(), false);
        return new PlanRule(name, ReplaySettings.SHIPPED.withEstimate(estimate));
    }
}
