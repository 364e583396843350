package io.koordbridge.manager.cleanup;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.koordbridge.api.migration.PodMigrationJob;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.api.reservation.Reservation;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.api.slo.NodeSLO;
import io.koordbridge.api.topology.NodeResourceTopology;
import io.koordbridge.capacity.plan.NodePatch;
import io.koordbridge.kube.client.FailureFormatter;
import io.koordbridge.kube.leader.ObservedLease;
import io.koordbridge.kube.write.MetadataPatch;
import io.koordbridge.kube.write.ObjectAddress;
import io.koordbridge.kube.write.ObjectPatcher;
import io.koordbridge.manager.schedulinggate.LeftGates;
import io.koordbridge.manager.server.certificate.PageAuthorityConfig;
import io.koordbridge.manager.server.webhook.WebhookConfig;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.WellKnown;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes everything away that the processes left in the cluster, and ends the processes first, each when nothing needs it any more.
 * It may be repeated, and after a crash of any of them. One part that fails does not stop the others.
 */
public final class CleanUp {

    private static final Logger LOG = LoggerFactory.getLogger(CleanUp.class);
    private static final int NOT_FOUND = 404;
    private static final Duration POLL = Duration.ofSeconds(2);
    /** Longer than any election pauses between two renewals. */
    private static final Duration RENEWAL = Duration.ofSeconds(20);

    private static final List<String> LEASES = List.of(
            WellKnown.MANAGER_LEASE,
            WellKnown.YARN_OPERATOR_LEASE,
            WellKnown.DESCHEDULER_LEASE,
            WellKnown.SCHEDULER_NAME);
    private static final List<String> QUOTAS =
            List.of(WellKnown.DEFAULT_QUOTA, WellKnown.SYSTEM_QUOTA, WellKnown.ROOT_QUOTA);

    private final KubernetesClient client;
    private final ObjectPatcher patcher;
    private final WebhookConfig webhook;
    private final LeftGates.Api gates;
    private final Waits waits;
    private int failures;

    /**
     * A clean-up that has not begun.
     *
     * @param webhook namespace of the installation, names of its Secret and registrations
     * @param gates pods with our scheduling gate
     */
    public CleanUp(KubernetesClient client, WebhookConfig webhook, LeftGates.Api gates, CleanUpConfig config) {
        this.client = client;
        this.patcher = new ObjectPatcher(client, new MetricRegistry());
        this.webhook = webhook;
        this.gates = gates;
        this.waits = new Waits(config.yarnPatience(), config.podPatience(), RENEWAL, POLL);
    }

    /** Does it; whether all of it was done. */
    public boolean run() {
        part("admission", this::endAdmission);
        part("koord-descheduler", () -> end(client.apps().deployments(), "koord-descheduler"));
        part("migrations", this::endMigrations);
        part("koord-manager", () -> end(client.apps().deployments(), "koord-manager"));
        part("capacity of nodes", () -> patchNodes("capacity taken", NodeTraces::capacity));
        part("YARN", this::awaitFloor);
        part("yarn-operator", () -> end(client.apps().deployments(), "yarn-operator"));
        part("koord-scheduler", () -> end(client.apps().deployments(), "koord-scheduler"));
        part("scheduling gates", this::openGates);
        part("koordlet", () -> end(client.apps().daemonSets(), "koordlet"));
        // Whatever a process wrote on its way out goes with the rest.
        part("annotations of nodes", () -> {
            patchNodes("capacity taken", NodeTraces::capacity);
            patchNodes("annotations taken", NodeTraces::yarn);
        });
        part("annotations of NodeManagers' pods", this::clearPods);
        part("NodeMetrics", () -> deleteAll(NodeMetric.class));
        part("NodeSLOs", () -> deleteAll(NodeSLO.class));
        part("NodeResourceTopologies", this::clearTopologies);
        part(
                "quotas",
                () -> QUOTAS.forEach(name -> delete(client.resources(ElasticQuota.class)
                        .inNamespace(webhook.namespace())
                        .withName(name))));
        part("Leases and Secrets", () -> {
            LEASES.forEach(name ->
                    delete(client.leases().inNamespace(webhook.namespace()).withName(name)));
            delete(client.secrets().inNamespace(webhook.namespace()).withName(webhook.secretName()));
            // Whether or not they are made now: an earlier configuration may have left them.
            PageAuthorityConfig.secrets()
                    .forEach(name -> delete(
                            client.secrets().inNamespace(webhook.namespace()).withName(name)));
            delete(client.configMaps().inNamespace(webhook.namespace()).withName(WellKnown.PAGE_AUTHORITY));
        });
        LOG.info(failures == 0 ? "done, nothing is left" : "done but for {} parts, see above", failures);
        return failures == 0;
    }

