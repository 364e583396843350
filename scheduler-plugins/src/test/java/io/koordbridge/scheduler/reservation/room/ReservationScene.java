package io.koordbridge.scheduler.reservation.room;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.koordbridge.api.reservation.Reservation;
import io.koordbridge.protocol.Labels;
import io.koordbridge.scheduler.Samples;
import io.koordbridge.scheduler.plugin.PluginList;
import io.koordbridge.scheduler.plugin.SchedulingPlugin;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.ClusterLedger.Placement;
import io.koordbridge.scheduler.view.FitResult;
import io.koordbridge.scheduler.view.NodeFactsReader;
import io.koordbridge.scheduler.view.NodeView;
import io.koordbridge.scheduler.view.PodFacts;
import io.koordbridge.scheduler.view.PodFactsReader;
import io.koordbridge.testkit.conformance.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A ledger with reservations, and the shipped plugins. */
public final class ReservationScene {

    public final ClusterLedger ledger = new ClusterLedger();
    public final List<String> problems = new ArrayList<>();
    public final Reservations reservations =
            new Reservations(ledger, (object, problem) -> problems.add(problem), name -> {});
    public final PluginList plugins;
    private int version;

    public ReservationScene() {
        ReservationPlugin reserved = new ReservationPlugin();
        List<SchedulingPlugin> all = new ArrayList<>(Samples.plugins().plugins());
        all.add(reserved);
        plugins = new PluginList(all, reserved);
        ledger.markBy(new PodMarker(reservations)::marked);
    }

    /** An object of which only what differs from an ordinary one is given, in JSON with single quotes. */
    public Reservation object(String name, String spec, String status) {
        ObjectNode object = Json.MAPPER.createObjectNode();
        object.putObject("metadata")
                .put("name", name)
                .put("uid", "uid-" + name)
                .put("resourceVersion", Integer.toString(++version))
                .put("creationTimestamp", "2026-01-01T00:00:00Z");
        ObjectNode whole = tree("{'owners': [{'labelSelector': {'matchLabels': {'app': 'x'}}}], 'ttl': '1h',"
                + " 'template': {'spec': {'containers': [{'name': 'c', 'resources': {'requests':"
                + " {'cpu': '4', 'memory': '8Gi'}}}]}}}");
        whole.setAll(tree(spec));
        object.set("spec", whole);
        object.set("status", tree(status));
        return Json.as(object, Reservation.class);
    }

    /** One that keeps 4 cpus and 8 GiB on a node. */
    public Reservation open(String name, String node, String spec) {
        Reservation object = object(
                name,
                spec,
                "{'phase': 'Available', 'nodeName': '" + node + "', 'allocatable': {'cpu': '4', 'memory': '8Gi'}}");
        reservations.put(object);
        return object;
    }

    private static ObjectNode tree(String json) {
        try {
            return (ObjectNode) Json.MAPPER.readTree(json.replace('\'', '"'));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A pod that waits. */
    public PodFacts waiting(String name, String app, String cpu, Map<String, String> annotations) {
        Pod pod = new PodBuilder(Samples.pod(name, Map.of("cpu", cpu, "memory", "1Gi")))
                .editMetadata()
                .withLabels(Map.of("app", app))
                .withAnnotations(annotations)
                .endMetadata()
                .build();
        ledger.podSeen(PodFactsReader.read(pod));
        return ledger.pendingPod("jobs", name).orElseThrow();
    }

    /** One that waits for four CPUs of its own. */
    public PodFacts withCpus(String name, String app) {
        Pod pod = new PodBuilder(Samples.pod(name, Map.of("cpu", "4", "memory", "1Gi")))
                .editMetadata()
                .withLabels(Map.of("app", app, Labels.POD_QOS_CLASS, "LSR"))
                .endMetadata()
                .editSpec()
                .withPriority(9_500)
                .endSpec()
                .build();
        ledger.podSeen(PodFactsReader.read(pod));
        return ledger.pendingPod("jobs", name).orElseThrow();
    }

    /** One that waits for a share of a GPU, 100 for a whole one. */
    public PodFacts withGpus(String name, String app, String share) {
        Pod pod = new PodBuilder(Samples.pod(name, Map.of("koordinator.sh/gpu", share)))
                .editMetadata()
                .withLabels(Map.of("app", app))
                .endMetadata()
                .build();
        ledger.podSeen(PodFactsReader.read(pod));
        return ledger.pendingPod("jobs", name).orElseThrow();
    }

    /** The node gets these labels. */
    public void labelled(String node, Map<String, String> labels) {
        ledger.nodeSeen(NodeFactsReader.read(
                new NodeBuilder(Samples.node(node, 1_000, "1Gi", Map.of()))
                        .editMetadata()
                        .withLabels(labels)
                        .endMetadata()
                        .build(),
                null));
    }

    /** Takes room of a node without asking. */
    public void filled(String name, String node, String cpu) {
        ledger.podSeen(Samples.boundFacts(Samples.pod(name, Map.of("cpu", cpu)), node));
    }

    public NodeView node(String name) {
        return ledger.view().node(name).orElseThrow();
    }

    public FitResult fit(PodFacts pod, String node) {
        return plugins.answer(pod.shape(), node(node)).fit();
    }

    public long score(PodFacts pod, String node) {
        return plugins.answer(pod.shape(), node(node)).score();
    }

    /** As bind enters it. */
    public Placement bind(PodFacts pod, String node) {
        return ledger.assume(pod, node, Instant.MAX, view -> plugins.place(pod, view));
    }
}
