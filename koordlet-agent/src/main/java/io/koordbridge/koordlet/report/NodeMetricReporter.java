package io.koordbridge.koordlet.report;

import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.Timer;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.koordbridge.api.slo.HostApplication;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.api.slo.NodeMetricSpec;
import io.koordbridge.api.slo.NodeMetricStatus;
import io.koordbridge.koordlet.kubepods.NodeFacts;
import io.koordbridge.koordlet.kubepods.NodeView;
import io.koordbridge.koordlet.prediction.Predictor;
import io.koordbridge.koordlet.report.online.OnlineUseReporter;
import io.koordbridge.kube.client.FailureFormatter;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.kube.write.PatchTargets;
import io.koordbridge.policy.report.OthersLoad;
import io.koordbridge.policy.report.SurgePolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes the NodeMetric status when it is due. One thread; called once a second. */
public final class NodeMetricReporter {

    private static final Logger LOG = LoggerFactory.getLogger(NodeMetricReporter.class);
    private static final PatchContext REPLACE = PatchContext.of(PatchType.JSON);
    private static final int NOT_FOUND = 404;
    private static final int NOT_ALLOWED = 405;
    private static final Duration FIRST_AFTER = Duration.ofSeconds(2);
    private static final Duration RETRY_AFTER = Duration.ofSeconds(2);
    private static final Duration LONGEST_RETRY = Duration.ofSeconds(30);

    private final KubernetesClient client;
    private final ReportSource source;
    private final Beside beside;
    private final SurgePolicy.Settings surge;
    private final CollectPolicy.Bounds bounds;
    private final MetricRegistry metrics;
    private final Consumer<String> problems;
    private CollectPolicy lastGoodPolicy = defaultPolicy();
    private SurgePolicy.@Nullable Reported reported;
    private @Nullable Instant complete;
    private @Nullable Instant notBefore;
    private Duration retryAfter = RETRY_AFTER;
    private @Nullable String failure;
    private volatile @Nullable Sent lastSent;

    /**
     * A reporter.
     *
     * @param beside measured usage
     */
    public NodeMetricReporter(
            KubernetesClient client,
            ReportSource source,
            Beside beside,
            SurgePolicy.Settings surge,
            CollectPolicy.Bounds bounds,
            MetricRegistry metrics,
            Consumer<String> problems) {
        this.client = client;
        this.source = source;
        this.beside = beside;
        this.surge = surge;
        this.bounds = bounds;
        this.metrics = metrics;
        this.problems = problems;
    }

    private static CollectPolicy defaultPolicy() {
        return CollectPolicy.of(new NodeMetricSpec(null), CollectPolicy.Bounds.SPECIFIED);
    }

    /**
     * What a report says beside measured usage.
     *
     * @param predictor empty when nothing is predicted
     */
    public record Beside(Optional<Predictor> predictor, OnlineUseReporter online) {}

    /** The last report that reached the API server. */
    public record Sent(Instant at, SurgePolicy.Due why, NodeMetricStatus status) {}

    public OnlineUseReporter online() {
        return beside.online();
    }

    public Optional<Sent> lastSent() {
        return Optional.ofNullable(lastSent);
    }

    /** Reports if it is due; to be called once the pods of the node are known. */
    public void round(NodeView view, List<HostApplication> applications, Instant now) {
        boolean waiting = notBefore != null && now.isBefore(notBefore);
        if (waiting || view.node().isEmpty() || view.nodeMetric().isEmpty()) {
            return;
        }
        CollectPolicy policy = policy(view);
        // The first report would stay for a whole interval: not before the pods that are known now have samples.
        complete = Objects.requireNonNullElse(complete, now);
        if (source.observed(complete, now).compareTo(FIRST_AFTER) < 0) {
            return;
        }
        OthersLoad window = source.others(view, applications, policy.window(), now);
        OthersLoad newest = surge.enabled() ? source.others(view, applications, surge.window(), now) : window;
        SurgePolicy.Due due = SurgePolicy.due(
                surge,
                policy.interval(),
                view.node()
                        .map(node -> new SurgePolicy.Capacity(node.capacityMilliCpu(), node.capacityBytes()))
                        .get(),
                Optional.ofNullable(reported),
                window,
                newest,
                now);
        if (due == SurgePolicy.Due.NOT_YET) {
            return;
        }
        report(view, applications, policy, due, window.higher(newest), now);
    }

