package io.koordbridge.kube.write;

import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Tries of one write: up to four, 10, 50 and 250 ms apart. */
public final class WriteTries {

    private static final int MOST = 4;
    private static final int WAIT_FACTOR = 5;
    private static final int CONFLICT = 409;
    private static final int TOO_MANY = 429;

    private Duration wait = Duration.ofMillis(10);
    private int number = 1;

    /**
     * Repeats a call that the API server answers with 409 or 429.
     *
     * @throws KubernetesClientException at once on another answer, and after the last try
     */
    public static <T> T repeat(Supplier<T> call) {
        WriteTries tries = new WriteTries();
        while (true) {
            try {
                return call.get();
            } catch (KubernetesClientException e) {
                boolean mayRepeat = e.getCode() == CONFLICT || e.getCode() == TOO_MANY;
                if (!mayRepeat || tries.isLast()) {
                    throw e;
                }
                tries.pause();
            }
        }
    }

    /** Whether no other try follows this one. */
    public boolean isLast() {
        return number == MOST;
    }

    /** Waits for the next try. */
    public void pause() {
        LockSupport.parkNanos(wait.toNanos());
        wait = wait.multipliedBy(WAIT_FACTOR);
        number++;
    }
}
