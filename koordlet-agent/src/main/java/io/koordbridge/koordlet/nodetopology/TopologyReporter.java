package io.koordbridge.koordlet.nodetopology;

import com.codahale.metrics.MetricRegistry;
import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.koordbridge.api.binding.PlainJson;
import io.koordbridge.api.topology.NodeResourceTopology;
import io.koordbridge.koordlet.cgroup.FileErrorFormatter;
import io.koordbridge.koordlet.kubelet.Kubelet;
import io.koordbridge.koordlet.kubelet.KubeletSettings;
import io.koordbridge.koordlet.kubepods.NodeFacts;
import io.koordbridge.koordlet.kubepods.NodeView;
import io.koordbridge.kube.client.FailureFormatter;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.kube.write.PatchTargets;
import io.koordbridge.protocol.CpuSet;
import io.koordbridge.protocol.Labels;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Calculates the topology of the node, hands it to this agent, and writes the object when it differs. One thread; called every 3 s. */
public final class TopologyReporter {

    private static final PatchContext REPLACE = PatchContext.of(PatchType.JSON);
    private static final Duration MACHINE_REFRESH = Duration.ofMinutes(1);
    private static final Duration RETRY_AFTER = Duration.ofSeconds(5);
    private static final Duration LONGEST_RETRY = Duration.ofMinutes(1);
    private static final int NOT_FOUND = 404;

    private final KubernetesClient client;
    private final MachineFactsReader machine;
    private final Kubelet kubelet;
    private final Consumer<Map<String, String>> local;
    private final MetricRegistry metrics;
    private final Consumer<String> problems;
    private @Nullable MachineFacts facts;
    private String online = "";
    private @Nullable Instant factsAt;
    private @Nullable TopologyFacts handedOn;
    private @Nullable Instant notBefore;
    private Duration retryAfter = RETRY_AFTER;

    /**
     * A reporter.
     *
     * @param local gets the annotations whenever they change
     */
    public TopologyReporter(
            KubernetesClient client,
            MachineFactsReader machine,
            Kubelet kubelet,
            Consumer<Map<String, String>> local,
            MetricRegistry metrics,
            Consumer<String> problems) {
        this.client = client;
        this.machine = machine;
        this.kubelet = kubelet;
        this.local = local;
        this.metrics = metrics;
        this.problems = problems;
    }

    /** Calculates; empty when something that is needed is not known. */
    public Optional<TopologyFacts> calculate(NodeView view, Instant now) {
        if (view.node().isEmpty()) {
            return Optional.empty();
        }
        NodeFacts node = view.node().get();
        Optional<KubeletSettings> settings = kubelet.settings(node.kubelet(), now);
        MachineFacts here = machine(node.name(), now);
        if (settings.isEmpty() || here.processors().isEmpty()) {
            return Optional.empty();
        }
        try {
            node.layout().unreadable().ifPresent(problem -> {
                throw new IllegalArgumentException(problem);
            });
            TopologyFacts found = TopologyCalculator.of(
                    new TopologyInput(node, view.pods(), here, settings, heldByKubelet(settings.get())));
            handOn(found);
            return Optional.of(found);
        } catch (IllegalArgumentException e) {
            problems.accept("NodeResourceTopology stays as it is: " + e.getMessage());
        } catch (IOException e) {
            problems.accept("NodeResourceTopology stays as it is: cpu_manager_state: " + FileErrorFormatter.of(e));
        }
        return Optional.empty();
    }

    private MachineFacts machine(String node, Instant now) {
        boolean due = facts == null || factsAt == null || !now.isBefore(factsAt.plus(MACHINE_REFRESH));
        String running = machine.online();
        if (due || !running.equals(online)) {
            facts = machine.read();
            count(
                    "koordlet_collect_node_cpu_info_status",
                    node,
                    !facts.processors().isEmpty());
            count(
                    "koordlet_collect_node_numa_info_status",
                    node,
                    !facts.memory().isEmpty());
            factsAt = now;
            online = running;
        }
        return Objects.requireNonNull(facts);
    }

