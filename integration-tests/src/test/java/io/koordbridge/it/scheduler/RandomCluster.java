package io.koordbridge.it.scheduler;

import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.NodeSelectorTerm;
import io.fabric8.kubernetes.api.model.NodeSelectorTermBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.TaintBuilder;
import io.fabric8.kubernetes.api.model.TolerationBuilder;
import io.koordbridge.lab.kube.Edits;
import io.koordbridge.lab.kube.RealControlPlane;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Nodes and pods with few different values each, so that they match often enough and fail for every reason. */
final class RandomCluster {

    static final String WAITING = "waiting";

    private static final String GPU = "example.com/gpu";
    private static final List<String> KEYS = List.of("zone", "disk", "cores");
    private static final List<String> VALUES = List.of("a", "b", "4", "8");
    private static final List<String> EFFECTS = List.of("NoSchedule", "NoExecute", "PreferNoSchedule");
    private static final List<String> ADDRESSES = List.of("", "127.0.0.1", "10.0.0.1");

    private final Random random;

    RandomCluster(Random random) {
        this.random = random;
    }

    private boolean oneIn(int times) {
        return random.nextInt(times) == 0;
    }

    private <T> T any(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    List<String> nodes(RealControlPlane controlPlane, int count) {
        return IntStream.range(0, count)
                .mapToObj(number -> node(controlPlane, "n" + number))
                .toList();
    }

    private String node(RealControlPlane controlPlane, String name) {
        Map<String, String> offered = new LinkedHashMap<>();
        offered.put("cpu", any(List.of("1500m", "2", "4")));
        offered.put("memory", any(List.of("2Gi", "4Gi")));
        offered.put("pods", any(List.of("2", "4", "110")));
        if (oneIn(2)) {
            offered.put(GPU, "2");
        }
        controlPlane.createNode(name, offered);
        Map<String, String> labels = new TreeMap<>();
        KEYS.stream().filter(key -> !oneIn(3)).forEach(key -> labels.put(key, any(VALUES)));
        Edits.edit(controlPlane.client().nodes().withName(name), found -> {
            NodeBuilder changed = new NodeBuilder(found)
                    .editMetadata()
                    .addToLabels(labels)
                    .endMetadata()
                    .editOrNewSpec()
                    .withUnschedulable(oneIn(8))
                    .endSpec();
            return oneIn(3)
                    ? changed.editSpec()
                            .addToTaints(new TaintBuilder()
                                    .withKey(any(KEYS))
                                    .withValue(any(VALUES))
                                    .withEffect(any(EFFECTS))
                                    .build())
                            .endSpec()
                            .build()
                    : changed.build();
        });
        return name;
    }

    /** Up to three pods on each node, beyond what the node has now and then. */
    List<Pod> boundPods(List<String> nodes) {
        List<Pod> pods = new ArrayList<>();
        for (String node : nodes) {
            for (int number = random.nextInt(4); number > 0; number--) {
                pods.add(new PodBuilder(pod(node + "-p" + number))
                        .editSpec()
                        .withNodeName(node)
                        .endSpec()
                        .build());
            }
        }
        return pods;
    }

    List<Pod> waitingPods(int count) {
        return IntStream.range(0, count)
                .mapToObj(number -> constrained(pod("w" + number)))
                .toList();
    }

    private Pod pod(String name) {
        Map<String, Quantity> requests = new TreeMap<>();
        if (!oneIn(6)) {
            requests.put("cpu", new Quantity(any(List.of("100m", "700m", "1"))));
        }
        if (oneIn(2)) {
            requests.put("memory", new Quantity(any(List.of("100Mi", "1Gi", "1500Mi"))));
        }
        if (oneIn(5)) {
            requests.put(GPU, new Quantity("1"));
        }
        ContainerBuilder container = new ContainerBuilder()
                .withName("main")
                .withImage("none")
                .withNewResources()
                .withRequests(requests)
                .withLimits(requests)
                .endResources();
        if (oneIn(3)) {
            container
                    .addNewPort()
                    .withContainerPort(80)
                    .withHostPort(any(List.of(8_080, 8_081)))
                    .withProtocol(any(List.of("TCP", "UDP")))
                    .withHostIP(any(ADDRESSES))
                    .endPort();
        }
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace("default")
                .withName(name)
                .endMetadata()
                .withNewSpec()
                .withSchedulerName("koord-scheduler")
                .withTerminationGracePeriodSeconds(0L)
                .withContainers(container.build())
                .endSpec()
                .build();
    }

    private Pod constrained(Pod pod) {
        PodSpecBuilder spec = new PodSpecBuilder(pod.getSpec());
        for (int number = random.nextInt(3); number > 0; number--) {
            boolean exists = oneIn(2);
            spec.addToTolerations(new TolerationBuilder()
                    .withKey(exists && oneIn(4) ? null : any(KEYS))
                    .withOperator(exists ? "Exists" : any(List.of("Equal", "")))
                    .withValue(exists ? null : any(VALUES))
                    .withEffect(oneIn(2) ? null : any(EFFECTS))
                    .build());
        }
        if (oneIn(4)) {
            spec.withNodeSelector(Map.of(any(KEYS), any(VALUES)));
        }
        if (oneIn(2)) {
            spec.withNewAffinity()
                    .withNewNodeAffinity()
                    .withNewRequiredDuringSchedulingIgnoredDuringExecution()
                    .withNodeSelectorTerms(IntStream.rangeClosed(0, random.nextInt(2))
                            .mapToObj(number -> term())
                            .toList())
                    .endRequiredDuringSchedulingIgnoredDuringExecution()
                    .endNodeAffinity()
                    .endAffinity();
        }
        return new PodBuilder(pod)
                .editMetadata()
                .addToLabels(WAITING, "true")
                .endMetadata()
                .withSpec(spec.build())
                .build();
    }

    private NodeSelectorTerm term() {
        NodeSelectorTermBuilder term = new NodeSelectorTermBuilder();
        for (int number = random.nextInt(3); number > 0; number--) {
            term.addToMatchExpressions(rule());
        }
        if (oneIn(6)) {
            term.addToMatchFields(new NodeSelectorRequirement(
                    "metadata.name", any(List.of("In", "NotIn")), List.of("n" + random.nextInt(9))));
        }
        return term.build();
    }

    private NodeSelectorRequirement rule() {
        String operator = any(List.of("In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt"));
        List<String> values = switch (operator) {
            case "Exists", "DoesNotExist" -> List.of();
            case "Gt", "Lt" -> List.of(any(List.of("3", "5", "8")));
            default -> List.of(any(VALUES), any(VALUES));
        };
        return new NodeSelectorRequirement(any(KEYS), operator, values);
    }
}
