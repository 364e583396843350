package io.koordbridge.manager.publish;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.capacity.offered.StageNames;
import io.koordbridge.capacity.onlineuse.Expectation;
import io.koordbridge.capacity.onlineuse.OnlineEstimate;
import io.koordbridge.capacity.plan.NodeTerms;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.policy.risk.RiskLine;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Metrics of what online work is expected to use. */
final class EstimateMetrics {

    private static final String RESOURCE = "resource";

    private final MetricRegistry metrics;
    private final Supplier<Stream<NodeTerms>> nodes;

    /**
     * Metrics of this process.
     *
     * @param nodes the last pass of each node; read when the metrics are
     */
    EstimateMetrics(MetricRegistry metrics, Supplier<Stream<NodeTerms>> nodes) {
        this.metrics = metrics;
        this.nodes = nodes;
        chosen("cpu", OnlineEstimate::cpu);
        chosen("memory", OnlineEstimate::memory);
    }

    private void chosen(String resource, Function<OnlineEstimate, Expectation> side) {
        metrics.gauge(
                MetricNames.of("koord_manager_risk_choices", RESOURCE, resource),
                () -> () -> lines(side).count());
        metrics.gauge(
                MetricNames.of("koord_manager_risk_short_percent", RESOURCE, resource),
                () -> () -> lines(side)
                        .mapToDouble(RiskLine::shortPercent)
                        .average()
                        .orElse(0));
    }

    private Stream<RiskLine> lines(Function<OnlineEstimate, Expectation> side) {
        return nodes.get()
                .flatMap(terms -> terms.result(StageNames.ONLINE_USE, OnlineEstimate.class).stream())
                .flatMap(estimate -> side.apply(estimate).candidates().stream())
                .filter(RiskLine::chosen);
    }

    /** A pass was made. */
    void passed(NodeTerms terms) {
        terms.result(StageNames.ONLINE_USE, OnlineEstimate.class).ifPresent(estimate -> {
            counted("cpu", estimate.cpu());
            counted("memory", estimate.memory());
        });
    }

    private void counted(String resource, Expectation expectation) {
        if (expectation.asked()) {
            String source = expectation.source().name().toLowerCase(Locale.ROOT);
            metrics.counter(MetricNames.of("koord_manager_estimates_total", RESOURCE, resource, "source", source))
                    .inc();
        }
    }

    /** The annotation of a choice was written. */
    void choiceWritten() {
        metrics.counter("koord_manager_risk_choice_writes_total").inc();
    }
}
