package io.koordbridge.it.scheduler;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSchedulingGate;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.api.quota.ElasticQuotaSpec;
import io.koordbridge.api.reservation.Reservation;
import io.koordbridge.lab.kube.Edits;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.WellKnown;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/** The objects of {@link RandomScenesIT}: 60 nodes, quotas, and what one step after the other creates, cordons and deletes. */
final class RandomObjects {
    static final String NAMESPACE = "default";
    static final int NODES = 60;
    static final long NODE_MILLI = 4_000;
    static final int NODE_PODS = 12;
    private static final int QUOTAS = 4;
    private static final long QUOTA_MILLI = 20_000;
    private static final long ROOM_FOR_ALL = 1_000_000;
    private static final int MOST_PODS = 500;
    private static final int GANG_MIN = 3;
    private static final int GANG_MORE = 8;
    private static final long GANG_POD = 1_000;
    private static final long SMALLEST_POD = 450;

    private final RealControlPlane controlPlane;
    private final KubernetesClient client;
    private final Random random;
    private final Set<String> cordoned = new HashSet<>();
    private final Map<String, List<String>> gangs = new TreeMap<>();
    private final List<String> single = new ArrayList<>();
    private int number;
    private int steps;

    RandomObjects(RealControlPlane controlPlane, Random random) {
        this.controlPlane = controlPlane;
        this.client = controlPlane.client();
        this.random = random;
    }

    int created() {
        return number;
    }

    int steps() {
        return steps;
    }

    /** Limits by name of the node or quota; milli-cores and pods. */
    LimitChecker.Limits limits() {
        Map<String, Long> quotas = new HashMap<>();
        for (int quota = 0; quota < QUOTAS; quota++) {
            quotas.put("q" + quota, QUOTA_MILLI);
        }
        return new LimitChecker.Limits(NODE_MILLI, NODE_MILLI, NODE_PODS, quotas);
    }

    void createNodesAndQuotas() {
        for (int node = 0; node < NODES; node++) {
            controlPlane.createNode(
                    "n" + node,
                    Map.of(
                            "cpu",
                            "4",
                            "memory",
                            "64Gi",
                            "pods",
                            Integer.toString(NODE_PODS),
                            Scene.BATCH_CPU,
                            Long.toString(NODE_MILLI),
                            Scene.BATCH_MEMORY,
                            "64Gi"));
        }
        for (int quota = 0; quota < QUOTAS; quota++) {
            ElasticQuota object = new ElasticQuota();
            object.setMetadata(new ObjectMetaBuilder()
                    .withName("q" + quota)
                    .withNamespace(NAMESPACE)
                    .addToLabels(Labels.QUOTA_PARENT, WellKnown.ROOT_QUOTA)
                    .build());
            object.setSpec(spec(QUOTA_MILLI));
            client.resource(object).create();
        }
    }

    private static ElasticQuotaSpec spec(long milli) {
        return new ElasticQuotaSpec(
                Map.of(Scene.BATCH_CPU, new Quantity("0")),
                Map.of(Scene.BATCH_CPU, new Quantity(Long.toString(milli))));
    }

    /** One event by chance. */
    void step() {
        steps++;
        int chance = random.nextInt(100);
        if (single.size() + gangs.values().stream().mapToInt(List::size).sum() > MOST_PODS) {
            chance = 60 + random.nextInt(40);
        }
        if (chance < 48) {
            createPod();
        } else if (chance < 56) {
            createGang();
        } else if (chance < 60) {
            createReservation();
        } else if (chance < 80) {
            deletePod();
        } else if (chance < 90) {
            deleteGangOrMember();
        } else {
            cordonOrNot("n" + random.nextInt(NODES));
        }
    }

