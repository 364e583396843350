package io.koordbridge.kube.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

class DaemonThreadsTest {

    @Test
    void createsThreadThatDoesNotKeepTheProcessAlive() {
        Thread thread = DaemonThreads.create("poll", () -> {});

        assertThat(thread.getName()).isEqualTo("poll");
        assertThat(thread.isDaemon()).isTrue();
        assertThat(thread.getState()).isEqualTo(Thread.State.NEW);
    }

    @Test
    void namesEachThreadOfAnExecutor() throws Exception {
        ExecutorService executor = Executors.newSingleThreadExecutor(DaemonThreads.named("worker"));
        try {
            Thread thread = executor.submit(Thread::currentThread).get();

            assertThat(thread.getName()).isEqualTo("worker");
            assertThat(thread.isDaemon()).isTrue();
        } finally {
            executor.shutdownNow();
        }
    }
}
