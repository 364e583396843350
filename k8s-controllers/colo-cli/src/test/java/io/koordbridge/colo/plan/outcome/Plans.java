package io.koordbridge.colo.plan.outcome;

import io.koordbridge.replay.Totals;
import io.koordbridge.replay.Totals.Cpu;
import io.koordbridge.replay.Totals.Memory;
import io.koordbridge.replay.Totals.PerNodeDay;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Plans to print. */
public final class Plans {
    private static final Memory MEMORY = new Memory(100, 50, 40, 0.2, 4L << 40, 3L << 40);
    private static final Totals MEAN = totals(
            new Cpu(34.4, 26, 25.2, 20, 9.5, 124, 665_600, 645_120, 512_000),
            MEMORY,
            new PerNodeDay(300, 12, 280, 41.25, 60, 0.19));
    private static final Totals RISK = totals(
            new Cpu(34.4, 19, 18.9, 15, 0.98, 93, 486_400, 483_840, 403_200),
            MEMORY,
            new PerNodeDay(300, 12, 280, 12, 20, 0));
    private static final Totals SMALL = new Totals(
            1,
            6.5,
            16_000,
            64L << 30,
            new Cpu(10, 50, 49, 40, 0, 88.8, 8_000, 7_840, 4_000),
            new Memory(0, 0, 0, 0, 0, 0),
            new PerNodeDay(300, 12, 280, 3, 2, 0));

    private static Totals totals(Cpu cpu, Memory memory, PerNodeDay events) {
        return new Totals(40, 280, 2_560_000, 10L << 40, cpu, memory, events);
    }

    private Plans() {}

    /** Two pools, two settings, one node that was short. */
    public static Plan two() {
        List<Picture.Point> points = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            points.add(
                    new Picture.Point(1_764_500_400 + i * 300L, 30 + i, 30 - i, i == 6 ? 10 : 30 - i, i == 6 ? 40 : 0));
        }
        for (int i = 0; i < 6; i++) {
            points.add(new Picture.Point(1_764_511_200 + i * 300L, 20, 40, 40, 0));
        }
        return new Plan(
                "Prometheus at http://prometheus:9090/",
                List.of(new Variant("defaults", Map.of()), new Variant("risk 1 %", Map.of("riskPercent", "1"))),
                1,
                List.of(new PoolPlan("large", List.of(MEAN, RISK)), new PoolPlan("small", List.of(SMALL, SMALL))),
                new PoolPlan("total", List.of(MEAN, RISK)),
                List.of(new Picture("worst node", "worker-<1>", 5.6, 25, points)),
                List.of(
                        "CPU use is the mean of 75 s, as Prometheus scrapes about every 30 s: shorter peaks are not seen"));
    }
}
