package io.koordbridge.it.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class SparkEventLogTest {
    private static final String DECOMMISSIONED = "Executor decommission: it is decommissioned.";

    @Test
    void workThatWasDoneAgainAndWorkThatWasLostAreNotUseful() throws IOException {
        SparkEventLog log = SparkEventLog.of(List.of(
                stage(0, 7),
                task(0, 0, "Success", 100),
                task(0, 1, "Success", 200),
                task(0, 1, "Resubmitted", 200),
                stage(1, 9),
                task(1, 0, "FetchFailed", 40),
                task(1, 1, "ExecutorLostFailure", 60),
                removed(1, "Container c was preempted."),
                removed(2, DECOMMISSIONED),
                removed(2, "Executor for container d exited because of a YARN event (e.g., preemption)"),
                stage(2, 7),
                task(2, 1, "Success", 300),
                task(1, 0, "Success", 100),
                task(1, 1, "Success", 100)));

        assertThat(log.tasks()).isEqualTo(7);
        assertThat(log.failedTasks()).isEqualTo(2);
        assertThat(log.fetchFailures()).isEqualTo(1);
        assertThat(log.givenMillis()).isEqualTo(900);
        assertThat(log.usefulMillis()).isEqualTo(600);
        assertThat(log.usefulShare()).isEqualTo(600 / 900.0);
        assertThat(log.left()).containsExactlyInAnyOrder("1", "2");
        assertThat(log.preempted()).containsExactly("1");
    }

    @Test
    void aLeavingExecutorExplainsOneBlockThatItDoesNotTake() throws IOException {
        SparkEventLog log = SparkEventLog.of(List.of(
                refused(1),
                refused(2),
                refused(1),
                refused(3),
                removed(1, DECOMMISSIONED),
                removed(2, DECOMMISSIONED)));

        assertThat(log.failedTasks()).isEqualTo(4);
        assertThat(log.refusedBlocks()).isEqualTo(4);
        assertThat(log.fetchFailures()).isZero();
        assertThat(log.unexplained())
                .extracting(SparkEventLog.Failure::executor)
                .containsExactly("1", "3");
    }

    @Test
    void anExecutorThatLeftInOrderExplainsFailedFetchesOfOthers() throws IOException {
        SparkEventLog log = SparkEventLog.of(List.of(
                fetch(4, 1),
                fetch(5, 1),
                fetch(4, 2),
                fetch(4, 1),
                fetch(4, 3),
                removed(1, DECOMMISSIONED),
                removed(2, "Container c was preempted.")));

        assertThat(log.fetchFailures()).isEqualTo(5);
        assertThat(log.unexplained()).extracting(SparkEventLog.Failure::source).containsExactly("2", "3");
    }

    @Test
    void aTaskThatEndedWithItsExecutorIsNotExplained() throws IOException {
        SparkEventLog log = SparkEventLog.of(List.of(
                stage(0, 7),
                task(0, 0, "ExecutorLostFailure", 10),
                task(0, 0, "FetchFailed", 10),
                task(0, 0, "Success", 10),
                removed(1, DECOMMISSIONED)));

        assertThat(log.unexplained())
                .extracting(SparkEventLog.Failure::kind)
                .containsExactly("ExecutorLostFailure", "FetchFailed");
    }

    @Test
    void withoutATaskNothingWasLost() throws IOException {
        assertThat(SparkEventLog.of(List.of()).usefulShare()).isEqualTo(1);
    }

    private static String stage(int stage, int rdd) {
        return """
                {"Event": "SparkListenerStageSubmitted", "Stage Info": {"Stage ID": %d, "RDD Info": [{"RDD ID": %d}, {"RDD ID": 1}]}}""".formatted(stage, rdd);
    }

    private static String removed(int executor, String reason) {
        return """
                {"Event": "SparkListenerExecutorRemoved", "Executor ID": "%d", "Removed Reason": "%s"}""".formatted(executor, reason);
    }

    private static String refused(int executor) {
        return """
                {"Event": "SparkListenerTaskEnd", "Stage ID": 0, "Task End Reason": {"Reason": "ExceptionFailure",\
                 "Class Name": "org.apache.spark.storage.BlockSavedOnDecommissionedBlockManagerException"},\
                 "Task Info": {"Executor ID": "%d"}}""".formatted(executor);
    }

    private static String fetch(int executor, int source) {
        return """
                {"Event": "SparkListenerTaskEnd", "Stage ID": 0, "Task End Reason": {"Reason": "FetchFailed",\
                 "Block Manager Address": {"Executor ID": "%d", "Host": "h", "Port": 1}},\
                 "Task Info": {"Executor ID": "%d"}}""".formatted(source, executor);
    }

    private static String task(int stage, int partition, String reason, int millis) {
        return """
                {"Event": "SparkListenerTaskEnd", "Stage ID": %d, "Task End Reason": {"Reason": "%s"},\
                 "Task Info": {"Partition ID": %d, "Launch Time": 1000, "Finish Time": %d}}""".formatted(stage, reason, partition, 1000 + millis);
    }
}
