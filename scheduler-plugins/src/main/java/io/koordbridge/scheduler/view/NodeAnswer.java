package io.koordbridge.scheduler.view;

/**
 * What all capabilities together say of a pod on a node.
 *
 * @param fit whether it fits
 * @param score weighted sum of the scores of all capabilities, each from 0 to 100; 0 where it does not fit
 */
public record NodeAnswer(FitResult fit, long score) {}
