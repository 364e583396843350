package io.koordbridge.bench.scheduling;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.protocol.WellKnown;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Kinds of pods that wait: batch pods, pods with cpu and memory only, pods with CPUs of their own on one NUMA node, and batch and NUMA in turn. */
public enum PodLoad {
    PLAIN {
        @Override
        Pod pod(String name, int number, int shapes) {
            return batch(name, number % shapes);
        }
    },
    NATIVE {
        @Override
        Pod pod(String name, int number, int shapes) {
            return of(name, Map.of("cpu", 100 + number % shapes + "m", "memory", "128Mi"));
        }
    },
    NUMA {
        @Override
        Pod pod(String name, int number, int shapes) {
            return ownCpus(name, number % shapes);
        }
    },
    MIXED {
        @Override
        Pod pod(String name, int number, int shapes) {
            int shape = number / 2 % shapes;
            return number % 2 == 0 ? batch(name, shape) : ownCpus(name, shape);
        }
    };

    static final String LABEL = "bench";

    /**
     * A pod that waits.
     *
     * @param shapes in how many different amounts such pods request
     */
    abstract Pod pod(String name, int number, int shapes);

    String title() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** A batch pod of 100 milli-cores and a few more. */
    private static Pod batch(String name, int more) {
        return of(
                name,
                Map.of(ResourceNames.BATCH_CPU, Integer.toString(100 + more), ResourceNames.BATCH_MEMORY, "128Mi"));
    }

    /** A pod that wants more CPUs of one NUMA node than any has: only the extender refuses it. */
    static Pod unfit(String name) {
        return new PodBuilder(ownCpus(name, "20", "1Gi"))
                .editMetadata()
                .addToLabels(LABEL, "unfit")
                .endMetadata()
                .build();
    }

    /** A pod of a quota without room, with our scheduling gate, as the webhook creates it. */
    static Pod beyondQuota(String name, String quota) {
        return new PodBuilder(of(name, Map.of("cpu", "100m")))
                .editMetadata()
                .addToLabels(LABEL, "beyond")
                .addToLabels(Labels.QUOTA_NAME, quota)
                .endMetadata()
                .editSpec()
                .addNewSchedulingGate(WellKnown.SCHEDULING_GATE)
                .endSpec()
                .build();
    }

    /** A pod with four CPUs of its own on one NUMA node. */
    private static Pod ownCpus(String name, int more) {
        return ownCpus(name, "4", 1_024 + more + "Mi");
    }

    private static Pod ownCpus(String name, String cpus, String memory) {
        return new PodBuilder(of(name, Map.of("cpu", cpus, "memory", memory)))
                .editMetadata()
                .addToLabels(Labels.POD_QOS_CLASS, "LSR")
                .addToLabels(Labels.POD_PRIORITY_CLASS, "koord-prod")
                .addToAnnotations(Annotations.POD_NUMA_TOPOLOGY_SPEC, "{\"numaTopologyPolicy\":\"SingleNUMANode\"}")
                .endMetadata()
                .build();
    }

    private static Pod of(String name, Map<String, String> amounts) {
        Map<String, Quantity> quantities = new TreeMap<>();
        amounts.forEach((resource, amount) -> quantities.put(resource, new Quantity(amount)));
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace("default")
                .withName(name)
                .addToLabels(LABEL, "waiting")
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
                .endSpec()
                .build();
    }
}
