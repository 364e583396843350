package io.koordbridge.scheduler.facts.reservation;

import io.koordbridge.api.nodecheck.NodeTerm;
import io.koordbridge.api.nodecheck.PodToleration;
import io.koordbridge.protocol.PureCore;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a pod that waits says of reservations.
 *
 * @param controller its controller, null without one
 * @param ignores whether it leaves all reservations out of account
 * @param affinity the reservations that it may use, null when it may do without
 * @param exactMatch resources of which it must request as much as is reserved
 * @param problem what cannot be read of it, empty when all can
 */
@PureCore
public record PodClaim(
        Identity pod,
        Map<String, String> labels,
        @Nullable Controller controller,
        boolean ignores,
        @Nullable Affinity affinity,
        List<String> exactMatch,
        String problem) {

    /** Of a pod that is no owner of anything. */
    public static final PodClaim NONE =
            new PodClaim(new Identity("", "", ""), Map.of(), null, false, null, List.of(), "");

    public PodClaim {
        labels = Map.copyOf(labels);
        exactMatch = List.copyOf(exactMatch);
    }

    /** The pod itself. */
    public record Identity(String namespace, String name, String uid) {}

    /** The owner reference that is marked as controller. */
    public record Controller(String apiVersion, String kind, String name, String uid) {}

    /**
     * Annotation reservation-affinity.
     *
     * @param name of the only reservation that counts, empty for any
     * @param selector labels that it must have
     * @param terms one has to match, null without a requirement
     * @param tolerations of taints of reservations
     */
    public record Affinity(
            String name,
            Map<String, String> selector,
            @Nullable List<NodeTerm> terms,
            List<PodToleration> tolerations) {

        public Affinity {
            selector = Map.copyOf(selector);
            terms = terms == null ? null : List.copyOf(terms);
            tolerations = List.copyOf(tolerations);
        }
    }
}
