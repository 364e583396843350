package io.koordbridge.copilot.drain;

import io.koordbridge.copilot.http.LocalClient;
import io.koordbridge.copilot.json.JsonException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The program of a preStop hook: ends when the NodeManager of this container may end. */
public final class WaitForDrain {
    private static final long ANSWER_SECONDS = 5;
    private static final long ROUND_MS = 1000;
    private static final long LINE_MS = 30_000;

    private final LocalClient plugin;
    private final DrainWait wait;
    private final PrintStream out;
    private String said = "";
    private long saidMs;

    WaitForDrain(Path socket, long deadlineSeconds, PrintStream out) {
        this.plugin = new LocalClient(socket);
        this.wait = new DrainWait(TimeUnit.SECONDS.toMillis(deadlineSeconds));
        this.out = out;
    }

    /**
     * Waits.
     *
     * @param args the plugin's socket, after how many seconds to end in any case, and the file for what people read
     */
    public static void main(String[] args) throws InterruptedException {
        try (PrintStream out = opened(args[2])) {
            new WaitForDrain(Paths.get(args[0]), Long.parseLong(args[1]), out).run();
        }
    }

    /** Output of a hook is in no log, but that of the pod's first process is, and it can be opened as a file. */
    private static PrintStream opened(String file) {
        try {
            return new PrintStream(new FileOutputStream(file, true), true);
        } catch (IOException e) {
            return new PrintStream(new FileOutputStream(FileDescriptor.out), true);
        }
    }

    void run() throws InterruptedException {
        long began = System.nanoTime();
        ExecutorService caller = Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "drain-ask");
            thread.setDaemon(true);
            return thread;
        });
        try {
            String over = null;
            while (over == null) {
                Reading reading = ask(caller);
                long now = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
                over = wait.over(now, reading);
                say(now, over == null ? wait.left() : "ends: " + over);
                pause(over);
            }
        } finally {
            caller.shutdownNow();
        }
    }

    private static void pause(@Nullable String over) throws InterruptedException {
        if (over == null && new CountDownLatch(1).await(ROUND_MS, TimeUnit.MILLISECONDS)) {
            throw new IllegalStateException("a latch that is never counted down");
        }
    }

    private void say(long nowMs, String text) {
        if (!text.equals(said) || nowMs - saidMs >= LINE_MS) {
            out.println("drain of the NodeManager: " + text);
            said = text;
            saidMs = nowMs;
        }
    }

    private @Nullable Reading ask(ExecutorService caller) throws InterruptedException {
        Future<Reading> answer = caller.submit(this::read);
        try {
            return answer.get(ANSWER_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            return null;
        } finally {
            answer.cancel(true);
        }
    }

    private Reading read() throws IOException, JsonException {
        return Reading.of(plugin.get("/v2/node"));
    }
}
