package io.koordbridge.yarnoperator.resourcemanager;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.yarnoperator.resourcemanager.ClusterUse.Lost;
import io.koordbridge.yarnoperator.resourcemanager.ClusterUse.Queue;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class UseAnswersTest {

    private static final String BEANS = "Hadoop:service=ResourceManager,name=";

    private static String bean(String name, String queue, String more) {
        return """
                {"name": "%s%s", "tag.Queue": "%s", %s}""".formatted(BEANS, name, queue, more);
    }

    private static String holds(long vcores, long megabytes) {
        return "\"AllocatedVCores\": " + vcores + ", \"AllocatedMB\": " + megabytes;
    }

    private static JsonNode beans(String... beans) throws JsonProcessingException {
        return read(Stream.of(beans).collect(Collectors.joining(",", "{\"beans\": [", "]}")));
    }

    private static JsonNode read(String text) throws JsonProcessingException {
        return new ObjectMapper().readTree(text);
    }

    @Test
    void leafQueuesAreReadByPoolAndParentsAreNot() throws JsonProcessingException {
        JsonNode answer = beans(
                bean("QueueMetrics,q0=root", "root", holds(5, 500)),
                bean("QueueMetrics,q0=root,q1=a", "root.a", holds(5, 500)),
                bean("QueueMetrics,q0=root,q1=a,q2=x", "root.a.x", holds(2, 200)),
                bean("QueueMetrics,q0=root,q1=a,q2=y", "root.a.y", holds(3, 300)),
                bean("QueueMetrics,q0=root,q1=a,q2=y,user=u", "root.a.y", holds(9, 900)),
                bean("PartitionQueueMetrics,partition=,q0=root", "root", holds(5, 500) + ", \"tag.Partition\": \"\""),
                bean(
                        "PartitionQueueMetrics,partition=gpu,q0=root,q1=a",
                        "root.a",
                        holds(1, 100) + ", \"tag.Partition\": \"gpu\""));

        assertThat(UseAnswers.allocated(answer))
                .containsOnlyKeys(
                        new Queue("default", "root.a.x"), new Queue("default", "root.a.y"), new Queue("gpu", "root.a"))
                .containsEntry(new Queue("default", "root.a.y"), new YarnAmount(3, 300))
                .containsEntry(new Queue("gpu", "root.a"), new YarnAmount(1, 100));
    }

    @Test
    void whatMakesNoSenseIsLeftOut() throws JsonProcessingException {
        JsonNode answer = beans(
                bean("QueueMetrics,q0=a", "a", holds(-1, 500)),
                bean("QueueMetrics,q0=b", "b", holds(1, Long.MAX_VALUE)),
                bean("QueueMetrics,q0=c", "c", "\"AllocatedVCores\": \"x\""),
                bean("QueueMetrics,q0=d", "d".repeat(300), holds(1, 1)),
                bean("QueueMetrics,q0=e", "e", holds(1, 1)));

        assertThat(UseAnswers.allocated(answer)).containsOnlyKeys(new Queue("default", "e"));
        assertThat(UseAnswers.allocated(read("{}"))).isEmpty();
        assertThat(UseAnswers.preempted(answer)).isNull();
    }

    @Test
    void preemptedContainersAreThoseOfTheRootQueue() throws JsonProcessingException {
        JsonNode answer = beans(
                bean("QueueMetrics,q0=root,q1=a", "root.a", "\"AggregateContainersPreempted\": 3"),
                bean("QueueMetrics,q0=root", "root", "\"AggregateContainersPreempted\": 4"));

        assertThat(UseAnswers.preempted(answer)).isEqualTo(4);
    }

    @Test
    void whatApplicationsHaveLostIsKnownByPreemptionsAndAttempts() throws JsonProcessingException {
        JsonNode answer = read("""
                {"apps": {"app": [
                  {"id": "a", "numAMContainerPreempted": 1, "numNonAMContainerPreempted": 5,
                   "amContainerLogs": "http://nm:8042/node/containerlogs/container_e05_1700000000000_0001_04_000001/me"},
                  {"id": "b", "numAMContainerPreempted": 1, "numNonAMContainerPreempted": 0,
                   "amContainerLogs": "http://nm:8042/node/containerlogs/container_1700000000000_0002_01_000001/me"},
                  {"id": "c", "numAMContainerPreempted": 0, "numNonAMContainerPreempted": 0},
                  {"id": "d", "numAMContainerPreempted": -1, "numNonAMContainerPreempted": 0},
                  {"id": "e", "numAMContainerPreempted": 0, "numNonAMContainerPreempted": "x"},
                  {"numAMContainerPreempted": 1, "numNonAMContainerPreempted": 1}]}}
                """);

        assertThat(UseAnswers.lost(answer))
                .containsOnlyKeys("a", "b", "c")
                .containsEntry("a", new Lost(6, 1, 2))
                .containsEntry("b", new Lost(1, 1, 0))
                .containsEntry("c", new Lost(0, 0, 0));
        assertThat(UseAnswers.lost(read("{\"apps\": null}"))).isEmpty();
    }
}
