package io.koordbridge.scheduler.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.kube.periodic.PeriodicTasks;
import io.koordbridge.scheduler.Samples;
import io.koordbridge.scheduler.view.PodFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CapabilityListTest {

    private static final PodGate LATER = new AllGates(List.of());

    private final List<String> calls = new ArrayList<>();
    private final PodFacts pod = Samples.batchPodFacts("p", 1_000, "1Gi");

    @Test
    void theFirstPlanThatPlansAPodDecides() {
        CapabilityList list =
                new CapabilityList(List.of(new Planned("free", null), new Planned("a", "n1"), new Planned("b", "n2")));

        assertThat(list.decisions().plan().answer(pod, List.of("n1", "n2"))).isEqualTo(new PodPlan.Planned("n1"));
        assertThat(new CapabilityList(List.of(new Planned("free", null), new Planned("too", null)))
                        .decisions()
                        .plan()
                        .answer(pod, List.of("n1")))
                .isEqualTo(new PodPlan.Free());
    }

    @Test
    void aPlanIsMadeWithTheGatesOfAllCapabilitiesAlsoOfLaterOnes() {
        List<PodGate> seen = new ArrayList<>();
        new CapabilityList(List.of(
                new Named("plans") {
                    @Override
                    public Optional<PodPlan> plan(Capabilities others) {
                        seen.add(others.gate());
                        assertThat(others.plan()).isSameAs(PodPlan.NONE);
                        return Optional.empty();
                    }
                },
                new Named("later") {
                    @Override
                    public Optional<PodGate> gate() {
                        return Optional.of(LATER);
                    }
                }));

        assertThat(seen).containsExactly(LATER);
    }

    @Test
    void wordsProblemsAndStatesOfAllAreCollected() {
        CapabilityList list = new CapabilityList(List.of(new Named("a"), new Named("b") {
            @Override
            public List<String> details(PodFacts one) {
                return List.of("waits for " + one.name());
            }

            @Override
            public Optional<Object> report() {
                return Optional.of(Map.of("waiting", 1));
            }
        }));

        assertThat(list.decisions().notes().apply(pod)).containsExactly("waits for p");
        assertThat(list.reports()).isEqualTo(Map.of("a", "", "b", Map.of("waiting", 1)));
        assertThat(list.names()).containsExactly("a", "b");
        assertThat(list.decisions().gate()).isSameAs(PodGate.OPEN);
        assertThat(list.listeners()).isEmpty();
        assertThat(list.one(Planned.class)).isEmpty();
    }

    @Test
    void startsInOrder() {
        try (PeriodicTasks tasks = new PeriodicTasks(new MetricRegistry())) {
            new CapabilityList(List.of(new Named("a"), new Named("b"))).start(tasks);
        }
        assertThat(calls).containsExactly("start a", "start b");
    }

    @Test
    void twoOfOneNameAreRejected() {
        assertThatThrownBy(() -> new CapabilityList(List.of(new Named("a"), new Named("a"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("[a, a]");
    }

    private class Named implements Capability {
        private final String name;

        Named(String name) {
            this.name = name;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public void start(CapabilityList all, PeriodicTasks tasks) {
            calls.add("start " + name);
        }
    }

    private final class Planned extends Named {
        private final Optional<String> node;

        Planned(String name, @Nullable String node) {
            super(name);
            this.node = Optional.ofNullable(node);
        }

        @Override
        public Optional<PodPlan> plan(Capabilities others) {
            return Optional.of((one, candidates) ->
                    node.<PodPlan.Answer>map(PodPlan.Planned::new).orElseGet(PodPlan.Free::new));
        }
    }
}
