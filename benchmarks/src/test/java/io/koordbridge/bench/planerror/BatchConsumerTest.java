package io.koordbridge.bench.planerror;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.koordbridge.lab.process.ChildProcess;
import io.koordbridge.lab.process.JavaCommand;
import io.koordbridge.lab.process.ProcessCpu;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BatchConsumerTest {

    @Test
    void takesWhatItIsOfferedAndNoMore(@TempDir Path directory) throws Exception {
        Path offer = Files.writeString(directory.resolve("offer"), "0");
        try (ChildProcess consumer = JavaCommand.of("batch", BatchConsumer.class.getName())
                .classPath(List.of(System.getProperty("java.class.path").split(File.pathSeparator)))
                .jvmArguments(List.of("-Xmx16m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"))
                .arguments(List.of(offer.toString(), "2"))
                .start(directory, directory.resolve("batch.log"))) {
            await().until(() -> cpu(consumer).toMillis() > 0);
            long begin = System.nanoTime();
            Duration before = cpu(consumer);
            LoadedNode.write(offer, "200");

            await().atMost(Duration.ofMinutes(2))
                    .until(() -> cpu(consumer).minus(before).toMillis() >= 800);

            long atMost = (System.nanoTime() - begin) * 200 / 1000;
            // The JVM itself and its compiler work beside the threads.
            assertThat(cpu(consumer).minus(before).toNanos()).isLessThan(atMost + 500_000_000L);
        }
    }

    private static Duration cpu(ChildProcess process) {
        process.requireAlive();
        return ProcessCpu.used(process.pid()).orElse(Duration.ZERO);
    }
}
