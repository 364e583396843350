package io.koordbridge.manager.server.webhook;

/** A page for people beside the admission paths; answers GET. */
public interface DebugView {

    /** The path it is served on, such as {@code /elasticQuota}. */
    String path();

    /** What it shows. */
    String json();
}
