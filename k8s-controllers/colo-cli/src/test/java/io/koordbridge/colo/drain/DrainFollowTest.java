package io.koordbridge.colo.drain;

import static io.koordbridge.colo.OrderedNodes.DRAIN;
import static io.koordbridge.colo.OrderedNodes.said;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.koordbridge.colo.ColoMain;
import io.koordbridge.colo.OrderedNodes;
import io.koordbridge.colo.Run;
import io.koordbridge.testkit.await.PatientAwaits;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DrainFollowTest {

    @TempDir
    private Path temp;

    @Test
    void outlivesAnOperatorThatStartsAgain() throws Exception {
        try (OrderedNodes nodes = new OrderedNodes(temp, "worker-1")) {
            nodes.drain(order -> said(order, "DRAINING", 2, "[]", ""));
            CompletableFuture<Run> run = CompletableFuture.supplyAsync(() -> nodes.colo("drain", "node", "worker-1"));
            await().until(() -> nodes.reads() > 2);

            nodes.stopOperator();
            nodes.drain(order -> said(order, "DONE", 0, "[]", ""));
            nodes.startOperator();

            assertThat(run.get(PatientAwaits.PATIENCE.toSeconds(), TimeUnit.SECONDS)
                            .exitCode())
                    .isZero();
        }
    }

    @Test
    void doesNotRemoveALaterOrder() throws Exception {
        try (OrderedNodes nodes = new OrderedNodes(temp, "worker-1")) {
            nodes.drain(order -> {
                String done = said(order, "DONE", 0, "[]", "");
                if (order != null && !order.contains("later")) {
                    nodes.annotate("worker-1", DRAIN, "{\"id\":\"later\"}");
                }
                return done;
            });

            nodes.colo("drain", "node", "worker-1");

            assertThat(nodes.annotation("worker-1", DRAIN)).contains("later");
        }
    }

    /** As by Ctrl-C: the process is ended by a signal. */
    @Test
    void saysThatTheDrainGoesOnWhenItIsInterrupted() throws Exception {
        Path err = temp.resolve("err");
        try (OrderedNodes nodes = new OrderedNodes(temp, "worker-1")) {
            nodes.drain(order -> said(order, "DRAINING", 2, "[]", ""));
            ProcessBuilder builder = new ProcessBuilder(List.of(
                    System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                    "-cp",
                    System.getProperty("java.class.path"),
                    ColoMain.class.getName(),
                    "drain",
                    "node",
                    "worker-1"));
            builder.environment().putAll(nodes.environment());
            Process colo = builder.redirectError(err.toFile())
                    .redirectOutput(temp.resolve("out").toFile())
                    .start();
            try {
                await().until(() -> Files.readString(temp.resolve("out")).contains("DRAINING"));
            } finally {
                colo.destroy();
            }

            assertThat(colo.waitFor(PatientAwaits.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
            assertThat(err)
                    .content()
                    .contains("the drain of node worker-1 goes on: colo drain node worker-1 follows it,"
                            + " with --cancel calls it off.");
            assertThat(nodes.annotation("worker-1", DRAIN)).isNotNull();
        }
    }
}
