package io.koordbridge.bench.report;

/**
 * What a figure has to be.
 *
 * @param figure name of the figure
 * @param limit largest value that is good
 */
public record Target(String figure, double limit) {}