    /** Under the name of the reference. */
    private void count(String family, String node, boolean found) {
        metrics.counter(MetricNames.of(family, "node", node, "status", found ? "succeeded" : "failed"))
                .inc();
    }

    private Map<String, CpuSet> heldByKubelet(KubeletSettings settings) throws IOException {
        return settings.givesCpus()
                ? kubelet.cpuManagerState().map(CpuManagerState::byPod).orElseGet(TreeMap::new)
                : Map.of();
    }

    private void handOn(TopologyFacts found) {
        if (!found.equals(handedOn)) {
            handedOn = found;
            local.accept(found.annotations());
        }
    }

    /**
     * Writes if the object differs.
     *
     * @param object as it was seen last; empty if absent
     */
    public void write(NodeFacts node, Optional<NodeResourceTopology> object, TopologyFacts wanted, Instant now) {
        boolean waiting = notBefore != null && now.isBefore(notBefore);
        boolean due = object.isEmpty() || TopologyChange.isNeeded(object.get(), wanted);
        if (waiting || !due) {
            return;
        }
        String status = "written";
        try {
            if (object.isEmpty()) {
                client.resource(created(node, wanted)).create();
            } else {
                update(node.name(), wanted);
            }
            // The watch brings what was written; until then it would be written again.
            notBefore = now.plus(RETRY_AFTER);
            retryAfter = RETRY_AFTER;
        } catch (KubernetesClientException e) {
            status = "failed";
            failed(node.name(), e, now);
        }
        metrics.counter(MetricNames.of("koord_koordlet_topology_writes_total", "status", status))
                .inc();
    }

    private void failed(String name, KubernetesClientException problem, Instant now) {
        notBefore = now.plus(retryAfter);
        retryAfter = retryAfter.compareTo(LONGEST_RETRY.dividedBy(2)) > 0 ? LONGEST_RETRY : retryAfter.multipliedBy(2);
        // A cluster may do without that kind.
        if (problem.getCode() != NOT_FOUND) {
            problems.accept("NodeResourceTopology/" + name + " cannot be written: " + FailureFormatter.of(problem));
        }
    }

    private static NodeResourceTopology created(NodeFacts node, TopologyFacts wanted) {
        NodeResourceTopology object = new NodeResourceTopology();
        ObjectMetaBuilder metadata = new ObjectMetaBuilder()
                .withName(node.name())
                .addToLabels(Labels.MANAGED_BY, "Koordinator")
                .withAnnotations(wanted.annotations());
        wanted.numaReservation().ifPresent(value -> metadata.addToLabels(Labels.NODE_NUMA_RESERVATION, value));
        if (node.uid() != null) {
            metadata.addNewOwnerReference()
                    .withApiVersion("v1")
                    .withKind("Node")
                    .withName(node.name())
                    .withUid(node.uid())
                    .withController(true)
                    .withBlockOwnerDeletion(true)
                    .endOwnerReference();
        }
        object.setMetadata(metadata.build());
        object.setTopologyPolicies(List.of(wanted.policy()));
        object.setZones(wanted.zones());
        return object;
    }

    /** Read again, with what others keep in it, and refused when it changed in between. */
    private void update(String name, TopologyFacts wanted) {
        String text = client.raw("/apis/topology.node.k8s.io/v1alpha1/noderesourcetopologies/" + name);
        try {
            JsonNode object = PlainJson.MAPPER.readTree(Objects.requireNonNullElse(text, "{}"));
            PatchTargets.named(client, NodeResourceTopology::new, name)
                    .patch(REPLACE, TopologyChange.patch(object, wanted).toString());
        } catch (IOException e) {
            throw new KubernetesClientException("answer is no JSON: " + e.getMessage(), e);
        }
    }
}
