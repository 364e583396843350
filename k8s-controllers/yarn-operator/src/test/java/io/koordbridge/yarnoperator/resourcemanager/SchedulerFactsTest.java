package io.koordbridge.yarnoperator.resourcemanager;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.yarnoperator.resourcemanager.SchedulerFacts.Counting;
import org.junit.jupiter.api.Test;

class SchedulerFactsTest {

    @Test
    void nothingThatIsNotKnownIsAProblem() {
        assertThat(SchedulerFacts.UNKNOWN.problems("")).isEmpty();
        assertThat(new SchedulerFacts("CapacityScheduler", Counting.YES, 1).problems(""))
                .isEmpty();
    }

    @Test
    void aCalculatorThatCountsMemoryOnlyIsNamedWithWhatToSet() {
        assertThat(new SchedulerFacts("CapacityScheduler", Counting.NO, 1).problems(""))
                .singleElement()
                .asString()
                .startsWith("ResourceManager of cluster default counts memory only")
                .contains("yarn.scheduler.capacity.resource-calculator", "DominantResourceCalculator");
    }

    @Test
    void onlyACapacitySchedulerThatCountsVcoresEndsContainersForThem() {
        assertThat(new SchedulerFacts("CapacityScheduler", Counting.YES, 1).endsForVcores())
                .isTrue();
        assertThat(new SchedulerFacts("CapacityScheduler", Counting.NO, 1).endsForVcores())
                .isFalse();
        assertThat(new SchedulerFacts("CapacityScheduler", Counting.UNKNOWN, 1).endsForVcores())
                .isFalse();
        assertThat(new SchedulerFacts("FairScheduler", Counting.YES, 1).endsForVcores())
                .isFalse();
        assertThat(SchedulerFacts.UNKNOWN.endsForVcores()).isFalse();
    }

    @Test
    void whatIsNotSaidAnyMoreStaysKnown() {
        SchedulerFacts known = new SchedulerFacts("CapacityScheduler", Counting.NO, 2);

        assertThat(SchedulerFacts.UNKNOWN.after(known)).isEqualTo(known);
        assertThat(new SchedulerFacts("FairScheduler", Counting.UNKNOWN, 1).after(known))
                .isEqualTo(new SchedulerFacts("FairScheduler", Counting.UNKNOWN, 1));
    }
}
