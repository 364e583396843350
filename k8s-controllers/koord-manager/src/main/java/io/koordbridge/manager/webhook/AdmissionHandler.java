package io.koordbridge.manager.webhook;

/** One admission path. Thread-safe; must not block for longer than the caller's time limit. */
public interface AdmissionHandler {

    /** The path it is served on, such as {@code /validate-configmap}. */
    String path();

    /** Whether it changes or checks. */
    WebhookType type();

    /** What it looks at: pod, node, configmap, elasticquota or reservation; a metric label. */
    String objectType();

    /** Name of the rule it holds; a metric label. */
    String plugin();

    /** Whether the caches it needs are filled; reviews get 503 before. */
    boolean ready();

    /** Decides on a review. An exception becomes a 500 without a verdict, so that the failure policy decides. */
    Verdict decide(AdmissionReviews.Request request);
}
