package io.koordbridge.descheduler.decide.migration;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.ObjectReferenceBuilder;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.koordbridge.api.binding.PlainJson;
import io.koordbridge.api.migration.PodMigrationJob;
import io.koordbridge.api.migration.PodMigrationJobSpec;
import io.koordbridge.api.pod.PodPlacement;
import io.koordbridge.api.reservation.Reservation;
import io.koordbridge.api.reservation.ReservationOwner;
import io.koordbridge.api.reservation.ReservationOwner.ControllerReference;
import io.koordbridge.api.reservation.ReservationSpec;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.PureCore;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The reservation that a job makes for its pod; descheduler specification section 6.1. */
@PureCore
public final class ReservationTemplate {

    private static final String API_VERSION = "scheduling.koordinator.sh/v1alpha1";
    private static final String TEMPLATE = "spec.reservationOptions.template";

    private ReservationTemplate() {}

    /**
     * Makes it.
     *
     * @throws IllegalArgumentException when the template in the job cannot be used; the message names the field
     */
    public static Reservation of(PodMigrationJob job, Pod pod, Instant now) {
        JsonNode given = given(job.getSpec());
        Reservation reservation = new Reservation();
        reservation.setMetadata(metadata(job, given.path("metadata"), now));
        reservation.setSpec(spec(job, given.path("spec"), pod));
        return reservation;
    }

    private static JsonNode given(@Nullable PodMigrationJobSpec spec) {
        if (spec == null
                || spec.reservationOptions() == null
                || spec.reservationOptions().template() == null) {
            return PlainJson.MAPPER.createObjectNode();
        }
        return object(spec.reservationOptions().template(), TEMPLATE);
    }

    private static ObjectMeta metadata(PodMigrationJob job, JsonNode given, Instant now) {
        Map<String, String> labels = texts(given.path("labels"), TEMPLATE + ".metadata.labels");
        labels.put(Labels.CREATED_BY, JobFacts.COMPONENT);
        labels.put(Labels.RESERVATION_ORDER, String.valueOf(now.toEpochMilli()));
        ObjectMetaBuilder metadata = new ObjectMetaBuilder()
                .withName(JobFacts.of(job).reservationName())
                .withLabels(labels)
                .withAnnotations(texts(given.path("annotations"), TEMPLATE + ".metadata.annotations"));
        String uid = job.getMetadata().getUid();
        if (uid != null && !uid.isEmpty()) {
            metadata.withOwnerReferences(new OwnerReferenceBuilder()
                    .withApiVersion(API_VERSION)
                    .withKind("PodMigrationJob")
                    .withName(job.getMetadata().getName())
                    .withUid(uid)
                    .withController(true)
                    .build());
        }
        return metadata.build();
    }

    private static ReservationSpec spec(PodMigrationJob job, JsonNode given, Pod pod) {
        ReservationSpec own = bound(given);
        List<ReservationOwner> owners = own.owners() == null || own.owners().isEmpty() ? owners(pod) : own.owners();
        boolean hasEnd = own.ttl() != null || own.expires() != null;
        return new ReservationSpec(
                template(own.template(), pod),
                owners,
                hasEnd || job.getSpec() == null ? own.ttl() : job.getSpec().ttl(),
                own.expires(),
                own.preAllocation(),
                own.preAllocationPolicy(),
                true,
                own.allocatePolicy(),
                own.unschedulable(),
                own.taints());
    }

    /** The mapper knows no times, so the only one is read apart. */
    private static ReservationSpec bound(JsonNode given) {
        ObjectNode spec = given.isMissingNode() || given.isNull()
                ? PlainJson.MAPPER.createObjectNode()
                : object(given, TEMPLATE + ".spec").deepCopy();
        JsonNode expires = spec.remove("expires");
        ReservationSpec own;
        try {
            own = PlainJson.MAPPER.convertValue(spec, ReservationSpec.class);
        } catch (IllegalArgumentException notASpec) {
            throw invalid(TEMPLATE + ".spec", "fields of a Reservation's spec", notASpec);
        }
        return new ReservationSpec(
                own.template(),
                own.owners(),
                own.ttl(),
                time(expires),
                own.preAllocation(),
                own.preAllocationPolicy(),
                own.allocateOnce(),
                own.allocatePolicy(),
                own.unschedulable(),
                own.taints());
    }

    private static @Nullable ZonedDateTime time(@Nullable JsonNode text) {
        try {
            return text == null || text.isNull() ? null : ZonedDateTime.parse(text.asText());
        } catch (DateTimeException notATime) {
            throw invalid(TEMPLATE + ".spec.expires", "a time such as 2026-07-01T00:00:00Z", notATime);
        }
    }