    private void part(String name, Runnable work) {
        try {
            work.run();
            LOG.info("{}: done", name);
        } catch (KubernetesClientException e) {
            failures++;
            LOG.error("{}: left behind, {}", name, FailureFormatter.of(e));
        }
    }

    /** Nothing has to answer reviews any more; the manager changes registrations and never makes them again. */
    private void endAdmission() {
        var admission = client.admissionRegistration().v1();
        delete(admission.mutatingWebhookConfigurations().withName(webhook.mutatingConfiguration()));
        delete(admission.validatingWebhookConfigurations().withName(webhook.validatingConfiguration()));
    }

    private <T extends HasMetadata> void end(MixedOperation<T, ?, ? extends Resource<T>> workloads, String name) {
        delete(workloads.inNamespace(webhook.namespace()).withName(name));
        if (!waits.until(waits.pods(), () -> pods(name) == 0)) {
            LOG.warn(
                    "{}: pods are still ending after {} s, going on",
                    name,
                    waits.pods().toSeconds());
        }
    }

    /** Jobs that a user made stay, as other objects of users do. */
    private void endMigrations() {
        orGone(() -> {
            for (PodMigrationJob job :
                    client.resources(PodMigrationJob.class).list().getItems()) {
                Map<String, String> annotations = job.getMetadata().getAnnotations();
                if (annotations != null && annotations.containsKey(Annotations.JOB_CREATED_BY)) {
                    delete(client.resource(job));
                }
            }
        });
        orGone(() -> client.resources(Reservation.class)
                .withLabel(Labels.CREATED_BY, WellKnown.DESCHEDULER_LEASE)
                .delete());
    }

    /** No pod gets our gate any more and nothing else removes it: another scheduler may place the pod. */
    private void openGates() {
        for (List<LeftGates.Gated> left = gates.gated(); !left.isEmpty(); left = gates.gated()) {
            long opened = left.parallelStream().filter(gates::remove).count();
            LOG.info("pods={} opened={}: scheduling gates", left.size(), opened);
            if (opened == 0) {
                throw new KubernetesClientException("none of the scheduling gates of " + left.size()
                        + " pods could be removed, such as that of " + left.get(0));
            }
        }
    }

    private void clearPods() {
        List<Pod> pods = client.pods()
                .inAnyNamespace()
                .withLabel(Labels.COMPONENT, Labels.COMPONENT_NODE_MANAGER)
                .list()
                .getItems();
        int changed = pods.parallelStream().mapToInt(pod -> clear(pod) ? 1 : 0).sum();
        LOG.info("pods={} changed={}: annotations taken", pods.size(), changed);
    }

    private boolean clear(Pod pod) {
        MetadataPatch marks = MetadataPatch.annotations(PodTraces.annotations(pod));
        ObjectAddress<Pod> address = new ObjectAddress<>(
                Pod.class, pod.getMetadata().getNamespace(), pod.getMetadata().getName());
        return !marks.isEmpty() && orGone(() -> patcher.patchMarks(address, marks, null));
    }

