package io.koordbridge.it.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.api.quota.ElasticQuotaSpec;
import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.lab.kube.ChartDefinitions;
import io.koordbridge.lab.kube.Edits;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.WellKnown;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Twenty quotas in three levels and two trees, pods of six writers, and two pairs of extender and kube-scheduler. While minima and
 * maxima change, extenders are killed and the lease moves, no pod is bound above a limit; in the end everything that fits runs and
 * every other pod says what it waits for.
 */
class QuotaStormIT {

    private static final Duration SOON = Duration.ofMinutes(3);
    private static final Duration END = Duration.ofMinutes(2);
    /** Limits are maximums, so that they can be checked from outside. */
    private static final String[] SETTINGS = {
        "--set=quota.enableRuntimeQuota=false",
        "--set=quota.enableCheckParentQuota=true",
        "--set=quota.gates.multiQuotaTree=true"
    };

    private static final int WRITERS = 6;
    private static final int PODS_OF_A_WRITER = 40;
    private static final int ROUNDS = 3;
    private static final int ENDED = 6;
    private static final String NAMESPACE = "koordinator-system";
    private static final String LEASE = "koord-scheduler";
    private static final long POD_MILLI = 200;

    @TempDir
    private Path directory;

    /** Parent by name. */
    private final Map<String, String> parents = new TreeMap<>();

    private final QuotaBounds bounds = new QuotaBounds();
    private final List<String> leaves = new ArrayList<>();
    private final Map<String, Pod> pods = new ConcurrentHashMap<>();
    private final List<String> violations = new CopyOnWriteArrayList<>();

    @Test
    @Tag("long")
    void limitsHoldWhateverHappensAndEverythingThatFitsRuns() throws Exception {
        RealControlPlane controlPlane = ControlPlaneGate.share();
        KubernetesClient client = controlPlane.client();
        ChartDefinitions.install(client, ElasticQuota.class);
        controlPlane.createNamespace(NAMESPACE);
        try (SchedulerPair first = new SchedulerPair(controlPlane, directory.resolve("first"), SETTINGS);
                Scene scene = new Scene(controlPlane, "storm")) {
            awaitHolderOtherThan(client, "");
            try (SchedulerPair second = new SchedulerPair(controlPlane, directory.resolve("second"), SETTINGS)) {
                for (int node = 0; node < 8; node++) {
                    scene.node("n" + node, 0, "0");
                }
                quotas(client);
                await().atMost(SOON)
                        .until(() -> leaves.stream()
                                .allMatch(leaf -> first.extender().knowsQuota(leaf)
                                        && second.extender().knowsQuota(leaf)));
                try (Watch watch = client.pods().inNamespace("default").watch(new Limits())) {
                    storm(scene, client, List.of(first, second));
                    await().atMost(END)
                            .pollInterval(Duration.ofSeconds(2))
                            .until(() -> missing(scene).isEmpty());
                    await().atMost(SOON).until(() -> unexplained(scene).isEmpty());
                }
            }
        }
        assertThat(violations).isEmpty();
    }

    /** Two trees of a top quota, three parents and six leaves each. */
    private void quotas(KubernetesClient client) {
        for (String tree : List.of("", "t2")) {
            String top = "top" + tree;
            quota(client, top, WellKnown.ROOT_QUOTA, tree, 12_000);
            for (int i = 0; i < 3; i++) {
                String parent = top + "-p" + i;
                quota(client, parent, top, tree, 3_000 + 1_000L * i);
                for (int k = 0; k < 2; k++) {
                    String leaf = parent + "-" + k;
                    quota(client, leaf, parent, tree, 1_000 + 1_000L * k + 500L * i);
                    leaves.add(leaf);
                }
            }
        }
    }

