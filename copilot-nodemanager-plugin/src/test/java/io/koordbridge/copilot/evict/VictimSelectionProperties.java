package io.koordbridge.copilot.evict;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.copilot.cgroup.ContainerUsage;
import io.koordbridge.copilot.node.ContainerFacts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class VictimSelectionProperties {

    @Property
    void coversTheDemandOrTakesAllThatHelps(
            @ForAll("containers") List<ContainerFacts> containers, @ForAll("demands") Amount demand) {
        List<ContainerFacts> victims = VictimSelection.select(containers, demand);

        Amount freed = sum(containers, c -> c.live() && (c.ending() || victims.contains(c)));
        Amount possible = sum(containers, ContainerFacts::live);
        assertThat(freed.cpuMilli() >= Math.min(demand.cpuMilli(), possible.cpuMilli()))
                .isTrue();
        assertThat(freed.memoryBytes() >= Math.min(demand.memoryBytes(), possible.memoryBytes()))
                .isTrue();
    }

    @Property
    void noVictimOfACoveredDemandCouldHaveBeenSpared(
            @ForAll("containers") List<ContainerFacts> containers, @ForAll("demands") Amount demand) {
        List<ContainerFacts> victims = VictimSelection.select(containers, demand);

        Amount freed = sum(containers, c -> c.live() && (c.ending() || victims.contains(c)));
        if (freed.covers(demand)) {
            assertThat(victims).allSatisfy(spared -> {
                Amount without = sum(containers, c -> c.live() && (c.ending() || (victims.contains(c) && c != spared)));
                assertThat(without.covers(demand)).isFalse();
            });
        }
    }

    @Property
    void aMasterIsTakenOnlyWhenAllOtherTasksTogetherAreNotEnough(
            @ForAll("containers") List<ContainerFacts> containers, @ForAll("demands") Amount demand) {
        List<ContainerFacts> victims = VictimSelection.select(containers, demand);

        if (victims.stream().anyMatch(ContainerFacts::master)) {
            Amount others = sum(containers, c -> c.live() && (c.ending() || (!c.master() && !c.guarded())));
            assertThat(others.covers(demand)).isFalse();
        }
    }

    @Property
    void takesProtectedOnlyWhenOthersAreNotEnough(
            @ForAll("containers") List<ContainerFacts> containers, @ForAll("demands") Amount demand) {
        List<ContainerFacts> victims = VictimSelection.select(containers, demand);

        if (victims.stream().anyMatch(ContainerFacts::guarded)) {
            Amount others = sum(containers, c -> c.live() && (c.ending() || !c.guarded()));
            assertThat(others.covers(demand)).isFalse();
        }
    }

    @Property
    void takesOnlyLiveContainersThatNobodyEndedYetAndEachOnce(
            @ForAll("containers") List<ContainerFacts> containers, @ForAll("demands") Amount demand) {
        List<ContainerFacts> victims = VictimSelection.select(containers, demand);

        assertThat(victims).doesNotHaveDuplicates().allMatch(c -> c.live() && !c.ending());
        assertThat(containers).containsAll(victims);
    }

    @Property
    void theOrderOfTheContainersDoesNotMatter(
            @ForAll("containers") List<ContainerFacts> containers,
            @ForAll("demands") Amount demand,
            @ForAll Random random) {
        List<ContainerFacts> shuffled = new ArrayList<>(containers);
        Collections.shuffle(shuffled, random);

        assertThat(VictimSelection.select(shuffled, demand)).isEqualTo(VictimSelection.select(containers, demand));
    }

    @Provide
    Arbitrary<List<ContainerFacts>> containers() {
        Arbitrary<ContainerFacts> one = Combinators.combine(
                        Arbitraries.integers().between(0, 1000),
                        Arbitraries.of("RUNNING", "LOCALIZING", "KILLING", "DONE"),
                        Arbitraries.longs().between(-1, 4000),
                        Arbitraries.integers().between(0, 4),
                        Arbitraries.integers().between(0, 3),
                        Arbitraries.of(true, false, false, false),
                        Arbitraries.of(true, false))
                .as((start, state, used, vcores, priority, master, opportunistic) -> ContainerFacts.of("c")
                        .state(state)
                        .size(vcores, 1024)
                        .kind(master, opportunistic, priority)
                        .guarded(start % 4 == 0)
                        .times(start, start)
                        .usage(new ContainerUsage(used, used))
                        .build());
        return one.list().ofMaxSize(12).map(VictimSelectionProperties::named);
    }

    @Provide
    Arbitrary<Amount> demands() {
        return Combinators.combine(
                        Arbitraries.longs().between(0, 12_000),
                        Arbitraries.longs().between(0, 20_000))
                .as(Amount::new);
    }

    private static List<ContainerFacts> named(List<ContainerFacts> containers) {
        List<ContainerFacts> named = new ArrayList<>();
        for (ContainerFacts c : containers) {
            named.add(ContainerFacts.of("container_" + named.size())
                    .state(c.state())
                    .size(c.vcores(), c.memoryMegabytes())
                    .kind(c.master(), c.opportunistic(), c.priority())
                    .guarded(c.guarded())
                    .times(c.startMillis(), c.launchMillis())
                    .usage(c.usage())
                    .build());
        }
        return named;
    }

    private static Amount sum(List<ContainerFacts> containers, Predicate<ContainerFacts> which) {
        return containers.stream().filter(which).map(VictimSelection::freedBy).reduce(Amount.ZERO, Amount::plus);
    }
}
