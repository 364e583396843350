package io.koordbridge.scheduler.facts.reservation;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.WireProblem;
import io.koordbridge.api.document.pod.ReservationAffinity;
import io.koordbridge.api.document.pod.ReservationUseReader;
import io.koordbridge.api.nodecheck.NodeTerm;
import io.koordbridge.api.nodecheck.PodToleration;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.facts.reservation.PodClaim.Affinity;
import io.koordbridge.scheduler.facts.reservation.PodClaim.Controller;
import io.koordbridge.scheduler.facts.reservation.PodClaim.Identity;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Pod objects to {@link PodClaim}. */
@PureCore
public final class PodClaimReader {

    private PodClaimReader() {}

    /** Reads a pod. */
    public static PodClaim read(Pod pod) {
        ObjectMeta meta = pod.getMetadata();
        Map<String, String> labels = Objects.requireNonNullElse(meta.getLabels(), Map.of());
        Identity identity =
                new Identity(text(meta.getNamespace(), "default"), text(meta.getName(), ""), text(meta.getUid(), ""));
        boolean ignores = "true".equals(labels.get(Labels.POD_RESERVATION_IGNORED));
        Decoded<ReservationAffinity> affinity = ReservationUseReader.affinity(pod);
        Decoded<List<String>> exact = ReservationUseReader.exactMatch(pod);
        String problem = Stream.of(affinity, exact)
                .flatMap(document -> document.problems().stream())
                .map(WireProblem::message)
                .findFirst()
                .orElse("");
        return problem.isEmpty()
                ? new PodClaim(
                        identity,
                        labels,
                        controller(meta),
                        ignores,
                        affinity.map(PodClaimReader::affinity).found().orElse(null),
                        exact.orElse(List.of()),
                        "")
                : new PodClaim(identity, labels, controller(meta), ignores, null, List.of(), problem);
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

    /** Without terms nothing matches, as with node affinity. */
    private static Affinity affinity(ReservationAffinity document) {
        ReservationAffinity.Required required = document.requiredDuringSchedulingIgnoredDuringExecution();
        return new Affinity(
                document.name(),
                document.reservationSelector(),
                required == null
                        ? null
                        : required.reservationSelectorTerms().stream()
                                .map(NodeTerm::of)
                                .toList(),
                document.tolerations().stream()
                        .filter(PodToleration::isUnderstood)
                        .map(PodToleration::of)
                        .toList());
    }

    private static String text(@Nullable String text, String otherwise) {
        return Objects.requireNonNullElse(text, otherwise);
    }
}
