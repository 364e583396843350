package io.koordbridge.api.pod;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;

/** Requests against the rule of kube-scheduler 1.35, written down once more for one resource in milli-cores. */
class PodRequestsProperties {

    private static final long ABSENT = -1;

    enum Kind {
        MAIN,
        SIDECAR,
        INIT
    }

    enum Resize {
        NONE,
        DEFERRED,
        INFEASIBLE
    }

    /** Amounts are {@link #ABSENT} where they are not said; without a status neither of the last two is. */
    record Part(Kind kind, boolean status, long spec, long allocated, long actual) {

        long counted(Resize resize) {
            boolean reported = kind != Kind.INIT && status;
            if (!reported) {
                return Math.max(0, spec);
            }
            long nodes = Math.max(allocated, actual);
            return Math.max(0, resize == Resize.INFEASIBLE ? nodes : Math.max(spec, nodes));
        }
    }

    private static long expected(List<Part> parts, Resize resize) {
        long running = 0;
        for (Part part : parts) {
            running += part.kind() == Kind.INIT ? 0 : part.counted(resize);
        }
        long sidecars = 0;
        long starting = 0;
        for (Part part : parts) {
            if (part.kind() != Kind.MAIN) {
                starting = Math.max(starting, sidecars + part.counted(resize));
                sidecars += part.kind() == Kind.SIDECAR ? part.counted(resize) : 0;
            }
        }
        return Math.max(running, starting);
    }

    @Property(tries = 2_000)
    void countsAsKubeSchedulerDoes(@ForAll("parts") List<Part> parts, @ForAll Resize resize) {
        assertThat(PodRequests.milliCpu(pod(parts, resize, "n"))).isEqualTo(expected(parts, resize));
    }

    @Property(tries = 500)
    void countsTheSpecOfAPodThatWaits(@ForAll("parts") List<Part> parts, @ForAll Resize resize) {
        List<Part> unreported = parts.stream()
                .map(part -> new Part(part.kind(), false, part.spec(), ABSENT, ABSENT))
                .toList();

        assertThat(PodRequests.milliCpu(pod(parts, resize, null))).isEqualTo(expected(unreported, Resize.NONE));
        assertThat(PodRequests.of(pod(parts, resize, null))).isEqualTo(PodRequests.ofSpec(pod(parts, resize, "n")));
    }

    @Provide
    Arbitrary<List<Part>> parts() {
        Arbitrary<Long> amount = Arbitraries.longs().between(ABSENT, 9_000);
        return Combinators.combine(Arbitraries.of(Kind.class), Arbitraries.of(true, false), amount, amount, amount)
                .as(Part::new)
                .list()
                .ofMaxSize(6);
    }

    private static Pod pod(List<Part> parts, Resize resize, @Nullable String node) {
        List<Container> containers = new ArrayList<>();
        List<Container> initContainers = new ArrayList<>();
        List<ContainerStatus> statuses = new ArrayList<>();
        for (Part part : parts) {
            String name = "c" + (containers.size() + initContainers.size());
            (part.kind() == Kind.MAIN ? containers : initContainers).add(container(name, part));
            if (part.status()) {
                statuses.add(status(name, part));
            }
        }
        PodBuilder pod = new PodBuilder()
                .withNewSpec()
                .withNodeName(node)
                .withContainers(containers)
                .withInitContainers(initContainers)
                .endSpec()
                .withNewStatus()
                .withContainerStatuses(statuses)
                .endStatus();
        return resize == Resize.NONE
                ? pod.build()
                : pod.editStatus()
                        .addNewCondition()
                        .withType("PodResizePending")
                        .withReason(resize == Resize.DEFERRED ? "Deferred" : "Infeasible")
                        .endCondition()
                        .endStatus()
                        .build();
    }

    private static Container container(String name, Part part) {
        ContainerBuilder container = new ContainerBuilder().withName(name);
        if (part.kind() == Kind.SIDECAR) {
            container.withRestartPolicy("Always");
        }
        return part.spec() == ABSENT
                ? container.build()
                : container
                        .withNewResources()
                        .addToRequests("cpu", new Quantity(part.spec() + "m"))
                        .endResources()
                        .build();
    }

    private static ContainerStatus status(String name, Part part) {
        ContainerStatusBuilder status =
                new ContainerStatusBuilder().withName(name).withNewResources().endResources();
        if (part.allocated() != ABSENT) {
            status.addToAllocatedResources("cpu", new Quantity(part.allocated() + "m"));
        }
        if (part.actual() != ABSENT) {
            status.editResources()
                    .addToRequests("cpu", new Quantity(part.actual() + "m"))
                    .endResources();
        }
        return status.build();
    }
}
