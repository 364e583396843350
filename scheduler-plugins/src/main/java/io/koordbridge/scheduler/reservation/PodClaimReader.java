package io.koordbridge.scheduler.reservation;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.fabric8.kubernetes.api.model.NodeSelectorTerm;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Toleration;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.BadAnnotationException;
import io.koordbridge.api.nodecheck.NodeTerm;
import io.koordbridge.api.nodecheck.PodToleration;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.reservation.PodClaim.Affinity;
import io.koordbridge.scheduler.reservation.PodClaim.Controller;
import io.koordbridge.scheduler.reservation.PodClaim.Identity;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Pod objects to {@link PodClaim}. */
@PureCore
public final class PodClaimReader {

    private PodClaimReader() {}

    /** Annotation reservation-affinity as written. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    record AffinityDocument(
            @Nullable String name,
            @Nullable Map<String, String> reservationSelector,
            @Nullable Required requiredDuringSchedulingIgnoredDuringExecution,
            @Nullable List<Toleration> tolerations) {

        @JsonIgnoreProperties(ignoreUnknown = true)
        record Required(@Nullable List<NodeSelectorTerm> reservationSelectorTerms) {}
    }

    /** Annotation exact-match-reservation as written. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    record ExactMatch(@Nullable List<String> resourceNames) {}

    /** Reads a pod. */
    public static PodClaim read(Pod pod) {
        ObjectMeta meta = pod.getMetadata();
        Map<String, String> labels = Objects.requireNonNullElse(meta.getLabels(), Map.of());
        Identity identity =
                new Identity(text(meta.getNamespace(), "default"), text(meta.getName(), ""), text(meta.getUid(), ""));
        boolean ignores = "true".equals(labels.get(Labels.POD_RESERVATION_IGNORED));
        try {
            Affinity affinity = AnnotationCodec.read(pod, Annotations.POD_RESERVATION_AFFINITY, AffinityDocument.class)
                    .map(PodClaimReader::affinity)
                    .orElse(null);
            List<String> exact = AnnotationCodec.read(pod, Annotations.POD_EXACT_MATCH_RESERVATION, ExactMatch.class)
                    .map(document -> Objects.requireNonNullElse(document.resourceNames(), List.<String>of()))
                    .orElse(List.of());
            return new PodClaim(identity, labels, controller(meta), ignores, affinity, exact, "");
        } catch (BadAnnotationException unreadable) {
            String problem = String.valueOf(unreadable.getMessage());
            return new PodClaim(identity, labels, controller(meta), ignores, null, List.of(), problem);
        }
    }

    private static @Nullable Controller controller(ObjectMeta meta) {
        return meta.getOwnerReferences() == null
                ? null
                : meta.getOwnerReferences().stream()
                        .filter(owner -> Boolean.TRUE.equals(owner.getController()))
                        .findFirst()
                        .map(owner -> new Controller(
                                text(owner.getApiVersion(), ""),
                                text(owner.getKind(), ""),
                                text(owner.getName(), ""),
                                text(owner.getUid(), "")))
                        .orElse(null);
    }

    private static Affinity affinity(AffinityDocument document) {
        AffinityDocument.Required required = document.requiredDuringSchedulingIgnoredDuringExecution();
        return new Affinity(
                text(document.name(), ""),
                Objects.requireNonNullElse(document.reservationSelector(), Map.of()),
                required == null ? null : terms(required),
                Objects.requireNonNullElse(document.tolerations(), List.<Toleration>of()).stream()
                        .filter(PodToleration::isUnderstood)
                        .map(PodToleration::of)
                        .toList());
    }

    /** Without terms nothing matches, as with node affinity. */
    private static List<NodeTerm> terms(AffinityDocument.Required required) {
        return Objects.requireNonNullElse(required.reservationSelectorTerms(), List.<NodeSelectorTerm>of()).stream()
                .map(NodeTerm::of)
                .toList();
    }

    private static String text(@Nullable String text, String otherwise) {
        return Objects.requireNonNullElse(text, otherwise);
    }
}
