package io.koordbridge.colo.plan;

import io.koordbridge.colo.plan.outcome.Picture.Point;
import io.koordbridge.replay.NodeTrace;
import io.koordbridge.replay.Timeline;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Intervals of one node as at most so many points as a drawing shows; each is the mean of its intervals. */
final class PictureTimeline implements Timeline {
    private static final int POINTS = 480;
    private static final double PERCENT = 100;
    /** Less of the offer than this is short. */
    private static final double ENOUGH = 0.9;

    private final Sum[] sums = new Sum[POINTS];
    private final double milliCpu;
    private final long first;
    private final long span;

    PictureTimeline(NodeTrace trace) {
        milliCpu = trace.size().milliCpu();
        first = trace.epochSeconds(0);
        span = trace.epochSeconds(trace.samples() - 1) - first + 1;
    }

    private static final class Sum {
        private final long second;
        private double seconds;
        private double used;
        private double offered;
        private double delivered;
        private double shortSeconds;

        private Sum(long second) {
            this.second = second;
        }
    }

    @Override
    public void add(Interval interval) {
        int at = (int) ((interval.epochSeconds() - first) * POINTS / span);
        Sum sum = sums[at];
        if (sum == null) {
            sum = new Sum(interval.epochSeconds());
            sums[at] = sum;
        }
        sum.seconds += interval.heldSeconds();
        sum.used += interval.used() * interval.heldSeconds();
        sum.offered += interval.offered() * interval.heldSeconds();
        sum.delivered += interval.delivered() * interval.heldSeconds();
        if (interval.delivered() < ENOUGH * interval.offered()) {
            sum.shortSeconds += interval.heldSeconds();
        }
    }

    List<Point> points() {
        List<Point> points = new ArrayList<>();
        for (Sum sum : sums) {
            if (Objects.nonNull(sum) && sum.seconds > 0) {
                double whole = milliCpu * sum.seconds / PERCENT;
                points.add(new Point(
                        sum.second,
                        sum.used / whole,
                        sum.offered / whole,
                        sum.delivered / whole,
                        PERCENT * sum.shortSeconds / sum.seconds));
            }
        }
        return points;
    }
}
