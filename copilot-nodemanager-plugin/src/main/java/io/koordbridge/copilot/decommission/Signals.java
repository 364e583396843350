package io.koordbridge.copilot.decommission;

/** Sends a signal to a process. */
interface Signals {
    /** Whether the kernel took it. */
    boolean send(long pid, int signal);
}