    /** The pod itself while it has no node, else the pods of its controller; a bare pod has no successor. */
    private static @Nullable List<ReservationOwner> owners(Pod pod) {
        ObjectMeta meta = pod.getMetadata();
        if (isUnscheduled(pod)) {
            return List.of(new ReservationOwner(
                    new ObjectReferenceBuilder()
                            .withKind("Pod")
                            .withNamespace(meta.getNamespace())
                            .withName(meta.getName())
                            .withUid(meta.getUid())
                            .build(),
                    null,
                    null));
        }
        return Objects.requireNonNullElse(meta.getOwnerReferences(), List.<OwnerReference>of()).stream()
                .filter(owner -> Boolean.TRUE.equals(owner.getController()))
                .findFirst()
                .map(owner -> List.of(new ReservationOwner(null, controller(owner, meta.getNamespace()), null)))
                .orElse(null);
    }

    private static ControllerReference controller(OwnerReference owner, String namespace) {
        return new ControllerReference(
                owner.getApiVersion(),
                owner.getKind(),
                owner.getName(),
                namespace,
                owner.getUid(),
                owner.getController(),
                owner.getBlockOwnerDeletion());
    }

    private static boolean isUnscheduled(Pod pod) {
        if (pod.getStatus() == null || !"Pending".equals(pod.getStatus().getPhase())) {
            return false;
        }
        List<PodCondition> conditions =
                Objects.requireNonNullElse(pod.getStatus().getConditions(), List.of());
        return conditions.stream()
                .anyMatch(one -> "PodScheduled".equals(one.getType()) && "False".equals(one.getStatus()));
    }

    private static JsonNode template(@Nullable JsonNode own, Pod pod) {
        ObjectNode template = own == null || own.isNull()
                ? ofPod(pod)
                : object(own, TEMPLATE + ".spec.template").deepCopy();
        ObjectNode spec = child(template, "spec");
        spec.remove("nodeName");
        String node = PodPlacement.nodeName(pod);
        if (!node.isEmpty()) {
            avoid(spec, node);
        }
        return template;
    }

    private static ObjectNode ofPod(Pod pod) {
        ObjectNode template = PlainJson.MAPPER.createObjectNode();
        ObjectMeta meta = pod.getMetadata();
        template.set(
                "metadata",
                PlainJson.MAPPER.valueToTree(new ObjectMetaBuilder()
                        .withNamespace(meta.getNamespace())
                        .withName(meta.getName())
                        .withLabels(meta.getLabels())
                        .withAnnotations(meta.getAnnotations())
                        .build()));
        template.set("spec", PlainJson.MAPPER.valueToTree(pod.getSpec()));
        return template;
    }

    private static void avoid(ObjectNode spec, String node) {
        ObjectNode required =
                child(child(child(spec, "affinity"), "nodeAffinity"), "requiredDuringSchedulingIgnoredDuringExecution");
        ArrayNode terms = array(required, "nodeSelectorTerms");
        if (terms.isEmpty()) {
            terms.addObject();
        }
        for (JsonNode term : terms) {
            array(object(term, TEMPLATE + ".spec.template.spec.affinity"), "matchFields")
                    .addObject()
                    .put("key", "metadata.name")
                    .put("operator", "NotIn")
                    .putArray("values")
                    .add(node);
        }
    }

    private static ObjectNode child(ObjectNode parent, String field) {
        JsonNode child = parent.path(field);
        return child.isMissingNode() || child.isNull()
                ? parent.putObject(field)
                : object(child, TEMPLATE + ".spec.template: " + field);
    }

    private static ArrayNode array(ObjectNode parent, String field) {
        JsonNode child = parent.path(field);
        if (child.isMissingNode() || child.isNull()) {
            return parent.putArray(field);
        }
        if (child instanceof ArrayNode array) {
            return array;
        }
        throw invalid(TEMPLATE + ".spec.template: " + field, "a list", null);
    }

    private static ObjectNode object(JsonNode node, String field) {
        if (node instanceof ObjectNode object) {
            return object;
        }
        throw invalid(field, "an object", null);
    }

    private static Map<String, String> texts(JsonNode node, String field) {
        Map<String, String> texts = new TreeMap<>();
        if (!node.isMissingNode() && !node.isNull()) {
            object(node, field)
                    .properties()
                    .forEach(one -> texts.put(one.getKey(), one.getValue().asText()));
        }
        return texts;
    }

    private static IllegalArgumentException invalid(String field, String allowed, @Nullable Exception cause) {
        return new IllegalArgumentException("invalid " + field + "; allowed: " + allowed, cause);
    }
}
