package io.koordbridge.scheduler.place.device;

import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.document.WireProblem;
import io.koordbridge.api.document.pod.DeviceAllocatedReader;
import io.koordbridge.api.document.pod.DeviceWishReader;
import io.koordbridge.api.pod.PodPlacement;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.view.PodFactsReader;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What cannot be used of the annotations of a pod about devices, for people. */
@PureCore
public final class PodDeviceProblems {

    private PodDeviceProblems() {}

    /**
     * The problems.
     *
     * @param annotations texts by name
     */
    public static List<String> of(Map<String, String> annotations) {
        return Stream.of(
                        DeviceWishReader.hints(annotations.get(Annotations.POD_DEVICE_HINT)),
                        DeviceWishReader.joint(annotations.get(Annotations.POD_DEVICE_JOINT)),
                        DeviceAllocatedReader.read(annotations.get(Annotations.POD_DEVICE_ALLOCATED)))
                .flatMap(document -> document.problems().stream())
                .map(WireProblem::message)
                .toList();
    }

    /** Why what a bound pod says that it holds does not count. */
    public static List<String> beyondRequest(Pod pod) {
        Map<String, String> annotations = pod.getMetadata().getAnnotations();
        String given = annotations == null ? null : annotations.get(Annotations.POD_DEVICE_ALLOCATED);
        if (given == null || PodPlacement.nodeName(pod).isEmpty()) {
            return List.of();
        }
        String excess = GrantBound.excess(PodFactsReader.read(pod).shape(), GrantCodec.read(given));
        return excess.isEmpty()
                ? List.of()
                : List.of("annotation " + Annotations.POD_DEVICE_ALLOCATED + " counts as absent: " + excess);
    }
}
