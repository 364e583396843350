package io.koordbridge.lab.ledger;

/**
 * One Node as the API server shows it at one moment, with the pods that are bound to it.
 *
 * @param origin batch capacity before any allocation
 * @param offered what pods are offered: batch resources of the Node's allocatable
 * @param pods batch requests of the pods on the node that have not ended
 * @param reserved what the Node's annotation reserves for YARN
 * @param others what it reserves for other third parties
 */
public record NodeLook(Share origin, Share offered, Share pods, Share reserved, Share others) {}
