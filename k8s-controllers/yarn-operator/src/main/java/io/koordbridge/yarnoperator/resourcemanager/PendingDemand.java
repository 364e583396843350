package io.koordbridge.yarnoperator.resourcemanager;

/** What applications ask for and do not have. */
public record PendingDemand(long vcores, long memoryMb) {}
