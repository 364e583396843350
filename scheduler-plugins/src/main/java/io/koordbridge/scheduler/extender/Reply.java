package io.koordbridge.scheduler.extender;

/**
 * Answer to a request.
 *
 * @param status of HTTP
 * @param entity written as JSON
 * @param result label of the metric
 */
record Reply(int status, Object entity, String result) {

    /** An answer that kube-scheduler reads. */
    static Reply ok(Object entity) {
        return new Reply(200, entity, "ok");
    }
}
