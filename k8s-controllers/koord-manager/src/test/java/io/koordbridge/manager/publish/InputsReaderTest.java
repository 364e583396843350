package io.koordbridge.manager.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.koordbridge.capacity.plan.Defect;
import io.koordbridge.sloconfig.colocation.ColocationConfigReader.State;
import io.koordbridge.sloconfig.colocation.EffectiveStrategy;
import java.util.Map;
import org.junit.jupiter.api.Test;

class InputsReaderTest {

    private static final Defect DEFECT = Defect.of(new IllegalStateException("broken"));

    @Test
    void keepsTheStrategyOfTheLastPass() {
        EffectiveStrategy.ForNode last = EffectiveStrategy.of(State.INITIAL.config(), Map.of(), Map.of());

        assertThat(InputsReader.kept(last, DEFECT)).isSameAs(last);
    }

    @Test
    void guessesNoStrategyWhereThereWasNone() {
        assertThatThrownBy(() -> InputsReader.kept(null, DEFECT)).hasMessageContainingAll("no strategy", "broken");
    }
}
