package io.koordbridge.manager.clusterview;

/** What this replica may do now. */
public interface Leadership {

    /** Whether this replica's controllers take work in: it leads and has seen the whole cluster. */
    boolean acts();

    /** Whether a write that starts now ends while the lease is still ours. */
    boolean mayWrite();
}
