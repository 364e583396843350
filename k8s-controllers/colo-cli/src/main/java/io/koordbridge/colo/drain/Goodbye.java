package io.koordbridge.colo.drain;

import java.io.PrintWriter;

/** Says that the drain goes on when the process is ended. */
final class Goodbye implements AutoCloseable {
    private final Thread hook;

    private Goodbye(Thread hook) {
        this.hook = hook;
    }

    static Goodbye of(String node, PrintWriter err) {
        Thread hook = new Thread(
                () -> {
                    err.println("colo: the drain of node " + node + " goes on: " + DrainFollow.hint(node));
                    err.flush();
                },
                "goodbye");
        Runtime.getRuntime().addShutdownHook(hook);
        return new Goodbye(hook);
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The process ends already, and the hook runs.
            hook.setName("goodbye said");
        }
    }
}
