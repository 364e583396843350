package io.koordbridge.colo.plan.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.colo.plan.outcome.Picture;
import io.koordbridge.colo.plan.outcome.Picture.Point;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimelineSvgTest {

    private static String drawing(Point... points) {
        return TimelineSvg.of("x", new Picture("median node", "a", 0, 0, List.of(points)));
    }

    @Test
    void aBarIsAsHighAsTheShareOfItsTimeThatWasShort() {
        String svg = drawing(
                new Point(0, 10, 50, 50, 0),
                new Point(60, 40, 50, 25, 50),
                new Point(120, 40, 50, 25, 100),
                new Point(180, 10, 50, 50, 0),
                new Point(240, 10, 50, 50, 0));

        assertThat(svg.split("class=\"short\"", -1)).hasSize(3);
        assertThat(svg)
                .contains("class=\"short\" x=\"260.0\" y=\"202\" width=\"216.0\" height=\"7.0\"")
                .contains("class=\"short\" x=\"476.0\" y=\"202\" width=\"216.0\" height=\"14.0\"");
    }

    @Test
    void whatExceedsTheNodeEndsAtItsTop() {
        assertThat(drawing(new Point(0, 60, 80, 40, 0), new Point(60, 60, 80, 40, 0)))
                .contains("class=\"offer\" points=\"44.0,10.0 908.0,10.0\"");
    }

    @Test
    void oneSampleOrNoneIsNoProblem() {
        assertThat(drawing()).isEmpty();
        assertThat(drawing(new Point(5, 10, 50, 50, 100))).contains("class=\"short\"");
    }
}
