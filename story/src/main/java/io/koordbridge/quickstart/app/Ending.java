package io.koordbridge.quickstart.app;

import io.koordbridge.quickstart.world.Closers;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends a run at any moment, also while parts are being started: first the processes, then the places they worked in. What makes
 * something registers here first. A signal ends everything, waits for the thread that starts parts to give up, and ends again
 * what that thread made in between.
 */
final class Ending {

    private static final Logger LOG = LoggerFactory.getLogger(Ending.class);
    private static final long GIVE_UP_SECONDS = 20;

    private final Closers parts = new Closers();
    private final Deque<AutoCloseable> places = new ArrayDeque<>();
    private final CountDownLatch starterGone = new CountDownLatch(1);
    private final Thread starter = Thread.currentThread();

    /** Parts to close, newest first. */
    Closers parts() {
        return parts;
    }

    /** A place that is emptied once no process is left; its {@code close} can be repeated. */
    synchronized <T extends AutoCloseable> T place(T place) {
        places.push(place);
        return place;
    }

    /** From now on a signal leaves nothing behind. */
    void onSignal() {
        Runtime.getRuntime().addShutdownHook(new Thread(this::signalled, "ending"));
    }

    private void signalled() {
        boolean running = starterGone.getCount() > 0;
        if (running) {
            parts.refuse();
            killDescendants();
            starter.interrupt();
        }
        end();
        if (running && !gaveUp()) {
            LOG.warn("the run is still starting parts after {} s", GIVE_UP_SECONDS);
        }
        end();
    }

    private boolean gaveUp() {
        try {
            return starterGone.await(GIVE_UP_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** The thread that starts parts starts no more of them. */
    void starterGone() {
        starterGone.countDown();
    }

    /** Ends everything; can be repeated. */
    synchronized void end() {
        parts.close();
        killDescendants();
        for (AutoCloseable place : places) {
            Closers.closeQuietly(place);
        }
    }

    /** A submission that is under way belongs to no part yet. */
    private static void killDescendants() {
        for (ProcessHandle one : ProcessHandle.current().descendants().toList()) {
            if (!one.destroyForcibly() && one.isAlive()) {
                LOG.warn("process not ended pid={}", one.pid());
            }
        }
    }
}
