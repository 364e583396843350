package io.koordbridge.koordlet.evict;

import io.koordbridge.kube.thread.DaemonThreads;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;

/** Calls for victims of one kind, one at a time in one thread: a call without an answer holds up no other kind. */
final class Lane implements AutoCloseable {

    private final Ending ending;
    private final Duration patience;
    private final ExecutorService thread;
    private final AtomicBoolean busy = new AtomicBoolean();

    /**
     * A lane.
     *
     * @param patience how long an answer is waited for; the call itself goes on
     */
    Lane(Victim.Kind kind, Ending ending, Duration patience) {
        this.ending = ending;
        this.patience = patience;
        this.thread = Executors.newSingleThreadExecutor(
                DaemonThreads.named("koordlet-evict-" + kind.name().toLowerCase(Locale.ROOT)));
    }

    /**
     * Makes a call.
     *
     * @param late takes the outcome, in the thread of the lane, when it comes after this method returned
     * @return empty while the call, or an earlier one, has no answer
     */
    Optional<Ending.Outcome> call(Function<Ending, Ending.Outcome> call, Consumer<Ending.Outcome> late) {
        if (!busy.compareAndSet(false, true)) {
            return Optional.empty();
        }
        CompletableFuture<Ending.Outcome> answer = new CompletableFuture<>();
        AtomicBoolean settled = new AtomicBoolean();
        try {
            thread.execute(() -> {
                Ending.Outcome outcome = outcome(call);
                if (settled.compareAndSet(false, true)) {
                    answer.complete(outcome);
                } else {
                    late.accept(outcome);
                }
            });
        } catch (RejectedExecutionException e) {
            return Optional.empty();
        }
        return await(answer, settled);
    }

    private Ending.Outcome outcome(Function<Ending, Ending.Outcome> call) {
        try {
            return call.apply(ending);
        } catch (RuntimeException e) {
            return new Ending.Outcome(Ending.Result.FAILED, e.toString());
        } finally {
            busy.set(false);
        }
    }

    private Optional<Ending.Outcome> await(CompletableFuture<Ending.Outcome> answer, AtomicBoolean settled) {
        try {
            return Optional.of(answer.get(patience.toMillis(), TimeUnit.MILLISECONDS));
        } catch (TimeoutException e) {
            return settled.compareAndSet(false, true) ? Optional.empty() : Optional.of(answer.join());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return settled.compareAndSet(false, true) ? Optional.empty() : Optional.of(answer.join());
        } catch (ExecutionException e) {
            throw new IllegalStateException("an outcome is never a failure", e);
        }
    }

    /** A call that is under way ends by itself. */
    @Override
    public void close() {
        thread.shutdownNow();
    }
}
