package io.koordbridge.scheduler.reservation.status;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.koordbridge.api.reservation.Reservation;
import io.koordbridge.scheduler.view.PodFacts;
import io.koordbridge.scheduler.view.PodFactsReader;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The pod that a reservation keeps room for.
 *
 * @param pod under the name and uid of the reservation
 * @param node that its template asks for, empty for any
 * @param problem why there is none, empty when there is
 */
public record TemplatePod(PodFacts pod, String node, String problem) {

    private static final KubernetesSerialization KUBERNETES = new KubernetesSerialization();

    /** Of an object. */
    public static TemplatePod of(Reservation object) {
        JsonNode template = object.getSpec() == null ? null : object.getSpec().template();
        if (template == null || template.isNull()) {
            return problem(object, "spec.template is absent");
        }
        if (Boolean.TRUE.equals(object.getSpec().preAllocation())) {
            return problem(object, "spec.preAllocation is not supported");
        }
        try {
            PodTemplateSpec read = KUBERNETES.convertValue(template, PodTemplateSpec.class);
            PodSpec spec = Objects.requireNonNullElseGet(read.getSpec(), PodSpec::new);
            String node = Objects.requireNonNullElse(spec.getNodeName(), "");
            spec.setNodeName(null);
            PodFacts pod = PodFactsReader.read(pod(object, read.getMetadata(), spec));
            return pod.request().isZero()
                    ? problem(object, "spec.template requests nothing")
                    : new TemplatePod(pod, node, "");
        } catch (IllegalArgumentException unusable) {
            return problem(object, "spec.template is no pod: " + firstLine(String.valueOf(unusable.getMessage())));
        }
    }

    private static TemplatePod problem(Reservation object, String problem) {
        return new TemplatePod(PodFactsReader.read(pod(object, null, new PodSpec())), "", problem);
    }

    private static Pod pod(Reservation object, @Nullable ObjectMeta of, PodSpec spec) {
        ObjectMeta template = Objects.requireNonNullElseGet(of, ObjectMeta::new);
        Pod pod = new Pod();
        pod.setMetadata(new ObjectMetaBuilder()
                .withNamespace(Objects.requireNonNullElse(template.getNamespace(), "default"))
                .withName(object.getMetadata().getName())
                .withUid(object.getMetadata().getUid())
                .withLabels(template.getLabels())
                .withAnnotations(template.getAnnotations())
                .build());
        pod.setSpec(spec);
        return pod;
    }

    private static String firstLine(String message) {
        int end = message.indexOf('\n');
        return end < 0 ? message : message.substring(0, end);
    }
}
