package io.koordbridge.manager.app;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.dropwizard.testing.ConfigOverride;
import io.dropwizard.testing.DropwizardTestSupport;
import io.dropwizard.testing.ResourceHelpers;
import io.fabric8.kubernetes.api.model.Node;
import io.koordbridge.api.binding.PlainJson;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.api.slo.NodeSLO;
import io.koordbridge.api.slo.NodeSloSpec;
import io.koordbridge.frame.BridgeApplication;
import io.koordbridge.frame.BridgeContext;
import io.koordbridge.kube.listwatch.Reflector;
import io.koordbridge.kube.queue.ReconcileResult;
import io.koordbridge.manager.clusterview.ClusterListener;
import io.koordbridge.manager.clusterview.ClusterView;
import io.koordbridge.manager.clusterview.Leadership;
import io.koordbridge.manager.config.colocation.ColocationConfigSource;
import io.koordbridge.manager.publish.NodeResourceConfig;
import io.koordbridge.manager.publish.NodeResourceReconciler;
import io.koordbridge.protocol.Annotations;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Objects;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.jspecify.annotations.Nullable;

/**
 * Passes over nodes one at a time, each when a test asks for it: caches and API server are real parts, but no queue and no
 * controller runs beside them.
 */
final class SinglePasses implements AutoCloseable {

    final ControlPlane plane = new ControlPlane();
    private final DropwizardTestSupport<ManagerConfiguration> process;
    private ClusterView view;
    private NodeResourceReconciler reconciler;
    private Runnable beforeNextWrite = () -> {};
    private volatile @Nullable Map<String, String> configured;

    /** Holds the parts that a pass needs, and nothing that begins one. */
    public static final class Parts extends BridgeApplication<ManagerConfiguration> {

        private static BridgeContext handed;

        @Override
        public String processName() {
            return "koord-manager";
        }

        @Override
        protected void start(ManagerConfiguration config, BridgeContext context) {
            handed = context;
        }
    }

    SinglePasses(String colocation) {
        plane.configure(colocation);
        process = new DropwizardTestSupport<>(
                Parts.class,
                ResourceHelpers.resourceFilePath("koord-manager-test.yaml"),
                ConfigOverride.config("kubernetes.apiServer", plane.url()));
        try {
            process.before();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        connect(Parts.handed);
    }

    private void connect(BridgeContext context) {
        ManagerConfiguration config = process.getConfiguration();
        view = new ClusterView(
                context.feeds(),
                config.configMap(),
                context.clock(),
                new Reflector.Readiness(() -> true, Duration.ofSeconds(1)));
        ColocationConfigSource colocation = new ColocationConfigSource(view, context.events(), context.metrics());
        NodeResourceConfig settings = NodeResourceConfig.of(
                colocation,
                config.featureGates(),
                config.noderesourcePlugins(),
                config.allowUnprotected(),
                context,
                view);
        view.addListener(colocation);
        // Told last: what waits for it finds that the others know.
        view.addListener(new ClusterListener() {
            @Override
            public void configMapRead(@Nullable Map<String, String> data) {
                configured = data;
            }
        });
        reconciler = new NodeResourceReconciler(context, view, settings, new Leading());
        view.start();
        soon().until(view::synced);
        soon().until(() -> colocation.state().available());
    }

    private static ConditionFactory soon() {
        return Awaitility.with().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(5));
    }

    /** Always leads; a test may do something right before a write starts. */
    private final class Leading implements Leadership {

        @Override
        public boolean acts() {
            return true;
        }

        @Override
        public boolean mayWrite() {
            Runnable now = beforeNextWrite;
            beforeNextWrite = () -> {};
            now.run();
            return true;
        }
    }

    /** Happens between the reading of a pass and its first write. */
    void beforeNextWrite(Runnable action) {
        beforeNextWrite = action;
    }

    NodeResourceReconciler reconciler() {
        return reconciler;
    }

    /** One pass, once the caches show what the API server has of the node. */
    ReconcileResult pass(String node) {
        awaitNode(node);
        return reconciler.reconcile(node);
    }

    /** Until the caches show what the API server has of the node, if anything. */
    void awaitNode(String name) {
        soon().until(() -> Objects.equals(
                version(plane.node(name)),
                view.node(name).map(SinglePasses::version).orElse(null)));
    }

    private static String version(Node node) {
        return node == null ? null : node.getMetadata().getResourceVersion();
    }

    /** The node agent reports, and the caches show it. */
    void report(String node, String systemCpu, Instant at) {
        if (plane.client.resources(NodeMetric.class).withName(node).get() == null) {
            NodeMetric metric = new NodeMetric();
            metric.getMetadata().setName(node);
            plane.client.resource(metric).create();
        }
        if (plane.client.resources(NodeSLO.class).withName(node).get() == null) {
            plane.client.resource(suppressed(node)).create();
        }
        plane.report(node, systemCpu, at);
        Instant second = at.truncatedTo(ChronoUnit.SECONDS);
        soon().until(() -> view.report(node)
                .filter(seen -> second.equals(seen.usage().updateTime()))
                .isPresent());
        soon().until(() -> view.nodeSlo(node).isPresent());
    }

    /** The node agent writes percentiles of the online sum, and then reports. */
    void report(String node, String systemCpu, String onlineUse, Instant at) {
        report(node, systemCpu, at.minusSeconds(1));
        plane.client.resources(NodeMetric.class).withName(node).edit(metric -> {
            metric.getMetadata().setAnnotations(Map.of(Annotations.NODE_METRIC_ONLINE_USE, onlineUse));
            return metric;
        });
        report(node, systemCpu, at);
    }

    /** What the agent of the node follows: suppression is on. */
    private static NodeSLO suppressed(String node) {
        try {
            NodeSLO slo = new NodeSLO();
            slo.getMetadata().setName(node);
            slo.setSpec(PlainJson.MAPPER.readValue(
                    "{\"resourceUsedThresholdWithBE\": {\"enable\": true}}", NodeSloSpec.class));
            return slo;
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    void configure(Map<String, String> data) {
        plane.store(data);
        soon().until(() -> data.equals(configured));
    }

    @Override
    public void close() {
        view.close();
        process.after();
        plane.close();
    }
}
