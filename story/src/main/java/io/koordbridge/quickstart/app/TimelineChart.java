package io.koordbridge.quickstart.app;

import io.koordbridge.quickstart.summary.Milestones;
import io.koordbridge.quickstart.summary.Sample;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;

/** The course of a run as an SVG: CPU lines on the left axis, YARN's virtual cores on the right one. */
final class TimelineChart {

    private static final int WIDTH = 960;
    private static final int HEIGHT = 420;
    private static final int LEFT = 60;
    private static final int RIGHT = 900;
    private static final int TOP = 50;
    private static final int BOTTOM = 360;
    private static final int LEGEND_STEP = 170;

    private TimelineChart() {}

    static String svg(List<Sample> samples, Milestones marks) {
        long end =
                Math.max(1, samples.stream().mapToLong(Sample::atMillis).max().orElse(1));
        long milli = Math.max(
                1,
                samples.stream()
                        .mapToLong(one -> Math.max(one.originMilliCpu(), one.limitMilliCpu()))
                        .max()
                        .orElse(1));
        long vcores = Math.max(
                1, samples.stream().mapToLong(Sample::capacityVcores).max().orElse(1));
        StringBuilder out = new StringBuilder();
        out.append(String.format(
                Locale.ROOT,
                "<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%d' font-family='sans-serif' font-size='12'>"
                        + "<rect width='100%%' height='100%%' fill='white'/>"
                        + "<text x='%d' y='20' font-size='15'>Batch capacity and YARN lease during the run</text>",
                WIDTH,
                HEIGHT,
                LEFT));
        mark(out, marks.loadUp(), end, "load up");
        mark(out, marks.loadDown(), end, "load down");
        List<Series> all = List.of(
                new Series(Sample::originMilliCpu, milli, "#1f77b4", "batch origin (m)"),
                new Series(Sample::onlineMilliCpu, milli, "#d62728", "online load (m)"),
                new Series(Sample::limitMilliCpu, milli, "#ff7f0e", "best-effort limit (m)"),
                new Series(Sample::capacityVcores, vcores, "#2ca02c", "RM capacity (vcores)"),
                new Series(one -> one.yarn().used().vcores(), vcores, "#9467bd", "RM used (vcores)"));
        for (int index = 0; index < all.size(); index++) {
            draw(out, samples, all.get(index), end, index);
        }
        axis(out, end, milli, vcores);
        return out.append("</svg>\n").toString();
    }

    private record Series(ToLongFunction<Sample> value, long top, String color, String name) {}

    private static void draw(StringBuilder out, List<Sample> samples, Series series, long end, int index) {
        StringBuilder points = new StringBuilder();
        for (Sample sample : samples) {
            long value = series.value().applyAsLong(sample);
            if (value >= 0) {
                long y = BOTTOM - (BOTTOM - TOP) * Math.min(value, series.top()) / series.top();
                points.append(x(sample.atMillis(), end)).append(',').append(y).append(' ');
            }
        }
        int legend = LEFT + index * LEGEND_STEP;
        out.append(String.format(
                Locale.ROOT,
                "<polyline points='%s' fill='none' stroke='%s' stroke-width='2'/><text x='%d' y='%d' fill='%s'>%s</text>",
                points.toString().strip(),
                series.color(),
                legend,
                HEIGHT - 14,
                series.color(),
                series.name()));
    }

    private static void mark(StringBuilder out, long at, long end, String text) {
        if (at >= 0) {
            long x = x(at, end);
            out.append(String.format(
                    Locale.ROOT,
                    "<line x1='%1$d' y1='%2$d' x2='%1$d' y2='%3$d' stroke='#999' stroke-dasharray='4'/>"
                            + "<text x='%1$d' y='%4$d' fill='#666'>%5$s</text>",
                    x,
                    TOP,
                    BOTTOM,
                    TOP - 4,
                    text));
        }
    }

    private static void axis(StringBuilder out, long end, long milli, long vcores) {
        out.append(String.format(
                Locale.ROOT,
                "<path d='M%d %dV%dH%d' fill='none' stroke='black'/><text x='4' y='%d'>%d m</text><text x='%d' y='%d'>%d"
                        + " vc</text><text x='%d' y='%d'>%d s</text>",
                LEFT,
                TOP,
                BOTTOM,
                RIGHT,
                TOP + 4,
                milli,
                RIGHT + 6,
                TOP + 4,
                vcores,
                RIGHT - 30,
                BOTTOM + 16,
                end / 1000));
    }

    private static long x(long at, long end) {
        return LEFT + (RIGHT - LEFT) * at / end;
    }
}
