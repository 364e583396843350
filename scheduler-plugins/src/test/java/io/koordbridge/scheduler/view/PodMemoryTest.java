package io.koordbridge.scheduler.view;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.koordbridge.kube.cache.StrippedStore;
import io.koordbridge.kube.event.EventRecorder;
import io.koordbridge.kube.event.ObjectWarnings;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.scheduler.Samples;
import io.koordbridge.scheduler.quota.tree.QuotaArgs;
import io.koordbridge.scheduler.quota.tree.QuotaFeed;
import io.koordbridge.scheduler.quota.tree.QuotaLedger;
import io.koordbridge.scheduler.quota.tree.QuotaObjects;
import java.lang.management.ManagementFactory;
import java.time.Clock;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class PodMemoryTest {

    private static final int PODS_OF_A_NODE = 50;
    private static final int PODS_OF_A_JOB = 10;
    private static final int MOST_BYTES = 900;

    /** Property {@code ledger.nodes} measures another size. */
    @Test
    void ledgerAndQuotasKeepFewBytesOfEachPod() {
        int nodes = Integer.getInteger("ledger.nodes", 400);
        int pods = nodes * PODS_OF_A_NODE;
        ClusterLedger ledger = new ClusterLedger();
        QuotaLedger quotas = new QuotaLedger(QuotaArgs.DEFAULT);
        QuotaFeed feed =
                new QuotaFeed(quotas, new QuotaObjects(), QuotaArgs.DEFAULT, (quota, problem) -> {}, quota -> {});
        for (int node = 0; node < nodes; node++) {
            ledger.nodeSeen(Samples.nodeFacts(node(node), 64_000, "256Gi"));
        }
        try (KubernetesClient client = new KubernetesClientBuilder().build();
                EventRecorder events =
                        new EventRecorder(client, "koord-scheduler", Clock.systemUTC(), new MetricRegistry())) {
            StrippedStore<Pod> store = ClusterReflectors.pods(ledger, new ObjectWarnings(events), List.of(feed));
            long before = usedBytes();
            for (int number = 0; number < pods; number++) {
                Pod pod = pod(number, nodes);
                store.put(store.getKey(pod), pod);
            }
            long bytes = (usedBytes() - before) / pods;

            assertThat(store.size()).isEqualTo(pods);
            assertThat(ledger.view().node(node(1)).orElseThrow().placed().size())
                    .isEqualTo(PODS_OF_A_NODE);
            assertThat(quotas.pods("koordinator-default-quota")).hasSize(pods);
            assertThat(bytes).as("bytes of each pod at %s nodes", nodes).isBetween(1L, (long) MOST_BYTES);
        }
    }

    private static String node(int number) {
        return "node-%05d".formatted(number);
    }

    /** As an API server sends it: no two objects share a text. */
    private static Pod pod(int number, int nodes) {
        int job = number / PODS_OF_A_JOB;
        String second = "%02d:%02d".formatted(number % 60, number % 59);
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace("team-%02d".formatted(job % 50))
                .withName("job-%05d-%010x-%05d".formatted(job, job * 7_919L, number))
                .withUid(new UUID(number, 2).toString())
                .withCreationTimestamp("2026-11-%02dT10:%sZ".formatted(1 + number % 28, second))
                .addToLabels(Labels.POD_QOS_CLASS, "BE")
                .addToLabels("job", "job-%05d".formatted(job))
                .withOwnerReferences(new OwnerReferenceBuilder()
                        .withApiVersion("batch/v1")
                        .withKind("Job")
                        .withName("job-%05d".formatted(job))
                        .withUid(new UUID(job, 1).toString())
                        .withController(true)
                        .build())
                .endMetadata()
                .withNewSpec()
                .withNodeName(node(number % nodes))
                .withPriority(5_500)
                .addNewContainer()
                .withName("main")
                .withNewResources()
                .addToRequests(ResourceNames.BATCH_CPU, new Quantity(Integer.toString(500 + job % 10 * 100)))
                .addToRequests(ResourceNames.BATCH_MEMORY, new Quantity("1Gi"))
                .addToLimits(ResourceNames.BATCH_CPU, new Quantity(Integer.toString(500 + job % 10 * 100)))
                .addToLimits(ResourceNames.BATCH_MEMORY, new Quantity("1Gi"))
                .endResources()
                .endContainer()
                .endSpec()
                .withNewStatus()
                .withPhase("Running")
                .withStartTime("2026-11-%02dT11:%sZ".formatted(1 + number % 28, second))
                .addNewCondition()
                .withType("PodScheduled")
                .withStatus("True")
                .withLastTransitionTime("2026-11-%02dT11:%sZ".formatted(1 + number % 28, second))
                .endCondition()
                .endStatus()
                .build();
    }

    private static long usedBytes() {
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 3; round++) {
            System.gc();
            least = Math.min(
                    least,
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        }
        return least;
    }
}