    private void quota(KubernetesClient client, String name, String parent, String tree, long milli) {
        boolean leaf = parent.contains("-p");
        long min = leaf ? milli / 2 : 0;
        parents.put(name, parent);
        bounds.begin(name, min, milli);
        ElasticQuota quota = new ElasticQuota();
        ObjectMetaBuilder meta = new ObjectMetaBuilder()
                .withName(name)
                .withNamespace("default")
                .addToLabels(Labels.QUOTA_PARENT, parent)
                .addToLabels(Labels.QUOTA_IS_PARENT, "true");
        if (!tree.isEmpty()) {
            meta.addToLabels(Labels.QUOTA_TREE_ID, tree);
            if (parent.equals(WellKnown.ROOT_QUOTA)) {
                meta.addToLabels(Labels.QUOTA_IS_ROOT, "true")
                        .addToAnnotations(Annotations.QUOTA_TOTAL_RESOURCE, "{\"cpu\":\"12\"}");
            }
        }
        quota.setMetadata(meta.build());
        quota.setSpec(spec(min, milli));
        client.resource(quota).create();
    }

    private static ElasticQuotaSpec spec(long min, long max) {
        return new ElasticQuotaSpec(Map.of("cpu", new Quantity(min + "m")), Map.of("cpu", new Quantity(max + "m")));
    }

