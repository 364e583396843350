package io.koordbridge.copilot.evict;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.copilot.cgroup.ContainerUsage;
import io.koordbridge.copilot.node.ContainerFacts;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class VictimSelectionTest {
    private static final long MB = 1L << 20;

    @Test
    void givesUpTheOneThatUsesMostOfTheShortResource() {
        assertThat(victims(memory(100), task("small", 200), task("large", 900))).containsExactly("large");
    }

    @Test
    void takesOpportunisticContainersBeforeGuaranteedOnes() {
        ContainerFacts opportunistic =
                facts("opportunistic", 100).kind(false, true, 0).build();

        assertThat(victims(memory(100), task("guaranteed", 900), opportunistic)).containsExactly("opportunistic");
    }

    @Test
    void takesTheMasterOnlyWhenNothingElseIsLeft() {
        ContainerFacts master = facts("master", 2000).kind(true, false, 0).build();

        assertThat(victims(memory(150), master, task("a", 100), task("b", 100))).containsExactlyInAnyOrder("a", "b");
        assertThat(victims(memory(500), master, task("a", 100))).contains("master");
    }

    @Test
    void takesProtectedApplicationsLastAndMastersAfterTasks() {
        ContainerFacts guarded = facts("guarded", 100).guarded(true).build();
        ContainerFacts guardedMaster =
                facts("guarded-master", 900).kind(true, false, 0).guarded(true).build();
        ContainerFacts master = facts("master", 900).kind(true, false, 0).build();

        assertThat(victims(memory(50), guarded, guardedMaster, task("task", 60)))
                .containsExactly("task");
        assertThat(victims(memory(500), guarded, guardedMaster, master)).containsExactly("master");
        assertThat(victims(memory(100), guarded, guardedMaster)).containsExactly("guarded");
        assertThat(victims(memory(1000), guarded, guardedMaster)).containsExactly("guarded", "guarded-master");
    }

    @Test
    void takesTheLessImportantFirstWhichHasTheLargerNumberInYarn() {
        ContainerFacts important = facts("important", 900).kind(false, false, 1).build();
        ContainerFacts other = facts("other", 100).kind(false, false, 20).build();

        assertThat(victims(memory(50), important, other)).containsExactly("other");
    }

    @Test
    void takesTheNewestOfEquals() {
        ContainerFacts old = facts("old", 100).times(1_000, 1_000).build();
        ContainerFacts young = facts("young", 100).times(2_000, 2_000).build();

        assertThat(victims(memory(50), old, young)).containsExactly("young");
    }

    @Test
    void forCpuTakesThoseThatHaveWrittenLittleFirstAndTheNewestOfEquals() {
        ContainerFacts much = written("much", 900 * MB, 3_000);
        ContainerFacts logs = written("logs", 12 * MB, 1_000);
        ContainerFacts nothing = written("nothing", 0, 2_000);
        ContainerFacts unknown = written("unknown", ContainerFacts.UNKNOWN, 4_000);

        assertThat(victims(new Amount(1_000, 0), unknown, much, logs, nothing)).containsExactly("nothing");
        assertThat(victims(new Amount(4_000, 0), unknown, much, logs, nothing))
                .containsExactly("nothing", "logs", "much", "unknown");
    }

    @Test
    void forMemoryTakesTheLargestWhateverTheyHaveWritten() {
        ContainerFacts large = facts("large", 900).written(900 * MB).build();
        ContainerFacts small = facts("small", 200).written(0).build();

        assertThat(victims(memory(100), small, large)).containsExactly("large");
    }

    @Test
    void tellsOnlyThoseThatCanBeToldAndCountsThemByTheirSize() {
        ContainerFacts a = written("a", 0, 1_000);
        ContainerFacts b = written("b", 500 * MB, 2_000);
        ContainerFacts other = written("other", 0, 9_000);

        assertThat(leaving(memory(1024), Set.of("a", "b"), a, b, other)).containsExactly("a");
        assertThat(leaving(memory(1025), Set.of("a", "b"), a, b, other)).containsExactly("a", "b");
        assertThat(leaving(new Amount(1_500, 0), Set.of("b"), a, b, other)).containsExactly("b");
        assertThat(leaving(Amount.ZERO, Set.of("a", "b"), a, b)).isEmpty();
    }

    @Test
    void whatWasToldToLeaveOrEndsCountsTowardsWhatHasToLeave() {
        ContainerFacts told = facts("told", 10).leavingSince(5).build();
        ContainerFacts ending = facts("ending", 10).state("KILLING").build();

        assertThat(leaving(memory(2048), Set.of("told", "a"), told, ending, task("a", 10)))
                .isEmpty();
        assertThat(leaving(memory(2049), Set.of("told", "a"), told, ending, task("a", 10)))
                .containsExactly("a");
        // It may take long to leave: an eviction does not wait for it.
        assertThat(victims(memory(10), told)).containsExactly("told");
    }

    @Test
    void thoseOfProtectedApplicationsAreToldLastAndOpportunisticOnesFirst() {
        ContainerFacts guarded = facts("guarded", 10).guarded(true).written(0).build();
        ContainerFacts opportunistic = facts("opportunistic", 10)
                .kind(false, true, 0)
                .written(900 * MB)
                .build();
        Set<String> all = Set.of("guarded", "opportunistic", "a");

        assertThat(leaving(memory(3000), all, guarded, written("a", 500 * MB, 1), opportunistic))
                .containsExactly("opportunistic", "a", "guarded");
    }

    @Test
    void countsCpuByVcores() {
        assertThat(victims(new Amount(1_500, 0), task("a", 10), task("b", 10), task("c", 10)))
                .hasSize(2);
    }

    @Test
    void countsTheSizeWhereTheUseIsUnknown() {
        ContainerFacts unknown =
                facts("unknown", ContainerUsage.UNKNOWN).size(1, 512).build();

        assertThat(victims(memory(512), unknown)).containsExactly("unknown");
        assertThat(VictimSelection.freedBy(unknown).memoryBytes()).isEqualTo(512 * MB);
    }

    @Test
    void whatIsOnItsWayOutCountsTowardsTheDemand() {
        ContainerFacts ending = facts("ending", 300).state("KILLING").build();

        assertThat(victims(memory(300), ending, task("a", 400))).isEmpty();
        assertThat(victims(memory(301), ending, task("a", 400))).containsExactly("a");
    }

    @Test
    void sparesWhatALaterVictimMadeNeedless() {
        ContainerFacts small = facts("small", 100).kind(false, true, 0).build();

        assertThat(victims(memory(500), small, task("large", 600))).containsExactly("large");
    }

    @Test
    void neverTakesWhatHasEnded() {
        assertThat(victims(memory(100), facts("done", 900).state("DONE").build()))
                .isEmpty();
    }

    private static List<String> victims(Amount demand, ContainerFacts... containers) {
        return VictimSelection.select(List.of(containers), demand).stream()
                .map(ContainerFacts::id)
                .toList();
    }

    private static List<String> leaving(Amount due, Set<String> able, ContainerFacts... containers) {
        return VictimSelection.leaving(List.of(containers), due, able).stream()
                .map(ContainerFacts::id)
                .toList();
    }

    private static ContainerFacts written(String id, long bytes, long start) {
        return facts(id, 100).written(bytes).times(start, start).build();
    }

    private static Amount memory(long megabytes) {
        return new Amount(0, megabytes * MB);
    }

    private static ContainerFacts task(String id, long usedMegabytes) {
        return facts(id, usedMegabytes).build();
    }

    private static ContainerFacts.Builder facts(String id, long usedMegabytes) {
        long usedBytes = usedMegabytes == ContainerUsage.UNKNOWN ? ContainerUsage.UNKNOWN : usedMegabytes * MB;
        return ContainerFacts.of(id).size(1, 1024).usage(new ContainerUsage(100, usedBytes));
    }
}
