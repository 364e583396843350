package io.koordbridge.kube.thread;

import java.util.concurrent.ThreadFactory;

/** Makes threads that have a name and end with their process. */
public final class DaemonThreads {

    private DaemonThreads() {}

    /** A thread that is not started yet. */
    public static Thread create(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    /** For an executor; all its threads have the same name. */
    public static ThreadFactory named(String name) {
        return task -> create(name, task);
    }
}
