package io.koordbridge.api.document.pod;

import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.JsonDocument;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Annotations device-allocate-hint and device-joint-allocate of Pods: wishes of their owners.
 *
 * <pre>
 * input                                  | value                        | problem
 * ---------------------------------------+------------------------------+-----------------
 * absent, JSON null                      | absent                       | -
 * no JSON, wrong type, number for a text | unreadable                   | the whole text
 * names of fields in another case        | as written in the right case | -
 * unknown fields and types, null entries | left out                     | -
 * an unknown strategy or scope           | as written                   | -
 * </pre>
 *
 * <p>The <b>scheduler</b>: absent is no wish; a pod that requests devices and has an unreadable document is not placed, and one that is
 * bound keeps its devices; an unknown strategy or scope is no wish. Each problem is an event of the pod. Other processes do not read it.
 */
@PureCore
public final class DeviceWishReader {

    private DeviceWishReader() {}

    /** Hints by type. */
    static final class Document extends TreeMap<String, DeviceHint> {
        private static final long serialVersionUID = 1L;
    }

    /**
     * Annotation device-allocate-hint: hints by type of device.
     *
     * @param text null when absent
     */
    public static Decoded<Map<String, DeviceHint>> hints(@Nullable String text) {
        return JsonDocument.of(
                        text,
                        Annotations.POD_DEVICE_HINT,
                        Document.class,
                        "JSON such as {\"gpu\":{\"selector\":{\"matchLabels\":{\"model\":\"a\"}}}}")
                .map(Map::copyOf);
    }

    /**
     * Annotation device-joint-allocate.
     *
     * @param text null when absent
     */
    public static Decoded<DeviceJoint> joint(@Nullable String text) {
        return JsonDocument.of(
                text,
                Annotations.POD_DEVICE_JOINT,
                DeviceJoint.class,
                "JSON such as {\"deviceTypes\":[\"gpu\",\"rdma\"],\"requiredScope\":\"SamePCIe\"}");
    }
}
