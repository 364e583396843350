package io.koordbridge.lab.hadoop;

/** Tasks and executors as the running driver reports them. */
public record SparkProgress(
        int tasks, int activeTasks, int completedTasks, int failedTasks, int activeExecutors, int lostExecutors) {}
