package io.koordbridge.api.document.pod;

import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.JsonDocument;
import io.koordbridge.api.document.WireProblem;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Annotation device-allocated of Pods and Reservations: devices by type that a scheduler gave. Any author of a pod can write it.
 *
 * <pre>
 * input                                  | value                          | problem
 * ---------------------------------------+--------------------------------+-----------------------------
 * absent, JSON null                      | absent                         | -
 * no JSON, wrong type, text for number,  | unreadable                     | the whole text
 *   bad quantity                         |                                |
 * amount below 0                         | unreadable: it would free what | the amount
 *                                        |   others hold                  |
 * unknown fields, null entries           | left out                       | -
 * a device named twice                   | both entries                   | -
 * more than the pod requests             | as written                     | - (the scheduler holds it against the request)
 * </pre>
 *
 * <p>The <b>scheduler</b> counts an absent or unreadable document, and one of more than the pod requests, as no devices, and emits an
 * event for each problem. Other processes do not read it.
 */
@PureCore
public final class DeviceAllocatedReader {

    private static final String KEY = Annotations.POD_DEVICE_ALLOCATED;

    private DeviceAllocatedReader() {}

    /** Devices by type. */
    static final class Document extends TreeMap<String, List<AllocatedDevice>> {
        private static final long serialVersionUID = 1L;
    }

    /**
     * Devices by type.
     *
     * @param text null when absent
     */
    public static Decoded<SortedMap<String, List<AllocatedDevice>>> read(@Nullable String text) {
        Decoded<Document> document = JsonDocument.of(
                text,
                KEY,
                Document.class,
                "JSON such as {\"gpu\":[{\"minor\":0,\"resources\":{\"koordinator.sh/gpu-core\":\"100\"}}]}");
        Optional<WireProblem> negative =
                document.found().flatMap(devices -> negative(Collections.unmodifiableSortedMap(devices)));
        return negative.isPresent()
                ? Decoded.unreadable(negative.get())
                : document.map(devices -> Collections.unmodifiableSortedMap(devices));
    }

    private static Optional<WireProblem> negative(SortedMap<String, List<AllocatedDevice>> devices) {
        for (Map.Entry<String, List<AllocatedDevice>> type : devices.entrySet()) {
            for (AllocatedDevice device : type.getValue()) {
                Optional<WireProblem> problem = device.amounts().entrySet().stream()
                        .filter(one -> Quantities.decimal(one.getValue()).signum() < 0)
                        .findFirst()
                        .map(one -> new WireProblem(
                                KEY,
                                type.getKey() + ".resources." + one.getKey(),
                                one.getValue().toString(),
                                "0 and more"));
                if (problem.isPresent()) {
                    return problem;
                }
            }
        }
        return Optional.empty();
    }
}
