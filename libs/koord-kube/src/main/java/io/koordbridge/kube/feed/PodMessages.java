package io.koordbridge.kube.feed;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.koordbridge.protocol.PureCore;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Kubernetes' binary encoding of pods; field numbers are those of {@code k8s.io/api/core/v1} and
 * {@code k8s.io/apimachinery}, which never change. Decoded are identity, labels, annotations, node, priority, resources, phase
 * and QoS class.
 */
@PureCore
final class PodMessages {

    private static final byte[] MAGIC = "k8s\0".getBytes(StandardCharsets.ISO_8859_1);

    private PodMessages() {}

    /**
     * One page of a list.
     *
     * @param continuation token of the next page, empty on the last one
     */
    record Page(List<Pod> pods, String resourceVersion, String continuation) {}

    /**
     * One event of a watch.
     *
     * @param type as on the wire, such as {@code ADDED}
     * @param object the pod, or the status of an error, still encoded
     */
    record Event(String type, ProtoReader object) {}

    /** A page as answered to a list. */
    static Page page(byte[] answer) {
        List<Pod> pods = new ArrayList<>();
        String resourceVersion = "";
        String continuation = "";
        ProtoReader list = content(new ProtoReader(answer));
        for (int field = list.next(); field != 0; field = list.next()) {
            switch (field) {
                case 1 -> {
                    ProtoReader metadata = list.message();
                    for (int part = metadata.next(); part != 0; part = metadata.next()) {
                        switch (part) {
                            case 2 -> resourceVersion = metadata.text();
                            case 3 -> continuation = metadata.text();
                            default -> metadata.skip();
                        }
                    }
                }
                case 2 -> pods.add(pod(list.message()));
                default -> list.skip();
            }
        }
        return new Page(pods, resourceVersion, continuation);
    }

    /** One frame of a watch. */
    static Event event(byte[] frame) {
        String type = "";
        ProtoReader object = new ProtoReader(new byte[0]);
        ProtoReader event = new ProtoReader(frame);
        for (int field = event.next(); field != 0; field = event.next()) {
            switch (field) {
                case 1 -> type = event.text();
                case 2 -> object = content(nested(event.message(), 1));
                default -> event.skip();
            }
        }
        return new Event(type, object);
    }

    /** Code of an encoded Status, 0 when it has none. */
    static int statusCode(ProtoReader status) {
        for (int field = status.next(); field != 0; field = status.next()) {
            if (field == 6) {
                return (int) status.number();
            }
            status.skip();
        }
        return 0;
    }

    /** The object inside of the envelope that names its type. */
    private static ProtoReader content(ProtoReader envelope) {
        envelope.expect(MAGIC);
        return nested(envelope, 2);
    }

    private static ProtoReader nested(ProtoReader message, int wanted) {
        for (int field = message.next(); field != 0; field = message.next()) {
            if (field == wanted) {
                return message.message();
            }
            message.skip();
        }
        return new ProtoReader(new byte[0]);
    }

    static Pod pod(ProtoReader message) {
        Pod pod = new Pod();
        pod.setMetadata(new ObjectMeta());
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> pod.setMetadata(metadata(message.message()));
                case 2 -> pod.setSpec(spec(message.message()));
                case 3 -> pod.setStatus(status(message.message()));
                default -> message.skip();
            }
        }
        return pod;
    }

    private static ObjectMeta metadata(ProtoReader message) {
        ObjectMeta metadata = new ObjectMeta();
        Map<String, String> labels = new HashMap<>();
        Map<String, String> annotations = new HashMap<>();
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> metadata.setName(message.text());
                case 3 -> metadata.setNamespace(message.text());
                case 5 -> metadata.setUid(message.text());
                case 6 -> metadata.setResourceVersion(message.text());
                case 8 -> metadata.setCreationTimestamp(time(message.message()));
                case 11 -> putText(labels, message.message());
                case 12 -> putText(annotations, message.message());
                default -> message.skip();
            }
        }
        metadata.setLabels(labels);
        metadata.setAnnotations(annotations);
        return metadata;
    }

    private static String time(ProtoReader message) {
        long seconds = 0;
        for (int field = message.next(); field != 0; field = message.next()) {
            if (field == 1) {
                seconds = message.number();
            } else {
                message.skip();
            }
        }
        return Instant.ofEpochSecond(seconds).toString();
    }

    private static PodSpec spec(ProtoReader message) {
        PodSpec spec = new PodSpec();
        List<Container> containers = new ArrayList<>();
        List<Container> initContainers = new ArrayList<>();
        Map<String, Quantity> overhead = new HashMap<>();
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 2 -> containers.add(container(message.message()));
                case 10 -> spec.setNodeName(message.text());
                case 19 -> spec.setSchedulerName(message.text());
                case 20 -> initContainers.add(container(message.message()));
                case 24 -> spec.setPriorityClassName(message.text());
                case 25 -> spec.setPriority((int) message.number());
                case 32 -> putQuantity(overhead, message.message());
                case 40 -> spec.setResources(resources(message.message()));
                default -> message.skip();
            }
        }
        spec.setContainers(containers);
        spec.setInitContainers(initContainers);
        spec.setOverhead(overhead);
        return spec;
    }

    private static Container container(ProtoReader message) {
        Container container = new Container();
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> container.setName(message.text());
                case 8 -> container.setResources(resources(message.message()));
                case 24 -> container.setRestartPolicy(message.text());
                default -> message.skip();
            }
        }
        return container;
    }

    private static ResourceRequirements resources(ProtoReader message) {
        Map<String, Quantity> limits = new HashMap<>();
        Map<String, Quantity> requests = new HashMap<>();
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> putQuantity(limits, message.message());
                case 2 -> putQuantity(requests, message.message());
                default -> message.skip();
            }
        }
        ResourceRequirements resources = new ResourceRequirements();
        resources.setLimits(limits);
        resources.setRequests(requests);
        return resources;
    }

    private static PodStatus status(ProtoReader message) {
        PodStatus status = new PodStatus();
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> status.setPhase(message.text());
                case 9 -> status.setQosClass(message.text());
                default -> message.skip();
            }
        }
        return status;
    }

    private static void putText(Map<String, String> map, ProtoReader entry) {
        String key = "";
        String value = "";
        for (int field = entry.next(); field != 0; field = entry.next()) {
            switch (field) {
                case 1 -> key = entry.text();
                case 2 -> value = entry.text();
                default -> entry.skip();
            }
        }
        map.put(key, value);
    }

    private static void putQuantity(Map<String, Quantity> map, ProtoReader entry) {
        String key = "";
        String value = "0";
        for (int field = entry.next(); field != 0; field = entry.next()) {
            switch (field) {
                case 1 -> key = entry.text();
                case 2 -> {
                    ProtoReader quantity = nested(entry.message(), 1);
                    value = quantity.rest();
                }
                default -> entry.skip();
            }
        }
        map.put(key, Quantity.parse(value.isEmpty() ? "0" : value));
    }
}
