package io.koordbridge.lab.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SparkJobOptionsTest {

    @Test
    void keepsWhatWasChosenBefore() {
        SparkJobOptions job = SparkJobOptions.shuffle(Path.of("job.jar"), 3, 100)
                .arguments(List.of("--until", "end"))
                .configuration("spark.a", "1")
                .configuration("spark.a", "2")
                .executors(5);

        assertThat(job.mainClass()).endsWith(".ShuffleJob");
        assertThat(job.arguments()).containsExactly("--tasks", "3", "--samples-per-task", "100", "--until", "end");
        assertThat(job.configuration()).isEqualTo(Map.of("spark.a", "2"));
        assertThat(job.executors()).isEqualTo(5);
    }
}
