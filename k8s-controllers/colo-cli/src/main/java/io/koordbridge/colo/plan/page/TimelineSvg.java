package io.koordbridge.colo.plan.page;

import io.koordbridge.colo.plan.outcome.Picture;
import io.koordbridge.colo.plan.outcome.Picture.Point;
import io.koordbridge.protocol.PureCore;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** The timeline of one node as a drawing: online use, batch work on top of it, the offer, and the times at which it was short. */
@PureCore
final class TimelineSvg {
    private static final int WIDTH = 920;
    private static final int HEIGHT = 240;
    private static final int LEFT = 44;
    private static final int RIGHT = 12;
    private static final int TOP = 10;
    private static final int BOTTOM = 40;
    private static final int TICKS = 7;
    private static final int STRIP = 14;
    private static final int GRID_PERCENT = 25;
    private static final long GAP_SECONDS = 900;
    private static final long TWO_DAYS = 172_800;
    private static final DateTimeFormatter TIME = format("HH:mm");
    private static final DateTimeFormatter DATE = format("d MMM HH:mm");

    private final List<Point> points;
    private final long first;
    private final long last;
    private final long gap;

    private TimelineSvg(List<Point> points) {
        this.points = points;
        first = points.get(0).epochSecond();
        last = Math.max(first + 1, points.get(points.size() - 1).epochSecond());
        // Points of long times are far apart: a few of them missing are a gap.
        gap = Math.max(GAP_SECONDS, 3 * (last - first) / points.size());
    }

    private static DateTimeFormatter format(String pattern) {
        return DateTimeFormatter.ofPattern(pattern, Locale.ENGLISH).withZone(ZoneOffset.UTC);
    }

    /**
     * The drawing, empty for a node without points.
     *
     * @param id of its own in the page
     */
    static String of(String id, Picture picture) {
        return picture.points().isEmpty() ? "" : new TimelineSvg(picture.points()).svg(id, picture);
    }

    private String svg(String id, Picture picture) {
        String description = "CPU of node %s in percent from %s to %s UTC; short in %.1f %% of the time"
                .formatted(
                        picture.node(),
                        DATE.format(instant(first)),
                        DATE.format(instant(last)),
                        picture.shortMinutesPercent());
        StringBuilder svg = new StringBuilder(
                "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-labelledby=\"%s-t %s-d\">\n<title id=\"%s-t\">%s</title><desc id=\"%s-d\">%s</desc>\n"
                        .formatted(WIDTH, HEIGHT, id, id, id, Html.text(picture.title()), id, Html.text(description)));
        for (int percent = 0; percent <= 100; percent += GRID_PERCENT) {
            svg.append(
                    "<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%s\" y2=\"%s\"/><text class=\"right\" x=\"%d\" y=\"%s\">%d %%</text>\n"
                            .formatted(
                                    LEFT, WIDTH - RIGHT, y(percent), y(percent), LEFT - 4, y(percent - 1.5), percent));
        }
        for (List<Point> part : parts()) {
            svg.append(area("used", part, point -> 0, Point::usedPercent));
            svg.append(
                    area("batch", part, Point::usedPercent, point -> point.usedPercent() + point.deliveredPercent()));
            svg.append("<polyline class=\"offer\" points=\"%s\"/>\n"
                    .formatted(line(part, point -> point.usedPercent() + point.offeredPercent())));
        }
        shortTimes(svg);
        ticks(svg);
        return svg.append("</svg>").toString();
    }

    /** Points without a gap between them. */
    private List<List<Point>> parts() {
        List<List<Point>> parts = new ArrayList<>();
        long before = Long.MIN_VALUE / 2;
        for (Point point : points) {
            if (point.epochSecond() - before > gap) {
                parts.add(new ArrayList<>());
            }
            parts.get(parts.size() - 1).add(point);
            before = point.epochSecond();
        }
        return parts;
    }

    private String area(String name, List<Point> part, ToDoubleFunction<Point> from, ToDoubleFunction<Point> to) {
        List<Point> back = new ArrayList<>(part);
        Collections.reverse(back);
        return "<polygon class=\"%s\" points=\"%s %s\"/>\n".formatted(name, line(part, to), line(back, from));
    }

    private String line(List<Point> part, ToDoubleFunction<Point> value) {
        return part.stream()
                .map(point -> x(point.epochSecond()) + "," + y(value.applyAsDouble(point)))
                .collect(Collectors.joining(" "));
    }

    /** Bars below the axis, as high as the share of their time. */
    private void shortTimes(StringBuilder svg) {
        for (int i = 0; i < points.size(); i++) {
            Point point = points.get(i);
            if (point.shortPercent() > 0) {
                long next = points.get(Math.min(points.size() - 1, i + 1)).epochSecond();
                double width =
                        Math.max(1, place(Math.min(next, point.epochSecond() + gap)) - place(point.epochSecond()));
                double height = Math.max(1, STRIP * point.shortPercent() / 100);
                svg.append("<rect class=\"short\" x=\"%s\" y=\"%d\" width=\"%s\" height=\"%s\"/>\n"
                        .formatted(x(point.epochSecond()), HEIGHT - BOTTOM + 2, number(width), number(height)));
            }
        }
    }

    private void ticks(StringBuilder svg) {
        DateTimeFormatter format = last - first < TWO_DAYS ? TIME : DATE;
        for (int tick = 0; tick < TICKS; tick++) {
            long second = first + (last - first) * tick / (TICKS - 1);
            String anchor = tick == 0 ? "left" : tick == TICKS - 1 ? "right" : "middle";
            svg.append("<text class=\"%s\" x=\"%s\" y=\"%d\">%s</text>\n"
                    .formatted(anchor, x(second), HEIGHT - 8, format.format(instant(second))));
        }
    }

    private static Instant instant(long second) {
        return Instant.ofEpochSecond(second);
    }

    private double place(long second) {
        return LEFT + (WIDTH - LEFT - RIGHT) * (second - first) / (double) (last - first);
    }

    private String x(long second) {
        return number(place(second));
    }

    private static String y(double percent) {
        double shown = Math.max(-2, Math.min(100, percent));
        return number(TOP + (HEIGHT - TOP - BOTTOM) * (100 - shown) / 100);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}
