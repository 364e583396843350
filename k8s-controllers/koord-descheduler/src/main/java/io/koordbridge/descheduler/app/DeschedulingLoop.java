package io.koordbridge.descheduler.app;

import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.Timer;
import io.koordbridge.answers.DeschedulerPlanAnswer;
import io.koordbridge.descheduler.act.request.JobCreator;
import io.koordbridge.descheduler.decide.arbitration.EvictionFilters;
import io.koordbridge.descheduler.decide.limit.EvictionLimits;
import io.koordbridge.descheduler.decide.run.DeschedulingRun;
import io.koordbridge.descheduler.decide.run.PluginRun;
import io.koordbridge.descheduler.decide.run.RunResult;
import io.koordbridge.descheduler.decide.run.RunSettings;
import io.koordbridge.descheduler.watch.ClusterCaches;
import io.koordbridge.descheduler.watch.ClusterView;
import io.koordbridge.kube.client.RecurringProblems;
import io.koordbridge.kube.metrics.MetricNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The runs, and the plan of the next one: the same run without a writer. */
final class DeschedulingLoop {

    private static final Logger LOG = LoggerFactory.getLogger(DeschedulingLoop.class);

    private final ProcessSettings settings;
    private final RunPlugins plugins;
    private final RunSettings runs;
    private final Parts parts;
    private final BooleanSupplier leads;
    private final MetricRegistry metrics;
    private final RecurringProblems<String> problems = new RecurringProblems<>();

    /** What a run is made of. */
    record Parts(ClusterCaches caches, EvictionLimits limits, NodeManagers nodeManagers, JobCreator creator) {}

    DeschedulingLoop(ProcessSettings settings, Parts parts, BooleanSupplier leads, MetricRegistry metrics) {
        this.settings = settings;
        this.parts = parts;
        this.leads = leads;
        this.metrics = metrics;
        this.plugins = new RunPlugins(settings.config().interval());
        RunSettings made = RunSettings.of(settings.config(), plugins.kinds()).settings();
        this.runs = settings.dryRun() ? made.pretending() : made;
    }

    /** One run, if this replica leads and what it knows is recent. */
    synchronized void round() {
        if (!leads.getAsBoolean()) {
            return;
        }
        Optional<String> lacking = parts.caches().whyNotToAct();
        if (lacking.isPresent()) {
            count("skipped");
            if (problems.begins("caches", lacking.get())) {
                LOG.warn("no run: {}", lacking.get());
            }
            return;
        }
        problems.ends("caches");
        try (Timer.Context running =
                metrics.timer("koord_descheduler_run_seconds").time()) {
            report(run(runs, parts.caches().view()));
        }
    }

    private RunResult run(RunSettings by, ClusterView view) {
        MigrationPicture picture = new MigrationPicture(
                parts.caches(), view, parts.limits(), parts.creator().made().all(view.now()));
        EvictionFilters filters = EvictionFilters.ofRun(settings.migration(), picture, parts.nodeManagers()::request);
        RunChecks checks = new RunChecks(
                filters, parts.limits(), view, settings.migration().nodeFit());
        RunEvictors evictors = new RunEvictors(checks, filters, parts.creator(), view.now());
        return new DeschedulingRun(by, evictors, node -> parts.limits().foreignEvictions(node, view.now())).run(view);
    }

    private void report(RunResult result) {
        count(result.error().isEmpty() ? "done" : "failed");
        if (result.error().isEmpty()) {
            problems.ends("run");
        } else if (problems.begins("run", result.error())) {
            LOG.warn("the run ended early: {}", result.error());
        }
        for (PluginRun plugin : result.plugins()) {
            long accepted = plugin.answers().stream()
                    .filter(answer -> answer.verdict().allowed())
                    .count();
            if (accepted > 0) {
                LOG.info(
                        "{} of plugin {} of profile {}: {}",
                        plugin.dryRun() ? "pretended evictions" : "evictions asked for",
                        plugin.plugin(),
                        plugin.profile(),
                        accepted);
            }
        }
    }

    private void count(String result) {
        metrics.counter(MetricNames.of("koord_descheduler_runs_total", "result", result))
                .inc();
    }

    /** What the next run would do. */
    synchronized DeschedulerPlanAnswer plan() {
        ClusterView view = parts.caches().view();
        Optional<String> lacking = parts.caches().whyNotToAct();
        if (lacking.isPresent()) {
            return PlanAnswers.waiting(view.now(), settings.dryRun(), lacking.get());
        }
        List<LowNodeLoadPlugin> copies = new ArrayList<>();
        RunSettings planned = RunSettings.of(settings.config(), plugins.planning(copies))
                .settings()
                .pretending();
        RunResult result = run(planned, view);
        String waits = leads.getAsBoolean() ? result.error() : "another replica leads and makes the runs";
        return PlanAnswers.of(result, RunPlugins.results(copies), view, settings.dryRun(), waits);
    }
}
