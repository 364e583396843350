package io.koordbridge.kube.listwatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.pod.PodRequests;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResizeMessagesTest {

    private static final List<PodMessages> ALL = List.of(
            PodMessages.CAPACITY,
            PodMessages.WITH_ADDRESSES,
            PodMessages.WITH_CONTAINER_IDS,
            PodMessages.WITH_PLACEMENT,
            PodMessages.WITH_CONTROLLERS);

    private static ProtoWriter requests(String cpu) {
        return new ProtoWriter().quantity(1, "cpu", "99").quantity(2, "cpu", cpu);
    }

    private static ProtoWriter condition(String type, String reason) {
        return new ProtoWriter()
                .text(1, type)
                .text(2, "True")
                .message(4, new ProtoWriter().number(1, 1_700_000_000L))
                .text(5, reason);
    }

    private static ProtoWriter status(String name, String allocated, String actual) {
        return new ProtoWriter()
                .text(1, name)
                .text(8, "containerd://" + name)
                .quantity(10, "cpu", allocated)
                .message(11, requests(actual));
    }

    private static byte[] pod(ProtoWriter spec, ProtoWriter status) {
        return new ProtoWriter()
                .message(2, spec.text(10, "n"))
                .message(3, status)
                .toBytes();
    }

    /** A main container of 32 cores and a native sidecar of one. */
    private static ProtoWriter spec() {
        return new ProtoWriter()
                .message(2, new ProtoWriter().text(1, "main").message(8, requests("32")))
                .message(
                        20,
                        new ProtoWriter()
                                .text(1, "side")
                                .message(8, requests("1"))
                                .text(24, "Always"));
    }

    private static Pod read(PodMessages messages, byte[] pod) {
        return messages.pod(new ProtoReader(pod));
    }

    @Test
    void whatANodeProvidesIsReadWithAllThatIsRead() {
        byte[] pod = pod(
                spec(),
                new ProtoWriter()
                        .message(2, condition("Ready", "ContainersNotReady"))
                        .message(2, condition("PodResizePending", "Infeasible"))
                        .message(8, status("main", "3", "4"))
                        .message(10, status("side", "2500m", "2")));

        assertThat(ALL)
                .allSatisfy(messages -> assertThat(PodRequests.milliCpu(read(messages, pod)))
                        .as("%s", messages)
                        .isEqualTo(6_500));
    }

    @Test
    void aGrowthThatWaitsCountsBySpec() {
        byte[] pod = pod(
                spec(),
                new ProtoWriter()
                        .message(2, condition("PodResizePending", "Deferred"))
                        .message(8, status("main", "4", "4")));

        assertThat(ALL)
                .allSatisfy(messages ->
                        assertThat(PodRequests.milliCpu(read(messages, pod))).isEqualTo(33_000));
    }

    @Test
    void olderKubeletsSayInTheStatusThatAResizeIsInfeasible() {
        byte[] pod = pod(
                spec(), new ProtoWriter().message(8, status("main", "4", "4")).text(14, "Infeasible"));

        assertThat(ALL)
                .allSatisfy(messages ->
                        assertThat(PodRequests.milliCpu(read(messages, pod))).isEqualTo(5_000));
    }

    @Test
    void requestsOfThePodAsAWholeAreReadFromItsStatus() {
        byte[] pod = pod(
                spec().message(40, requests("8")),
                new ProtoWriter().quantity(19, "cpu", "9").message(20, requests("10")));

        assertThat(ALL)
                .allSatisfy(messages ->
                        assertThat(PodRequests.milliCpu(read(messages, pod))).isEqualTo(10_000));
    }

    @Test
    void anAmountThatIsNoQuantityLeavesThePodReadable() {
        byte[] pod = pod(
                spec(),
                new ProtoWriter()
                        .message(8, status("main", "many", "9".repeat(300)))
                        .quantity(19, "cpu", "x")
                        .message(20, requests("-1e9999999999")));

        assertThat(ALL)
                .allSatisfy(messages ->
                        assertThat(PodRequests.milliCpu(read(messages, pod))).isEqualTo(33_000));
    }

    @Test
    void whatSaysNothingOfRequestsIsNotKept() {
        byte[] pod = pod(
                spec(),
                new ProtoWriter()
                        .message(2, condition("Ready", "ContainersNotReady"))
                        .message(8, new ProtoWriter().text(1, "main").text(8, "containerd://main"))
                        .message(10, status("side", "1", "1")));

        Pod capacity = read(PodMessages.CAPACITY, pod);
        Pod placed = read(PodMessages.WITH_PLACEMENT, pod);
        Pod ids = read(PodMessages.WITH_CONTAINER_IDS, pod);

        assertThat(capacity.getStatus().getConditions()).isEmpty();
        assertThat(capacity.getStatus().getContainerStatuses()).isEmpty();
        assertThat(capacity.getStatus().getInitContainerStatuses())
                .singleElement()
                .satisfies(one -> {
                    assertThat(one.getContainerID()).isNull();
                    assertThat(one.getResources().getLimits()).isEmpty();
                });
        assertThat(placed.getStatus().getConditions())
                .singleElement()
                .satisfies(one -> assertThat(one.getReason()).isNull());
        assertThat(ids.getStatus().getContainerStatuses()).hasSize(1);
    }
}
