package io.koordbridge.api.pod;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.math.BigDecimal;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ContainerRequestsTest {

    private static Pod pod(String spec, String status) {
        return Serialization.unmarshal("metadata: {name: p}\nspec: " + spec + "\nstatus: " + status, Pod.class);
    }

    /** A bound pod of one container with this request of cpu. */
    private static Pod bound(String cpu, String status) {
        return pod("{nodeName: n, containers: [{name: main, resources: {requests: {cpu: '" + cpu + "'}}}]}", status);
    }

    private static String main(String status) {
        return "containerStatuses: [{name: main, " + status + "}]";
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "infeasible growth counts without it  | 32 | Infeasible |  4 |  4 |  4",
                "deferred growth counts               | 32 | Deferred   |  4 |  4 | 32",
                "growth under way counts              | 32 | ''         | 32 |  4 | 32",
                "shrink that is not accepted yet      |  1 | ''         |  4 |  4 |  4",
                "shrink that is not acted on yet      |  1 | ''         |  1 |  4 |  4",
                "shrink that is done                  |  1 | ''         |  1 |  1 |  1",
                "infeasible shrink                    |  1 | Infeasible |  4 |  4 |  4",
                "infeasible while another is acted on | 32 | Infeasible |  8 |  4 |  8"
            })
    void countsWhatTheNodeProvides(
            String name, String spec, String reason, String allocated, String actual, String counted) {
        String pending = reason.isEmpty() ? "" : "conditions: [{type: PodResizePending, reason: " + reason + "}], ";

        Pod pod = bound(
                spec,
                "{" + pending
                        + main("allocatedResources: {cpu: '" + allocated + "'}, resources: {requests: {cpu: '" + actual
                                + "'}}")
                        + "}");

        assertThat(PodRequests.of(pod).get("cpu")).isEqualByComparingTo(counted);
        assertThat(PodRequests.ofSpec(pod).get("cpu")).isEqualByComparingTo(spec);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "name: main | 4",
                "name: main, state: {terminated: {exitCode: 0}} | 4",
                "name: main, resources: {} | 4",
                "name: main, resources: {requests: {}} | 4",
                "name: other, resources: {requests: {cpu: '9'}} | 4",
                "resources: {requests: {cpu: '9'}} | 4",
                "name: main, allocatedResources: {cpu: '9'} | 9",
                "name: main, allocatedResources: {cpu: '-9'}, resources: {requests: {cpu: 5000m}} | 5",
                "name: main, resources: {requests: {cpu: '1e300'}} | 4",
                "name: main, resources: {requests: {cpu: '9223372036854775808'}} | 4",
                "name: main, resources: {requests: {cpu: '9223372036854775807'}} | 9223372036854775807"
            })
    void aStatusThatIsMissingOrCannotBeUsedChangesNothing(String status, String counted) {
        Pod pod = bound("4", "{containerStatuses: [{" + status + "}]}");

        assertThat(PodRequests.of(pod).get("cpu")).isEqualByComparingTo(counted);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "resources: {requests: {cpu: '-1'}} | 32",
                "allocatedResources: {cpu: '4'}, resources: {requests: {cpu: '-1'}} | 4",
                "allocatedResources: {cpu: '4'} | 32",
                "ready: true | 32"
            })
    void anInfeasibleResizeCountsWithTheSpecWhereTheStatusSaysNothingUsable(String status, String counted) {
        Pod pod = bound(
                "32",
                "{conditions: [{type: PodResizePending, reason: Infeasible}], containerStatuses: [{name: main, "
                        + status + "}]}");

        assertThat(PodRequests.of(pod).get("cpu")).isEqualByComparingTo(counted);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "resize: Infeasible | 4",
                "resize: Deferred | 32",
                "resize: Infeasible, conditions: [{type: PodResizePending, reason: Deferred}] | 32",
                "conditions: [{type: PodResizePending, reason: Deferred}, {type: PodResizePending, reason: Infeasible}] | 32",
                "conditions: [{type: PodResizeInProgress, reason: Infeasible}] | 32",
                "conditions: [{type: PodResizePending}] | 32"
            })
    void theConditionSaysWhetherAResizeIsInfeasible(String said, String counted) {
        Pod pod = bound("32", "{" + said + ", " + main("resources: {requests: {cpu: '4'}}") + "}");

        assertThat(PodRequests.of(pod).get("cpu")).isEqualByComparingTo(counted);
    }

    /** A client may write any status into a pod that it creates. */
    @Test
    void theStatusOfAPodThatWaitsForANodeDoesNotCount() {
        Pod pod = bound(
                "32",
                "{conditions: [{type: PodResizePending, reason: Infeasible}], "
                        + main("resources: {requests: {cpu: '1'}}") + "}");
        pod.getSpec().setNodeName(null);

        assertThat(PodRequests.milliCpu(pod)).isEqualTo(32_000);
    }

    @Test
    void sidecarsAreResizedAndInitContainersThatEndAreNot() {
        Pod pod = pod(
                "{nodeName: n, initContainers: [{name: once, resources: {requests: {cpu: '3'}}}, {name: side,"
                        + " restartPolicy: Always, resources: {requests: {cpu: '1'}}}], containers: [{name: main,"
                        + " resources: {requests: {cpu: '1'}}}]}",
                "{initContainerStatuses: [{name: once, resources: {requests: {cpu: '9'}}}, {name: side,"
                        + " resources: {requests: {cpu: '4'}}}]}");

        assertThat(PodRequests.milliCpu(pod)).isEqualTo(5_000);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | 8100",
                "{resources: {requests: {cpu: 12100m}}, allocatedResources: {cpu: 8100m}} | 12100",
                "{resources: {requests: {cpu: 4100m}}, allocatedResources: {cpu: 4100m}} | 8100",
                "{conditions: [{type: PodResizePending, reason: Infeasible}], resources: {requests: {cpu: 4100m}}, allocatedResources: {cpu: 4100m}} | 4100",
                "{conditions: [{type: PodResizePending, reason: Infeasible}], allocatedResources: {cpu: 4100m}} | 8100",
                "{resources: {requests: {cpu: '-7'}}} | 8100",
                "{resources: text, allocatedResources: [1]} | 8100"
            })
    void requestsOfThePodAsAWholeCountLikewiseWithoutTheOverhead(String status, long counted) {
        Pod pod = pod(
                "{nodeName: n, overhead: {cpu: 100m}, resources: {requests: {cpu: '8'}}, containers: [{name: main,"
                        + " resources: {requests: {cpu: '1', memory: 1Gi}}}]}",
                status);

        assertThat(PodRequests.milliCpu(pod)).isEqualTo(counted);
        assertThat(PodRequests.memoryBytes(pod)).isEqualTo(1L << 30);
    }

    @Test
    void anAssumedAmountCountsWhereNothingIsRequested() {
        Pod pod = bound("4", "{" + main("resources: {requests: {cpu: '5', memory: 1Gi}}") + "}");
        Container main = pod.getSpec().getContainers().get(0);
        Map<String, BigDecimal> assumed = Map.of("memory", BigDecimal.ONE, "cpu", BigDecimal.ONE);

        assertThat(ContainerRequests.counted(pod).assuming(assumed).of(main))
                .containsEntry("memory", new BigDecimal(1L << 30));
        assertThat(ContainerRequests.ofSpec().assuming(assumed).of(main))
                .isEqualTo(Map.of("memory", BigDecimal.ONE, "cpu", new BigDecimal(4)));
    }
}
