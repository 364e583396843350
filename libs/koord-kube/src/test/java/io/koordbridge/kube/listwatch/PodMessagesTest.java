package io.koordbridge.kube.listwatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.pod.PodRequests;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PodMessagesTest {

    @Test
    void decodesWhatCapacityDependsOnAndPassesOverTheRest() {
        Pod pod = PodMessages.WITH_PLACEMENT.pod(new ProtoReader(pod("web").toBytes()));

        assertThat(pod.getMetadata().getNamespace()).isEqualTo("shop");
        assertThat(pod.getMetadata().getName()).isEqualTo("web");
        assertThat(pod.getMetadata().getLabels()).isEqualTo(Map.of("app", "shop"));
        assertThat(pod.getMetadata().getAnnotations()).isEqualTo(Map.of("note", ""));
        assertThat(pod.getSpec().getNodeName()).isEqualTo("node-1");
        assertThat(pod.getSpec().getPriority()).isEqualTo(-5);
        assertThat(pod.getSpec().getOverhead()).isEqualTo(Map.of("cpu", new Quantity("10m")));
        assertThat(pod.getSpec().getContainers()).singleElement().satisfies(container -> {
            assertThat(container.getResources().getRequests())
                    .isEqualTo(Map.of("cpu", new Quantity("500m"), "memory", new Quantity("1Gi")));
            assertThat(container.getResources().getLimits()).isEqualTo(Map.of("cpu", new Quantity("2")));
        });
        assertThat(pod.getSpec().getInitContainers())
                .singleElement()
                .satisfies(container -> assertThat(container.getRestartPolicy()).isEqualTo("Always"));
        assertThat(pod.getStatus().getPhase()).isEqualTo("Running");
        assertThat(pod.getStatus().getQosClass()).isEqualTo("Burstable");
        assertThat(pod.getStatus().getStartTime()).isEqualTo("2023-11-14T22:13:20Z");
        assertThat(pod.getMetadata().getDeletionGracePeriodSeconds()).isEqualTo(45);
    }

    /** The API server takes limits of any length: the pod counts, and its limit is beyond all there is. */
    @Test
    void decodesAPodWhoseLimitIsLongerThanAnyNumber() {
        ProtoWriter main = new ProtoWriter()
                .text(1, "main")
                .message(
                        8,
                        new ProtoWriter()
                                .quantity(1, "cpu", "9".repeat(250_000))
                                .quantity(2, "cpu", "500m"));
        byte[] message =
                new ProtoWriter().message(2, new ProtoWriter().message(2, main)).toBytes();

        Pod pod = PodMessages.WITH_PLACEMENT.pod(new ProtoReader(message));

        assertThat(PodRequests.milliCpu(pod)).isEqualTo(500);
        assertThat(PodRequests.limits(pod).get("cpu")).isEqualByComparingTo("1e50");
    }

    @Test
    void decodesWhatTellsTheHostWhereItIsRead() {
        byte[] message = new ProtoWriter()
                .message(
                        2,
                        new ProtoWriter()
                                .message(7, new ProtoWriter().text(1, "disk").text(2, "ssd"))
                                .text(10, "node-1")
                                .number(11, 1)
                                .text(16, "nm-0")
                                .text(17, "nm"))
                .message(
                        3,
                        new ProtoWriter()
                                .text(1, "Running")
                                .text(5, "192.168.0.7")
                                .text(6, "10.1.2.3")
                                .text(9, "Burstable"))
                .toBytes();

        Pod pod = PodMessages.WITH_ADDRESSES.pod(new ProtoReader(message));
        Pod without = PodMessages.WITH_PLACEMENT.pod(new ProtoReader(message));

        assertThat(pod.getSpec().getNodeName()).isEqualTo("node-1");
        assertThat(pod.getSpec().getHostNetwork()).isTrue();
        assertThat(pod.getSpec().getHostname()).isEqualTo("nm-0");
        assertThat(pod.getSpec().getSubdomain()).isEqualTo("nm");
        assertThat(pod.getSpec().getNodeSelector()).containsOnly(Map.entry("disk", "ssd"));
        assertThat(pod.getStatus().getHostIP()).isEqualTo("192.168.0.7");
        assertThat(pod.getStatus().getPodIP()).isEqualTo("10.1.2.3");
        assertThat(pod.getStatus().getQosClass()).isEqualTo("Burstable");
        assertThat(without.getSpec().getHostname()).isNull();
        assertThat(without.getStatus().getPodIP()).isNull();
        assertThat(without.getStatus().getQosClass()).isEqualTo("Burstable");
    }

    @Test
    void decodesWhatTellsTheControlGroupsWhereItIsRead() {
        ProtoWriter main = new ProtoWriter()
                .text(1, "main")
                .message(2, new ProtoWriter().message(2, new ProtoWriter()))
                .number(5, 3)
                .text(6, "registry/app:1")
                .text(8, "containerd://c1");
        ProtoWriter waiting = new ProtoWriter().text(1, "side").text(8, "");
        ProtoWriter init = new ProtoWriter().text(1, "init").text(8, "containerd://c0");
        byte[] message = new ProtoWriter()
                .message(
                        3,
                        new ProtoWriter()
                                .text(1, "Running")
                                .text(6, "10.1.2.3")
                                .message(8, main)
                                .message(8, waiting)
                                .text(9, "Guaranteed")
                                .message(10, init))
                .toBytes();

        Pod pod = PodMessages.WITH_CONTAINER_IDS.pod(new ProtoReader(message));
        Pod without = PodMessages.WITH_PLACEMENT.pod(new ProtoReader(message));

        assertThat(pod.getStatus().getContainerStatuses())
                .extracting(status -> status.getName() + " " + status.getContainerID())
                .containsExactly("main containerd://c1", "side ");
        assertThat(pod.getStatus().getInitContainerStatuses())
                .extracting(status -> status.getName() + " " + status.getContainerID())
                .containsExactly("init containerd://c0");
        assertThat(pod.getStatus().getQosClass()).isEqualTo("Guaranteed");
        assertThat(pod.getStatus().getPodIP()).isNull();
        assertThat(without.getStatus().getContainerStatuses()).isEmpty();
        assertThat(without.getStatus().getInitContainerStatuses()).isEmpty();
        assertThat(without.getStatus().getQosClass()).isEqualTo("Guaranteed");
    }

    @Test
    void decodesWhatDecidesWhereAPodMayRunWhereItIsRead() {
        byte[] message = new ProtoWriter()
                .message(
                        1,
                        new ProtoWriter()
                                .text(1, "agent-x")
                                .message(
                                        13,
                                        new ProtoWriter()
                                                .text(1, "DaemonSet")
                                                .text(3, "agent")
                                                .text(4, "uid-7")))
                .message(
                        2,
                        new ProtoWriter()
                                .message(18, new ProtoWriter().message(1, new ProtoWriter()))
                                .message(33, new ProtoWriter().number(1, 1)))
                .message(
                        3,
                        new ProtoWriter()
                                .message(
                                        2,
                                        new ProtoWriter()
                                                .text(1, "PodScheduled")
                                                .text(2, "True")
                                                .message(4, new ProtoWriter().number(1, 1_700_000_000L))))
                .toBytes();

        Pod pod = PodMessages.WITH_PLACEMENT.pod(new ProtoReader(message));
        Pod without = PodMessages.WITH_ADDRESSES.pod(new ProtoReader(message));

        assertThat(pod.getMetadata().getOwnerReferences())
                .extracting(owner -> owner.getKind() + " " + owner.getName())
                .containsExactly("DaemonSet agent");
        assertThat(pod.getSpec().getAffinity()).isNotNull();
        assertThat(pod.getSpec().getTopologySpreadConstraints()).hasSize(1);
        assertThat(pod.getStatus().getConditions())
                .extracting(one -> one.getType() + " " + one.getStatus() + " " + one.getLastTransitionTime())
                .containsExactly("PodScheduled True 2023-11-14T22:13:20Z");
        assertThat(without.getMetadata().getOwnerReferences()).isEmpty();
        assertThat(without.getSpec().getAffinity()).isNull();
        assertThat(without.getStatus().getConditions()).isEmpty();
    }

    @Test
    void decodesControllersAndClaimsWhereTheyAreRead() {
        ProtoWriter owner = new ProtoWriter()
                .text(1, "StatefulSet")
                .text(3, "db")
                .text(4, "uid-8")
                .text(5, "apps/v1")
                .number(6, 1)
                .number(7, 1);
        byte[] message = new ProtoWriter()
                .message(1, new ProtoWriter().text(1, "db-0").message(13, owner))
                .message(
                        2,
                        new ProtoWriter()
                                .message(
                                        1,
                                        new ProtoWriter()
                                                .text(1, "data")
                                                .message(2, new ProtoWriter().message(10, new ProtoWriter()))))
                .toBytes();

        Pod pod = PodMessages.WITH_CONTROLLERS.pod(new ProtoReader(message));
        Pod named = PodMessages.WITH_PLACEMENT.pod(new ProtoReader(message));

        assertThat(pod.getMetadata().getOwnerReferences())
                .extracting(one -> one.getApiVersion() + " " + one.getKind() + " " + one.getController())
                .containsExactly("apps/v1 StatefulSet true");
        assertThat(pod.getSpec().getVolumes())
                .singleElement()
                .satisfies(
                        volume -> assertThat(volume.getPersistentVolumeClaim()).isNotNull());
        assertThat(named.getMetadata().getOwnerReferences())
                .extracting(one -> one.getKind() + " " + one.getController())
                .containsExactly("StatefulSet null");
    }

    @Test
    void readsAPageWithItsVersionAndTheWayOn() {
        ProtoWriter list = new ProtoWriter()
                .message(1, new ProtoWriter().text(2, "4711").text(3, "further").number(4, 300))
                .message(2, pod("a"))
                .message(2, pod("b"));

        List<Pod> pods = new ArrayList<>();
        ListWatchEncoding.Page page = new BinaryEncoding<>(PodMessages.WITH_PLACEMENT::pod)
                .page(ProtoWriter.envelope("PodList", list), pods::add);

        assertThat(page.resourceVersion()).isEqualTo("4711");
        assertThat(page.continuation()).isEqualTo("further");
        assertThat(pods).extracting(pod -> pod.getMetadata().getName()).containsExactly("a", "b");
    }

    @Test
    void writesTimesAsTheirSecondsAreEvenWhenThereAreNone() {
        assertThat(MetaMessages.timestamp(1_700_000_000)).isEqualTo("2023-11-14T22:13:20Z");
        assertThat(MetaMessages.timestamp(1_699_999_980)).isEqualTo("2023-11-14T22:13:00Z");
        assertThat(MetaMessages.timestamp(0)).isEqualTo("1970-01-01T00:00:00Z");
    }

    @Test
    void readsAnEventAndTheCodeOfAnError() {
        byte[] added = new ProtoWriter()
                .text(1, "ADDED")
                .message(2, new ProtoWriter().bytes(1, ProtoWriter.envelope("Pod", pod("a"))))
                .toBytes();
        byte[] error = new ProtoWriter()
                .text(1, "ERROR")
                .message(
                        2,
                        new ProtoWriter()
                                .bytes(
                                        1,
                                        ProtoWriter.envelope(
                                                "Status",
                                                new ProtoWriter()
                                                        .text(2, "Failure")
                                                        .number(6, 410))))
                .toBytes();

        Envelopes.Event event = Envelopes.event(added);

        assertThat(event.type()).isEqualTo("ADDED");
        assertThat(PodMessages.WITH_PLACEMENT.pod(event.object()).getMetadata().getResourceVersion())
                .isEqualTo("12");
        assertThat(Envelopes.statusCode(Envelopes.event(error).object())).isEqualTo(410);
    }

    @Test
    void refusesWhatIsCutOffOrIsNotTheBinaryEncoding() {
        byte[] whole = ProtoWriter.envelope("PodList", new ProtoWriter().message(2, pod("a")));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> Envelopes.page(
                        new ProtoReader(Arrays.copyOf(whole, whole.length - 3)), PodMessages.WITH_PLACEMENT::pod));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Envelopes.page(
                        new ProtoReader("{\"items\":[]}".getBytes(StandardCharsets.UTF_8)),
                        PodMessages.WITH_PLACEMENT::pod));
    }

    @Test
    void whateverIsDamagedIsDecodedOrRefusedAndNothingElse() {
        byte[] whole = ProtoWriter.envelope(
                "PodList",
                new ProtoWriter().message(1, new ProtoWriter().text(2, "4711")).message(2, pod("a")));

        int refused = 0;
        for (int at = 0; at < whole.length; at++) {
            refused += isRefused(Arrays.copyOf(whole, at)) ? 1 : 0;
            for (int value = 0; value <= 0xff; value++) {
                byte[] damaged = whole.clone();
                damaged[at] = (byte) value;
                refused += isRefused(damaged) ? 1 : 0;
            }
        }
        assertThat(refused).isGreaterThan(whole.length);
        assertThat(isRefused(whole)).isFalse();
    }

    private static boolean isRefused(byte[] answer) {
        try {
            Envelopes.page(new ProtoReader(answer), PodMessages.WITH_PLACEMENT::pod);
            return false;
        } catch (IllegalArgumentException e) {
            return true;
        }
    }

    @Test
    void passesOverGroupsAndRefusesTheEndOfOneThatNeverBegan() {
        byte[] group = {(1 << 3) | 3, (1 << 3) | 4, (2 << 3) | 2, 1, 'x'};
        ProtoReader reader = new ProtoReader(group);

        assertThat(reader.next()).isEqualTo(1);
        reader.skip();
        assertThat(reader.next()).isEqualTo(2);
        assertThat(reader.text()).isEqualTo("x");

        ProtoReader end = new ProtoReader(new byte[] {(1 << 3) | 4});
        assertThat(end.next()).isEqualTo(1);
        assertThatIllegalArgumentException().isThrownBy(end::skip);
    }

    private static ProtoWriter pod(String name) {
        ProtoWriter metadata = new ProtoWriter()
                .text(1, name)
                .text(3, "shop")
                .text(5, "uid-1")
                .text(6, "12")
                .number(7, 3)
                .number(10, 45)
                .message(11, new ProtoWriter().text(1, "app").text(2, "shop"))
                .message(12, new ProtoWriter().text(1, "note"))
                .message(17, new ProtoWriter().text(1, "kubectl"));
        ProtoWriter main = new ProtoWriter()
                .text(1, "main")
                .message(7, new ProtoWriter().text(1, "REGION").text(2, "eu"))
                .message(
                        8,
                        new ProtoWriter()
                                .quantity(1, "cpu", "2")
                                .quantity(2, "cpu", "500m")
                                .quantity(2, "memory", "1Gi"));
        ProtoWriter spec = new ProtoWriter()
                .message(1, new ProtoWriter().text(1, "volume"))
                .message(2, main)
                .number(4, 30)
                .text(10, "node-1")
                .message(20, new ProtoWriter().text(1, "init").text(24, "Always"))
                .number(25, -5)
                .quantity(32, "cpu", "10m");
        ProtoWriter status = new ProtoWriter()
                .text(1, "Running")
                .text(6, "10.0.0.1")
                .message(7, new ProtoWriter().number(1, 1_700_000_000L))
                .text(9, "Burstable");
        return new ProtoWriter().message(1, metadata).message(2, spec).message(3, status);
    }
}
