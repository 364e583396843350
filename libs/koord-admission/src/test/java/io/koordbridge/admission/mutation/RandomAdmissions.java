package io.koordbridge.admission.mutation;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClass;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClassBuilder;
import io.koordbridge.api.config.ClusterColocationProfile;
import io.koordbridge.testkit.conformance.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** Pods and profiles by chance, each property of them often enough to meet the others, and what happens between two calls. */
final class RandomAdmissions {

    private static final Instant NOON = Instant.parse("2026-11-28T12:00:00Z");
    private static final List<String> KEYS = List.of("app", "stage", "queue");
    private static final List<String> VALUES = List.of("q", "q-be", "one", "two");
    private static final List<String> RESOURCES = List.of(
            "cpu", "memory", "kubernetes.io/batch-cpu", "kubernetes.io/batch-memory", "koordinator.sh/gpu", "x/y");
    private static final Map<String, PriorityClass> CLASSES = Map.of(
            "koord-batch", priorityClass(5_000),
            "koord-mid", priorityClass(7_000),
            "koord-prod", priorityClass(9_000));

    private final Random random;
    private final boolean trees;
    private final List<CompiledProfile> profiles = new ArrayList<>();

    RandomAdmissions(Random random) {
        this.random = random;
        this.trees = random.nextBoolean();
        for (int at = random.nextInt(4); at > 0; at--) {
            profiles.add(CompiledProfile.of(Json.as(profile("p" + at), ClusterColocationProfile.class)));
        }
    }

    private static PriorityClass priorityClass(int value) {
        return new PriorityClassBuilder().withValue(value).build();
    }

    /** A call that comes some seconds after noon and draws lots for itself. */
    PodMutation.Outcome call(ObjectNode pod, int seconds) {
        return RepeatableMutation.mutate(
                new PodMutation.Input(
                        pod,
                        Map.of(),
                        profiles,
                        CLASSES,
                        profile -> random.nextInt(100),
                        PodMutation.Gates.NONE,
                        quota -> trees
                                ? Optional.of(new LabelSelectorBuilder()
                                        .addToMatchLabels("tree", "a")
                                        .build())
                                : Optional.empty()),
                NOON.plusSeconds(seconds));
    }

    private boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    private <T> T one(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    private void texts(ObjectNode into, List<String> values, int percent) {
        KEYS.stream().filter(key -> chance(percent)).forEach(key -> into.put(key, one(values)));
    }

    private ObjectNode profile(String name) {
        ObjectNode profile = Json.MAPPER.createObjectNode();
        ObjectNode metadata = profile.putObject("metadata").put("name", name);
        if (chance(15)) {
            metadata.putObject("annotations").put("config.koordinator.sh/skip-update-resources", "");
        }
        ObjectNode spec = profile.putObject("spec");
        if (chance(40)) {
            texts(spec.putObject("selector").putObject("matchLabels"), VALUES, 40);
        }
        texts(spec.putObject("labels"), VALUES, 25);
        texts(spec.putObject("annotations"), VALUES, 25);
        texts(spec.putObject("labelSuffixes"), List.of("-be", "-x", ""), 25);
        texts(spec.putObject("labelKeysMapping"), KEYS, 15);
        texts(spec.putObject("annotationKeysMapping"), KEYS, 15);
        if (chance(25)) {
            spec.put("probability", one(List.of("0%", "30%", "70%", "100%")));
        }
        if (chance(60)) {
            spec.put("qosClass", one(List.of("BE", "BE", "LS")));
            spec.put("priorityClassName", one(List.of("koord-batch", "koord-batch", "koord-mid", "koord-prod")));
        }
        if (chance(20)) {
            ObjectNode patch = spec.putObject("patch");
            texts(patch.putObject("metadata").putObject("labels"), VALUES, 25);
            patch.putObject("spec").putArray("containers").add(container(one(List.of("main", "patched")), 40));
        }
        return profile;
    }

    ObjectNode pod() {
        ObjectNode pod = Json.MAPPER.createObjectNode();
        texts(pod.putObject("metadata").put("name", "p").putObject("labels"), VALUES, 50);
        ObjectNode spec = pod.putObject("spec");
        ArrayNode containers = spec.putArray("containers").add(container("main", 40));
        if (chance(30)) {
            containers.add(container("second", 40));
        }
        if (chance(30)) {
            spec.putArray("initContainers").add(container("first", 40));
        }
        if (chance(15)) {
            amounts(spec.putObject("overhead"), 40);
        }
        if (chance(15)) {
            amounts(spec.putObject("resources").putObject("requests"), 40);
        }
        return pod;
    }

    private ObjectNode container(String name, int percent) {
        ObjectNode container = Json.MAPPER.createObjectNode().put("name", name);
        ObjectNode resources = container.putObject("resources");
        amounts(resources.putObject("requests"), percent);
        amounts(resources.putObject("limits"), percent);
        return container;
    }

    private void amounts(ObjectNode list, int percent) {
        RESOURCES.stream()
                .filter(name -> chance(name.endsWith("gpu") ? 10 : percent))
                .forEach(name -> list.put(name, String.valueOf(100 * (1 + random.nextInt(3)))));
    }

    /** What a later webhook does. */
    ObjectNode withSidecar(ObjectNode pod) {
        ObjectNode changed = pod.deepCopy();
        ObjectNode sidecar = Json.MAPPER.createObjectNode().put("name", "proxy");
        sidecar.putObject("resources").putObject("requests").put("cpu", "100m").put("memory", "64Mi");
        ((ArrayNode) changed.at("/spec/containers")).add(sidecar);
        return changed;
    }

    /** What the API server does between two calls in a namespace with a LimitRange. */
    static ObjectNode withDefaults(ObjectNode pod) {
        ObjectNode changed = pod.deepCopy();
        List<String> set = new ArrayList<>();
        for (String list : List.of("containers", "initContainers")) {
            String kind = list.equals("containers") ? "container " : "init container ";
            PodTree.containers(changed, list).forEach(container -> {
                ObjectNode resources = PodTree.child(container, "resources");
                for (String name : List.of("cpu", "memory")) {
                    String of = kind + container.path("name").asText();
                    if (!resources.path("requests").has(name)) {
                        PodTree.child(resources, "requests").put(name, "1");
                        set.add(name + " request for " + of);
                    }
                    if (!resources.path("limits").has(name)) {
                        PodTree.child(resources, "limits").put(name, "2");
                        set.add(name + " limit for " + of);
                    }
                }
            });
        }
        if (!set.isEmpty()) {
            PodTree.metadata(changed, "annotations")
                    .put("kubernetes.io/limit-ranger", "LimitRanger plugin set: " + String.join("; ", set));
        }
        return changed;
    }
}