    private void createPod() {
        String name = "p" + number++;
        Map<String, String> labels = new HashMap<>();
        Map<String, String> requests = new HashMap<>(Map.of("memory", "64Mi"));
        long milli = SMALLEST_POD * (1 + random.nextInt(8));
        if (random.nextInt(4) == 0) {
            requests.put("cpu", milli + "m");
        } else {
            requests.put(Scene.BATCH_CPU, Long.toString(milli));
            requests.put(Scene.BATCH_MEMORY, "128Mi");
            if (random.nextInt(2) == 0) {
                labels.put(Labels.QUOTA_NAME, "q" + random.nextInt(QUOTAS));
            } else if (random.nextInt(4) == 0) {
                labels.put("reserved-for", "owner");
            }
        }
        client.resource(pod(name, requests)
                        .editMetadata()
                        .addToLabels(labels)
                        .endMetadata()
                        .build())
                .create();
        single.add(name);
    }

    /** Its pods come in one go; some have our scheduling gate, as the webhook adds it. */
    private void createGang() {
        String gang = "g" + number++;
        int size = GANG_MIN + random.nextInt(GANG_MORE);
        boolean gated = random.nextInt(3) == 0;
        List<String> names = new ArrayList<>();
        for (int member = 0; member < size; member++) {
            String name = gang + "-" + member;
            PodBuilder pod = pod(name, Map.of(Scene.BATCH_CPU, Long.toString(GANG_POD), Scene.BATCH_MEMORY, "128Mi"))
                    .editMetadata()
                    .addToAnnotations(Annotations.GANG_NAME, gang)
                    .addToAnnotations(Annotations.GANG_MIN_AVAILABLE, Integer.toString(size))
                    .endMetadata();
            if (gated) {
                pod = pod.editSpec()
                        .withSchedulingGates(new PodSchedulingGate(WellKnown.SCHEDULING_GATE))
                        .endSpec();
            }
            client.resource(pod.build()).create();
            names.add(name);
        }
        gangs.put(gang, names);
    }

    private PodBuilder pod(String name, Map<String, String> requests) {
        Map<String, Quantity> quantities = new TreeMap<>();
        requests.forEach((resource, amount) -> quantities.put(resource, new Quantity(amount)));
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace(NAMESPACE)
                .withName(name)
                .endMetadata()
                .withNewSpec()
                .withSchedulerName("koord-scheduler")
                .withTerminationGracePeriodSeconds(0L)
                .addNewContainer()
                .withName("main")
                .withImage("none")
                .withNewResources()
                .withRequests(quantities)
                .withLimits(quantities)
                .endResources()
                .endContainer()
                .endSpec();
    }

    private void createReservation() {
        String name = "r" + number++;
        String yaml = """
                apiVersion: scheduling.koordinator.sh/v1alpha1
                kind: Reservation
                metadata: {name: %s}
                spec: {owners: [{labelSelector: {matchLabels: {reserved-for: owner}}}], ttl: %ds}
                """.formatted(name, 5 + random.nextInt(20));
        GenericKubernetesResource object = Serialization.unmarshal(yaml, GenericKubernetesResource.class);
        Map<String, Object> spec = object.get("spec");
        spec.put(
                "template",
                Map.of(
                        "spec",
                        pod("template", Map.of(Scene.BATCH_CPU, "2000", Scene.BATCH_MEMORY, "128Mi"))
                                .buildSpec()));
        client.resource(object).create();
    }

    private void deletePod() {
        if (!single.isEmpty()) {
            delete(single.remove(random.nextInt(single.size())));
        }
    }

    private void delete(String pod) {
        client.pods().inNamespace(NAMESPACE).withName(pod).withGracePeriod(0).delete();
    }

    /** A gang without one of its minimum is ended a little later: what is left of it could never be placed. */
    private void deleteGangOrMember() {
        if (gangs.isEmpty()) {
            return;
        }
        List<String> names = new ArrayList<>(gangs.keySet());
        String gang = names.get(random.nextInt(names.size()));
        List<String> members = gangs.get(gang);
        if (random.nextInt(3) == 0 && members.size() > 1) {
            delete(members.remove(random.nextInt(members.size())));
        } else {
            members.forEach(this::delete);
            gangs.remove(gang);
        }
    }

    private void cordonOrNot(String node) {
        boolean close = !cordoned.remove(node);
        if (close) {
            cordoned.add(node);
        }
        cordon(node, close);
    }