    private void storm(Scene scene, KubernetesClient client, List<SchedulerPair> pairs) throws Exception {
        ExecutorService writers = Executors.newFixedThreadPool(WRITERS);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int writer = 0; writer < WRITERS; writer++) {
                int seed = writer;
                running.add(writers.submit(() -> write(scene, client, seed)));
            }
            for (int round = 0; round < ROUNDS; round++) {
                int goal = (round + 1) * WRITERS * PODS_OF_A_WRITER / (ROUNDS + 1);
                await().atMost(END).until(() -> pods.size() >= goal / 2);
                disturb(client, pairs.get(round % pairs.size()), round);
            }
            for (Future<?> one : running) {
                one.get(END.toSeconds(), TimeUnit.SECONDS);
            }
        } finally {
            writers.shutdownNow();
        }
    }

    /** One quota has more than before and one less, the extender that is asked dies, and then the other kube-scheduler leads. */
    private void disturb(KubernetesClient client, SchedulerPair leader, int round) throws IOException {
        String more = leaves.get(round);
        String less = leaves.get(leaves.size() - 1 - round);
        bounds.raise(more, 600, 1_000);
        change(client, more);
        bounds.plan(less, 200, 600);
        change(client, less);

        leader.extender().crash();
        leader.extender().start();
        // What the dead extender had sent is done or lost by now.
        String version =
                client.pods().inNamespace("default").list().getMetadata().getResourceVersion();
        bounds.lower(less, Long.parseLong(version));
        pods.values().stream()
                .filter(pod -> Scene.isPlaced(pod) && less.equals(quotaOf(pod)))
                .limit(ENDED)
                .forEach(pod -> client.resource(pod).withGracePeriod(0).delete());

        String before = holder(client);
        leader.stopScheduler();
        Edits.edit(client.leases().inNamespace(NAMESPACE).withName(LEASE), QuotaStormIT::released);
        awaitHolderOtherThan(client, before);
        leader.startScheduler();
    }

    private void change(KubernetesClient client, String name) {
        Edits.edit(client.resources(ElasticQuota.class).inNamespace("default").withName(name), found -> {
            found.setSpec(spec(bounds.min(name), bounds.max(name)));
            return found;
        });
    }

    /** As a holder leaves it that ends in order, so that the next need not wait for the end of the lease. */
    private static Lease released(Lease lease) {
        return new LeaseBuilder(lease)
                .editSpec()
                .withHolderIdentity("")
                .withLeaseDurationSeconds(1)
                .endSpec()
                .build();
    }

    private static void awaitHolderOtherThan(KubernetesClient client, String before) {
        await().atMost(SOON).until(() -> !List.of("", before).contains(holder(client)));
    }

    private static String holder(KubernetesClient client) {
        Lease lease = client.leases().inNamespace(NAMESPACE).withName(LEASE).get();
        String holder = lease == null ? null : lease.getSpec().getHolderIdentity();
        return holder == null ? "" : holder;
    }

    private void write(Scene scene, KubernetesClient client, int seed) {
        Random random = new Random(seed);
        for (int i = 0; i < PODS_OF_A_WRITER; i++) {
            String quota = leaves.get(random.nextInt(leaves.size()));
            Pod plain = scene.unbornPod("w" + seed + "-" + i, Map.of("cpu", POD_MILLI + "m", "memory", "16Mi"));
            Pod pod = client.resource(new PodBuilder(plain)
                            .editMetadata()
                            .addToLabels(Labels.QUOTA_NAME, quota)
                            .addToLabels(Labels.QUOTA_PREEMPTIBLE, Boolean.toString(random.nextInt(4) > 0))
                            .endMetadata()
                            .build())
                    .create();
            if (random.nextInt(6) == 0) {
                client.resource(pod).withGracePeriod(0).delete();
            }
        }
    }

    /** Looks at the sums with each binding. */
    private final class Limits implements Watcher<Pod> {
        @Override
        public void eventReceived(Action action, Pod pod) {
            String name = pod.getMetadata().getName();
            if (action == Action.DELETED) {
                pods.remove(name);
                return;
            }
            Pod before = pods.put(name, pod);
            if (Scene.isPlaced(pod) && (before == null || !Scene.isPlaced(before))) {
                long version = Long.parseLong(pod.getMetadata().getResourceVersion());
                Map<String, Long> used = used(pods.values());
                bounds.of(pod, parents).forEach(bound -> {
                    if (used.getOrDefault(bound, 0L) > bounds.at(bound, version)) {
                        violations.add(bound + " is " + bounds.at(bound, version) + ", used " + used.get(bound));
                    }
                });
            }
        }

        @Override
        public void onClose(WatcherException cause) {
            // The test ends by what it has collected.
        }
    }

    private Map<String, Long> used(Iterable<Pod> all) {
        Map<String, Long> used = new HashMap<>();
        for (Pod pod : all) {
            if (Scene.isPlaced(pod)) {
                bounds.of(pod, parents).forEach(bound -> used.merge(bound, POD_MILLI, Long::sum));
            }
        }
        return used;
    }

    private static String quotaOf(Pod pod) {
        return pod.getMetadata().getLabels().get(Labels.QUOTA_NAME);
    }

    /** The bounds that keep a pod out. */
    private List<String> full(Pod pod, Map<String, Long> used) {
        return bounds.of(pod, parents).stream()
                .filter(bound -> used.getOrDefault(bound, 0L) + POD_MILLI > bounds.at(bound, Long.MAX_VALUE))
                .toList();
    }

    /** Pods that wait although their quota and all above have room. */
    private List<String> missing(Scene scene) {
        List<Pod> all = scene.pods();
        Map<String, Long> used = used(all);
        return all.stream()
                .filter(pod -> !Scene.isPlaced(pod) && full(pod, used).isEmpty())
                .map(pod -> pod.getMetadata().getName())
                .toList();
    }

    /** Pods whose condition does not name a quota that keeps them out. */
    private List<String> unexplained(Scene scene) {
        List<Pod> all = scene.pods();
        Map<String, Long> used = used(all);
        return all.stream()
                .filter(pod -> !Scene.isPlaced(pod))
                .filter(pod -> full(pod, used).stream()
                        .noneMatch(bound -> reason(pod).contains("quotaName: " + QuotaBounds.quota(bound) + ",")))
                .map(pod -> pod.getMetadata().getName() + ": " + reason(pod))
                .toList();
    }

    private static String reason(Pod pod) {
        return pod.getStatus().getConditions().stream()
                .filter(condition -> "PodScheduled".equals(condition.getType()) && condition.getMessage() != null)
                .map(PodCondition::getMessage)
                .findFirst()
                .orElse("");
    }
}
