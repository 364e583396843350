package io.koordbridge.manager.server.webhook;

/**
 * Where a handler is served, and the labels of its metrics.
 *
 * @param path such as {@code /validate-configmap}
 * @param type whether it changes or checks
 * @param objectType what it looks at: pod, node, configmap, elasticquota or reservation
 * @param plugin name of the rule it holds
 */
public record AdmissionPath(String path, WebhookType type, String objectType, String plugin) {

    /** The path of a handler that changes objects. */
    public static AdmissionPath mutate(String path, String objectType, String plugin) {
        return new AdmissionPath(path, WebhookType.MUTATE, objectType, plugin);
    }

    /** The path of a handler that checks objects. */
    public static AdmissionPath validate(String path, String objectType, String plugin) {
        return new AdmissionPath(path, WebhookType.VALIDATE, objectType, plugin);
    }
}
