package io.koordbridge.colo.plan.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.colo.Run;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlanTableTest {
    private static final String VALUES = "colocation:\n  enabled: true\n";

    @Test
    void oneBlockForEachPoolOneColumnForEachSetting() {
        assertThat(PlanTable.of(Plans.two(), VALUES))
                .isEqualTo(Run.golden("plan").strip());
    }

    @Test
    void aSinglePoolIsItsOwnTotal() {
        Plan two = Plans.two();
        Plan one =
                new Plan(two.source(), two.variants(), 0, two.pools().subList(0, 1), two.total(), List.of(), List.of());

        assertThat(PlanTable.of(one, VALUES)).contains("large: 40 nodes").doesNotContain("total:", "small:");
    }
}
