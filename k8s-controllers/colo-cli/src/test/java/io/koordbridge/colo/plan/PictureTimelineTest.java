package io.koordbridge.colo.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.koordbridge.colo.plan.outcome.Picture.Point;
import io.koordbridge.replay.NodeSize;
import io.koordbridge.replay.NodeTrace;
import io.koordbridge.replay.Timeline.Interval;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PictureTimelineTest {

    private static NodeTrace minutes(int count) {
        return new NodeTrace(
                "a",
                "all",
                new NodeSize(1_000, 1),
                LongStream.range(0, count).map(minute -> 60 * minute).toArray(),
                new float[count],
                new float[count]);
    }

    @Test
    void aShortTimeIsDrawnSampleBySample() {
        PictureTimeline timeline = new PictureTimeline(minutes(3));
        timeline.add(new Interval(0, 60, 100, 500, 500, 550));
        timeline.add(new Interval(60, 60, 300, 500, 350, 350));

        assertThat(timeline.points()).containsExactly(new Point(0, 10, 50, 50, 0), new Point(60, 30, 50, 35, 100));
    }

    @Test
    void aLongTimeIsDrawnInMeansThatKeepTheSum() {
        int minutes = 10_000;
        PictureTimeline timeline = new PictureTimeline(minutes(minutes));
        for (int minute = 0; minute < minutes; minute++) {
            timeline.add(
                    new Interval(60L * minute, 60, minute % 2 == 0 ? 200 : 400, 500, minute % 4 == 0 ? 250 : 500, 0));
        }

        List<Point> points = timeline.points();
        assertThat(points).hasSizeLessThanOrEqualTo(480).hasSizeGreaterThan(400);
        assertThat(points.stream().mapToDouble(Point::usedPercent).average().orElse(0))
                .isCloseTo(30, within(0.2));
        assertThat(points.stream().mapToDouble(Point::shortPercent).average().orElse(0))
                .isCloseTo(25, within(0.2));
    }
}
