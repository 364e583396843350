package io.koordbridge.scheduler.extender;

/**
 * Which pod a request is about.
 *
 * @param uid unique id, empty where the request carries none
 * @param namespace namespace
 * @param name name
 */
record PodName(String uid, String namespace, String name) {}
