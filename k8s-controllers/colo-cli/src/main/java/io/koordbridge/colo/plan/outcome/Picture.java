package io.koordbridge.colo.plan.outcome;

import java.util.List;

/**
 * One node over the time.
 *
 * @param title why it is shown, such as worst node
 * @param shortMinutesPercent of this node
 * @param deliveredPercent of this node
 */
public record Picture(
        String title, String node, double shortMinutesPercent, double deliveredPercent, List<Point> points) {

    public Picture {
        points = List.copyOf(points);
    }

    /**
     * A moment, or the mean of some.
     *
     * @param usedPercent of the node, by online services
     * @param offeredPercent of the node
     * @param deliveredPercent of the node
     * @param shortPercent of this time less than nine tenths of the offer were left
     */
    public record Point(
            long epochSecond,
            double usedPercent,
            double offeredPercent,
            double deliveredPercent,
            double shortPercent) {}
}
