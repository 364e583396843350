package io.koordbridge.colo.plan.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GridTest {

    @Test
    void endsWithItsLastTimeAndCoversTheSpan() {
        Grid grid = Grid.ending(600, 130, 60);

        assertThat(grid.all()).containsExactly(480, 540, 600);
        assertThat(grid.last()).isEqualTo(600);
        assertThat(grid.index(540)).isEqualTo(1);
        assertThat(grid.index(479)).isNegative();
    }
}