    private void cordon(String node, boolean close) {
        Edits.edit(
                client.nodes().withName(node),
                found -> new NodeBuilder(found)
                        .editSpec()
                        .withUnschedulable(close)
                        .endSpec()
                        .build());
    }

    /** Nodes are open, reservations are gone, and gangs that lost a member before they were placed are ended. */
    void endDisturbances() {
        cordoned.forEach(node -> cordon(node, false));
        cordoned.clear();
        client.resources(Reservation.class).delete();
        Map<String, Long> there = new HashMap<>();
        Map<String, Long> placed = new HashMap<>();
        Map<String, Integer> minimums = new HashMap<>();
        for (Pod pod : pods()) {
            Map<String, String> annotations = pod.getMetadata().getAnnotations();
            String gang = annotations == null ? null : annotations.get(Annotations.GANG_NAME);
            if (gang != null) {
                there.merge(gang, 1L, Long::sum);
                placed.merge(gang, Scene.isPlaced(pod) ? 1L : 0L, Long::sum);
                minimums.put(gang, Integer.parseInt(annotations.get(Annotations.GANG_MIN_AVAILABLE)));
            }
        }
        there.forEach((gang, count) -> {
            if (count < minimums.get(gang)) {
                gangs.getOrDefault(gang, List.of()).forEach(this::delete);
                gangs.remove(gang);
            }
        });
    }

    /** A pod for each quota that asks for all of it: it waits, and its explanation names what the quota's other pods have. */
    void createPodsBeyondQuotas() {
        for (int quota = 0; quota < QUOTAS; quota++) {
            String name = "p" + number++;
            client.resource(pod(name, Map.of(Scene.BATCH_CPU, Long.toString(QUOTA_MILLI), Scene.BATCH_MEMORY, "128Mi"))
                            .editMetadata()
                            .addToLabels(Labels.QUOTA_NAME, "q" + quota)
                            .endMetadata()
                            .build())
                    .create();
            single.add(name);
        }
    }

    /**
     * Raises the quotas and deletes pods until all that are left have room in any order: no pod is larger than half a node, and all
     * together need a third of the nodes, so that fewer than all nodes are more than half full. Pods that wait go last.
     */
    void makeRoomForAll() {
        for (int quota = 0; quota < QUOTAS; quota++) {
            Edits.edit(
                    client.resources(ElasticQuota.class).inNamespace(NAMESPACE).withName("q" + quota), found -> {
                        found.setSpec(spec(ROOM_FOR_ALL));
                        return found;
                    });
        }
        List<Pod> there = new ArrayList<>(pods());
        Collections.shuffle(there, random);
        there.sort(Comparator.comparing((Pod pod) -> milli(pod) <= NODE_MILLI / 2)
                .thenComparing(pod -> !Scene.isPlaced(pod)));
        long left = there.stream().mapToLong(RandomObjects::milli).sum();
        for (Pod pod : there) {
            boolean large = milli(pod) > NODE_MILLI / 2;
            if (single.contains(pod.getMetadata().getName()) && (large || left > NODES * NODE_MILLI / 3)) {
                delete(pod.getMetadata().getName());
                left -= milli(pod);
            }
        }
        for (List<String> members : gangs.values()) {
            if (left > NODES * NODE_MILLI / 3) {
                members.forEach(this::delete);
                left -= members.size() * GANG_POD;
            }
        }
    }

    /** Milli-cores that a pod requests, plain or batch. */
    static long milli(Pod pod) {
        return LimitChecker.milli(pod, "cpu") + LimitChecker.milli(pod, Scene.BATCH_CPU);
    }

    List<Pod> pods() {
        return client.pods().inNamespace(NAMESPACE).list().getItems();
    }

    long waiting() {
        return pods().stream().filter(pod -> !Scene.isPlaced(pod)).count();
    }

    void deleteAll() {
        client.pods().inNamespace(NAMESPACE).withGracePeriod(0).delete();
        client.resources(Reservation.class).delete();
        client.nodes().delete();
    }
}
