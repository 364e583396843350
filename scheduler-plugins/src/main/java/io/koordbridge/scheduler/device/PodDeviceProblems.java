package io.koordbridge.scheduler.device;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.BadAnnotationException;
import io.koordbridge.api.pod.PodPlacement;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.view.PodFactsReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

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
        List<String> problems = new ArrayList<>();
        for (String name : List.of(Annotations.POD_DEVICE_HINT, Annotations.POD_DEVICE_JOINT)) {
            String text = annotations.get(name);
            if (text != null) {
                problem(() -> AnnotationCodec.decode("Pod", name, text, JsonNode.class), name, problems);
            }
        }
        String given = annotations.get(Annotations.POD_DEVICE_ALLOCATED);
        if (given != null) {
            problem(() -> GrantCodec.decode(given), Annotations.POD_DEVICE_ALLOCATED, problems);
        }
        return problems;
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

    private static void problem(Runnable read, String name, List<String> problems) {
        try {
            read.run();
        } catch (BadAnnotationException unreadable) {
            problems.add(String.valueOf(unreadable.getMessage()));
        } catch (IllegalArgumentException | ArithmeticException unusable) {
            problems.add("annotation " + name + ": " + unusable.getMessage());
        }
    }
}
