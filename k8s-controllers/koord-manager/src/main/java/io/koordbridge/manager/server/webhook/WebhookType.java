package io.koordbridge.manager.server.webhook;

/** What a webhook does; value of the metric label {@code webhook_type}. */
public enum WebhookType {
    MUTATE("mutate"),
    VALIDATE("validate");

    private final String label;

    WebhookType(String label) {
        this.label = label;
    }

    /** The text in metrics. */
    public String label() {
        return label;
    }
}