    private int pods(String component) {
        return client.pods()
                .inNamespace(webhook.namespace())
                .withLabel("koord-app", component)
                .list()
                .getItems()
                .size();
    }

    private void patchNodes(String done, Function<Node, NodePatch> traces) {
        List<Node> nodes = client.nodes().list().getItems();
        int changed = nodes.parallelStream()
                .mapToInt(node -> patch(node, traces.apply(node)) ? 1 : 0)
                .sum();
        LOG.info("nodes={} changed={}: {}", nodes.size(), changed, done);
    }

    private boolean patch(Node node, NodePatch patch) {
        if (patch.isEmpty()) {
            return false;
        }
        ObjectAddress<Node> address =
                ObjectAddress.of(Node.class, node.getMetadata().getName());
        MetadataPatch marks = new MetadataPatch(patch.annotations(), patch.labels());
        return orGone(() -> {
            if (!patch.status().isEmpty()) {
                patcher.patchStatus(address, patch.status(), MetadataPatch.NONE, null);
            }
            if (!marks.isEmpty()) {
                patcher.patchMarks(address, marks, null);
            }
        });
    }

    /** YARN shrinks by itself once nodes offer nothing, as long as its operator works. */
    private void awaitFloor() {
        AtomicReference<ObservedLease> operator = new AtomicReference<>(ObservedLease.none(System.nanoTime()));
        AtomicInteger shown = new AtomicInteger();
        boolean reached = waits.until(waits.yarn(), () -> {
            List<String> above = NodeTraces.aboveFloor(client.nodes().list().getItems());
            if (above.isEmpty()) {
                return true;
            }
            Lease lease = client.leases()
                    .inNamespace(webhook.namespace())
                    .withName(WellKnown.YARN_OPERATOR_LEASE)
                    .get();
            long now = System.nanoTime();
            ObservedLease seen = operator.updateAndGet(before -> before.seen(lease, now));
            if (!seen.isHeld() || seen.age(now).compareTo(waits.renewal()) > 0) {
                LOG.warn("YARN: no yarn-operator works that would shrink it, nodes={}", above);
                return true;
            }
            if (above.size() != shown.getAndSet(above.size())) {
                LOG.info("YARN: above its minimum nodes={} such as {}", above.size(), above.get(0));
            }
            return false;
        });
        if (!reached) {
            LOG.warn(
                    "YARN: still above its minimum after {} s, going on",
                    waits.yarn().toSeconds());
        }
    }

    private <T extends HasMetadata> void deleteAll(Class<T> kind) {
        orGone(() -> client.resources(kind).delete());
    }

    private void clearTopologies() {
        orGone(() -> {
            for (NodeResourceTopology topology :
                    client.resources(NodeResourceTopology.class).list().getItems()) {
                if (ZoneTraces.ours(topology)) {
                    delete(client.resource(topology));
                } else {
                    clear(topology);
                }
            }
        });
    }

    private void clear(NodeResourceTopology topology) {
        Map<String, Object> zones = ZoneTraces.zones(topology);
        if (!zones.isEmpty()) {
            patcher.replaceValues(
                    client.resource(topology), zones, topology.getMetadata().getResourceVersion());
        }
        MetadataPatch marks = MetadataPatch.annotations(ZoneTraces.annotations(topology));
        if (!marks.isEmpty()) {
            patcher.patchMarks(
                    ObjectAddress.of(
                            NodeResourceTopology.class, topology.getMetadata().getName()),
                    marks,
                    null);
        }
    }

    private static void delete(Resource<? extends HasMetadata> object) {
        orGone(object::delete);
    }

    /** Whether the object, and its kind, were there. */
    private static boolean orGone(Runnable call) {
        try {
            call.run();
            return true;
        } catch (KubernetesClientException e) {
            if (e.getCode() != NOT_FOUND) {
                throw e;
            }
            return false;
        }
    }
}
