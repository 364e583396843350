package io.koordbridge.quickstart.job;

import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.storage.StorageLevel;

/**
 * Entry point of a Spark application that moves its data: each round writes records, groups them into cached blocks, and reads these
 * beside the blocks of the round before. It fails when a record is missing.
 */
public final class ShuffleJob {
    private ShuffleJob() {}

    /** Runs the job; arguments as in {@link PiJobOptions}, of which {@code --result} has no effect. */
    public static void main(String[] args) {
        PiJobOptions options = PiJobOptions.parse(List.of(args));
        try (JavaSparkContext spark = new JavaSparkContext()) {
            JavaPairRDD<Integer, Iterable<byte[]>> before = grouped(spark, options, 0);
            for (int round = 1; round == 1 || options.unfinished(); round++) {
                JavaPairRDD<Integer, Iterable<byte[]>> now = grouped(spark, options, round);
                requireAll(now.union(before), options);
                before.unpersist();
                before = now;
            }
        }
    }

    private static JavaPairRDD<Integer, Iterable<byte[]>> grouped(
            JavaSparkContext spark, PiJobOptions options, int round) {
        long samples = options.samplesPerTask();
        int first = Math.multiplyExact(round, options.tasks());
        List<Integer> tasks =
                IntStream.range(first, first + options.tasks()).boxed().toList();
        return spark.parallelize(tasks, options.tasks())
                .flatMapToPair(task -> ShuffleRecords.of(task, samples))
                .groupByKey(options.tasks())
                .persist(StorageLevel.MEMORY_AND_DISK());
    }

    private static void requireAll(JavaPairRDD<Integer, Iterable<byte[]>> rounds, PiJobOptions options) {
        long samples = options.samplesPerTask();
        long found = rounds.mapToPair(group -> ShuffleRecords.counted(group, samples))
                .reduceByKey(Long::sum, options.tasks())
                .values()
                .fold(0L, Long::sum);
        long expected = 2L * options.tasks() * ShuffleRecords.OF_A_TASK;
        if (found != expected) {
            throw new IllegalStateException("%d records of %d are there".formatted(found, expected));
        }
    }
}
