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
import java.util.function.Function;

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

    private record ListMeta(String resourceVersion, String continuation) {}

    /** A page as answered to a list. */
    static Page page(byte[] answer) {
        return content(new ProtoReader(answer), PodMessages::list);
    }

    private static Page list(ProtoReader message) {
        List<Pod> pods = new ArrayList<>();
        ListMeta metadata = new ListMeta("", "");
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> metadata = message.message(PodMessages::listMetadata);
                case 2 -> pods.add(message.message(PodMessages::pod));
                default -> message.skip();
            }
        }
        return new Page(pods, metadata.resourceVersion(), metadata.continuation());
    }

    private static ListMeta listMetadata(ProtoReader message) {
        String resourceVersion = "";
        String continuation = "";
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 2 -> resourceVersion = message.text();
                case 3 -> continuation = message.text();
                default -> message.skip();
            }
        }
        return new ListMeta(resourceVersion, continuation);
    }

    /** One frame of a watch. */
    static Event event(byte[] frame) {
        String type = "";
        ProtoReader object = new ProtoReader(new byte[0]);
        ProtoReader event = new ProtoReader(frame);
        for (int field = event.next(); field != 0; field = event.next()) {
            switch (field) {
                case 1 -> type = event.text();
                case 2 -> object = event.message(PodMessages::raw);
                default -> event.skip();
            }
        }
        return new Event(type, object);
    }

    private static ProtoReader raw(ProtoReader message) {
        for (int field = message.next(); field != 0; field = message.next()) {
            if (field == 1) {
                return message.message(envelope -> content(envelope, ProtoReader::rest));
            }
            message.skip();
        }
        return message.rest();
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

    /** What is inside of the envelope that names its type. */
    private static <T> T content(ProtoReader envelope, Function<ProtoReader, T> decode) {
        envelope.expect(MAGIC);
        for (int field = envelope.next(); field != 0; field = envelope.next()) {
            if (field == 2) {
                return envelope.message(decode);
            }
            envelope.skip();
        }
        return decode.apply(envelope);
    }

    static Pod pod(ProtoReader message) {
        Pod pod = new Pod();
        pod.setMetadata(new ObjectMeta());
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> pod.setMetadata(message.message(PodMessages::metadata));
                case 2 -> pod.setSpec(message.message(PodMessages::spec));
                case 3 -> pod.setStatus(message.message(PodMessages::status));
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
                case 8 -> metadata.setCreationTimestamp(message.message(PodMessages::time));
                case 11 -> put(labels, message.message(PodMessages::text));
                case 12 -> put(annotations, message.message(PodMessages::text));
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
                case 2 -> containers.add(message.message(PodMessages::container));
                case 10 -> spec.setNodeName(message.text());
                case 19 -> spec.setSchedulerName(message.text());
                case 20 -> initContainers.add(message.message(PodMessages::container));
                case 24 -> spec.setPriorityClassName(message.text());
                case 25 -> spec.setPriority((int) message.number());
                case 32 -> put(overhead, message.message(PodMessages::amount));
                case 40 -> spec.setResources(message.message(PodMessages::resources));
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
                case 8 -> container.setResources(message.message(PodMessages::resources));
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
                case 1 -> put(limits, message.message(PodMessages::amount));
                case 2 -> put(requests, message.message(PodMessages::amount));
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

    private static <T> void put(Map<String, T> map, Map.Entry<String, T> entry) {
        map.put(entry.getKey(), entry.getValue());
    }

    private static Map.Entry<String, String> text(ProtoReader entry) {
        String key = "";
        String value = "";
        for (int field = entry.next(); field != 0; field = entry.next()) {
            switch (field) {
                case 1 -> key = entry.text();
                case 2 -> value = entry.text();
                default -> entry.skip();
            }
        }
        return Map.entry(key, value);
    }

    private static Map.Entry<String, Quantity> amount(ProtoReader entry) {
        String key = "";
        String value = "";
        for (int field = entry.next(); field != 0; field = entry.next()) {
            switch (field) {
                case 1 -> key = entry.text();
                case 2 -> value = entry.message(PodMessages::quantity);
                default -> entry.skip();
            }
        }
        return Map.entry(key, Quantity.parse(value.isEmpty() ? "0" : value));
    }

    private static String quantity(ProtoReader message) {
        String text = "";
        for (int field = message.next(); field != 0; field = message.next()) {
            if (field == 1) {
                text = message.text();
            } else {
                message.skip();
            }
        }
        return text;
    }
}
