package io.koordbridge.colo.preflight;

/**
 * A right that is needed.
 *
 * @param account a service account of ours; empty for whoever asks
 * @param group of the API, empty for the core
 * @param resource with its subresource, such as {@code pods/portforward}
 * @param namespace empty for all
 * @param purpose what does not work without it
 */
record Right(String account, String verb, String group, String resource, String namespace, String purpose) {

    /** A right and the answer. */
    record Answer(Right right, boolean allowed) {}

    String text() {
        return verb + " " + resource + (group.isEmpty() ? "" : "." + group)
                + (namespace.isEmpty() ? "" : " in " + namespace);
    }
}
