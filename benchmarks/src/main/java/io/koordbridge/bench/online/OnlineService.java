package io.koordbridge.bench.online;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Main class of the online service: a thread for each CPU, each request costs the same CPU. A response time counts from the moment at which
 * the request was to arrive, so that a service that stands still does not hide it. Blocks come and response times go through a socket.
 */
public final class OnlineService {

    private static final int BACKLOG = 1;
    private static final long PROBE_STEPS = 20_000_000;
    private static final int PROBES = 5;
    private static final long LEAD_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long MULTIPLIER = 6_364_136_223_846_793_005L;

    private final long steps;
    private final LinkedBlockingQueue<Round> rounds = new LinkedBlockingQueue<>();
    private volatile long sum;

    private OnlineService(long steps) {
        this.steps = steps;
    }

    private static final class Round {
        private final long start;
        private final long[] moments;
        private final long[] nanos;
        private final AtomicInteger next = new AtomicInteger();
        private final CountDownLatch open;

        private Round(OnlineBlock block) {
            moments = Arrivals.poisson(block.seed(), block.all(), (double) block.gapNanos());
            nanos = new long[moments.length];
            open = new CountDownLatch(moments.length);
            start = System.nanoTime() + LEAD_NANOS;
        }
    }

    /** Arguments: port on the loopback interface, microseconds of CPU for each request. Ends with the connection. */
    public static void main(String[] args) throws IOException, InterruptedException {
        OnlineService service = new OnlineService(steps(Long.parseLong(args[1])));
        int threads = Runtime.getRuntime().availableProcessors();
        for (int i = 0; i < threads; i++) {
            Thread thread = new Thread(service::work, "request-" + i);
            thread.setDaemon(true);
            thread.start();
        }
        try (ServerSocket server =
                        new ServerSocket(Integer.parseInt(args[0]), BACKLOG, InetAddress.getLoopbackAddress());
                Socket peer = server.accept()) {
            service.answer(
                    new DataInputStream(new BufferedInputStream(peer.getInputStream())),
                    new DataOutputStream(new BufferedOutputStream(peer.getOutputStream())),
                    threads);
        }
    }

    /** By CPU time, so that a busy machine does not make requests cheaper. */
    private static long steps(long micros) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long fastest = Long.MAX_VALUE;
        long unused = 0;
        for (int probe = 0; probe < PROBES; probe++) {
            long begin = threads.getCurrentThreadCpuTime();
            unused += compute(probe, PROBE_STEPS);
            fastest = Math.min(fastest, Math.max(1, threads.getCurrentThreadCpuTime() - begin));
        }
        double perNano = (double) PROBE_STEPS / fastest;
        return Math.max(1, (long) (perNano * TimeUnit.MICROSECONDS.toNanos(micros))) + (unused & 1);
    }

    private static long compute(long seed, long steps) {
        long value = seed;
        for (long step = 0; step < steps; step++) {
            value = value * MULTIPLIER + step;
        }
        return value;
    }

    private void answer(DataInputStream in, DataOutputStream out, int threads)
            throws IOException, InterruptedException {
        while (true) {
            OnlineBlock block;
            try {
                block = OnlineBlock.read(in);
            } catch (EOFException e) {
                return;
            }
            Round round = new Round(block);
            for (int i = 0; i < threads; i++) {
                rounds.add(round);
            }
            round.open.await();
            for (long nanos : Arrays.copyOfRange(round.nanos, block.warm(), round.nanos.length)) {
                out.writeLong(nanos);
            }
            out.flush();
        }
    }

    private void work() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                serve(rounds.take());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Requests wait in the order of their arrival; a thread that is free takes the next one, and waits for it where it is early. */
    private void serve(Round round) {
        for (int i = round.next.getAndIncrement(); i < round.moments.length; i = round.next.getAndIncrement()) {
            long at = round.start + round.moments[i];
            for (long left = at - System.nanoTime(); left > 0; left = at - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            sum = compute(i, steps);
            round.nanos[i] = System.nanoTime() - at;
            round.open.countDown();
        }
    }

    /** Keeps the work from being left out by the compiler. */
    long sum() {
        return sum;
    }
}
