package io.koordbridge.quickstart.job;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaSparkContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Entry point of the Spark application: cuts the samples into tasks, adds up the hits, reports π. */
public final class PiJob {
    private static final Logger log = LoggerFactory.getLogger(PiJob.class);

    private PiJob() {}

    /** Runs the job; arguments as in {@link PiJobOptions}. */
    public static void main(String[] args) throws IOException {
        PiJobOptions options = PiJobOptions.parse(List.of(args));
        // Cluster mode: master, queue and sizes come from the submitter's configuration.
        try (JavaSparkContext spark = new JavaSparkContext()) {
            PiEstimate estimate = PiEstimate.of(0, 0);
            for (int round = 0; round == 0 || options.unfinished(); round++) {
                estimate = estimate.plus(round(spark, options, round));
            }
            log.info("Job finished {}", estimate.line());
            if (options.resultFile().isPresent()) {
                write(Path.of(options.resultFile().get()), estimate);
            }
        }
    }

    /** Every round draws new points: its tasks are numbered on from those of the rounds before. */
    private static PiEstimate round(JavaSparkContext spark, PiJobOptions options, int round) {
        int first = Math.multiplyExact(round, options.tasks());
        long samplesPerTask = options.samplesPerTask();
        List<Integer> tasks =
                IntStream.range(first, first + options.tasks()).boxed().toList();
        long hits = spark.parallelize(tasks, options.tasks())
                .map(task -> MonteCarlo.hits(task, samplesPerTask))
                .fold(0L, Long::sum);
        return PiEstimate.of(hits, Math.multiplyExact(options.tasks(), samplesPerTask));
    }

    private static void write(Path file, PiEstimate estimate) throws IOException {
        Files.writeString(file, estimate.line() + "\n", StandardCharsets.UTF_8);
    }
}