    private void report(
            NodeView view,
            List<HostApplication> applications,
            CollectPolicy policy,
            SurgePolicy.Due due,
            OthersLoad load,
            Instant now) {
        // A jump is reported with its whole height at once: the mean of the last seconds would need another report.
        Duration newestWindow = due == SurgePolicy.Due.JUMP ? surge.window().dividedBy(2) : surge.window();
        Duration shown = surge.enabled() ? newestWindow : Duration.ZERO;
        NodeFacts node = view.node().orElseThrow();
        ReportInput in = source.input(view, applications, policy, shown, now);
        NodeMetricStatus status = NodeMetricCalculator.calculate(
                in,
                beside.predictor()
                        .map(found ->
                                new NodeMetricCalculator.Prediction(found.forecast(node, in.reportedPods(), now))));
        if (due != SurgePolicy.Due.JUMP) {
            // A jump waits for no other request: percentiles follow it with the next report.
            beside.online().beside(online(node, policy), now);
        }
        if (send(node.name(), status, due, now)) {
            OthersLoad sent = surge.enabled() ? load.higher(source.others(view, applications, shown, now)) : load;
            reported = reported == null ? SurgePolicy.Reported.first(now, sent) : reported.next(due, now, sent);
        }
    }

    private OnlineUseReporter.Subject online(NodeFacts node, CollectPolicy policy) {
        return new OnlineUseReporter.Subject(
                node.name(),
                node.capacityMilliCpu(),
                node.capacityBytes(),
                policy.percentileWindows(),
                source.onlineMemory(policy.memory()));
    }

    private CollectPolicy policy(NodeView view) {
        try {
            lastGoodPolicy = CollectPolicy.of(view.nodeMetric().orElseThrow(), bounds);
        } catch (IllegalArgumentException e) {
            problems.accept("NodeMetric: " + e.getMessage() + "; the last good policy holds");
        }
        return lastGoodPolicy;
    }

    private boolean send(String nodeName, NodeMetricStatus status, SurgePolicy.Due due, Instant now) {
        String why = due.name().toLowerCase(Locale.ROOT);
        try {
            write(nodeName, status);
            succeeded();
            lastSent = new Sent(now, due, status);
            metrics.counter(MetricNames.of("koord_koordlet_reports_total", "why", why, "status", "written"))
                    .inc();
            LOG.debug("reported node={} why={}", nodeName, why);
            return true;
        } catch (KubernetesClientException e) {
            metrics.counter(MetricNames.of("koord_koordlet_reports_total", "why", why, "status", "failed"))
                    .inc();
            failed(nodeName, FailureFormatter.of(e), now);
            return false;
        }
    }

    private void succeeded() {
        notBefore = null;
        retryAfter = RETRY_AFTER;
        if (failure != null) {
            failure = null;
            LOG.info("reports are written again");
        }
    }

    /** Logged when it begins and when it ends; the agents of many nodes neither go on asking at the same pace nor at the same moment. */
    private void failed(String nodeName, String problem, Instant now) {
        notBefore = now.plusMillis(
                ThreadLocalRandom.current().nextLong(retryAfter.toMillis() / 2, retryAfter.toMillis() + 1));
        retryAfter = retryAfter.compareTo(LONGEST_RETRY.dividedBy(2)) > 0 ? LONGEST_RETRY : retryAfter.multipliedBy(2);
        if (!problem.equals(failure) && !Thread.currentThread().isInterrupted()) {
            failure = problem;
            LOG.warn("reports cannot be written, tried on object=NodeMetric/{} problem={}", nodeName, problem);
        }
    }

    /** Replaces the whole status, so that no value of an older report goes on under a new time. */
    private void write(String nodeName, NodeMetricStatus status) {
        Resource<NodeMetric> resource = PatchTargets.named(client, NodeMetric::new, nodeName);
        List<Map<String, Object>> operations = List.of(Map.of("op", "add", "path", "/status", "value", status));
        String body = client.getKubernetesSerialization().asJson(operations);
        try (Timer.Context running =
                metrics.timer("koord_koordlet_report_seconds").time()) {
            resource.subresource("status").patch(REPLACE, body);
        } catch (KubernetesClientException e) {
            boolean noSubresource = e.getCode() == NOT_FOUND || e.getCode() == NOT_ALLOWED;
            if (!noSubresource || resource.get() == null) {
                throw e;
            }
            // The kind is served without the status subresource: the status is an ordinary field there.
            resource.patch(REPLACE, body);
        }
    }
}
