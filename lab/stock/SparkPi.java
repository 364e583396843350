package org.apache.spark.examples;

import java.util.Collections;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;

/** Stands for the example of this name in images of Spark, which Maven's artifacts do not have: the same argument, the same line of output. */
public final class SparkPi {
    private static final int POINTS = 100_000;

    private SparkPi() {}

    /** Runs as many tasks as the argument says, 2 without one. */
    public static void main(String[] args) {
        int tasks = args.length > 0 ? Integer.parseInt(args[0]) : 2;
        try (JavaSparkContext spark = new JavaSparkContext(new SparkConf().setAppName("Spark Pi"))) {
            long hits = spark.parallelize(Collections.nCopies(tasks, POINTS), tasks)
                    .map(SparkPi::hits)
                    .reduce(Long::sum);
            System.out.println("Pi is roughly " + 4.0 * hits / ((double) tasks * POINTS));
        }
    }

    /** Random points of a square that are in the quarter of a circle. */
    private static long hits(int points) {
        SplittableRandom random = new SplittableRandom();
        return IntStream.range(0, points)
                .filter(point -> Math.hypot(random.nextDouble(), random.nextDouble()) <= 1)
                .count();
    }
}
