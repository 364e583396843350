package io.koordbridge.scheduler.facts.reservation;

import io.fabric8.kubernetes.api.model.ObjectReference;
import io.koordbridge.api.document.text.CompiledSelector;
import io.koordbridge.api.reservation.ReservationOwner;
import io.koordbridge.api.reservation.ReservationOwner.ControllerReference;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.facts.reservation.PodClaim.Controller;
import org.jspecify.annotations.Nullable;

/**
 * One entry of a reservation's owners: what is given must all hold, an entry without anything holds for every pod.
 *
 * @param object the pod itself, null for any
 * @param controller its controller, null for any
 * @param selector of its labels, {@link CompiledSelector#ABSENT} for any
 */
@PureCore
public record OwnerRule(
        @Nullable ObjectReference object, @Nullable ControllerReference controller, CompiledSelector selector) {

    static OwnerRule of(ReservationOwner owner) {
        return new OwnerRule(owner.object(), owner.controller(), CompiledSelector.of(owner.labelSelector()));
    }

    /** Whether the pod is an owner. */
    boolean matches(PodClaim pod) {
        return matchesObject(pod) && matchesController(pod) && (selector.source() == null || matchesLabels(pod));
    }

    private boolean matchesLabels(PodClaim pod) {
        return selector.matches(pod.labels());
    }

    private boolean matchesObject(PodClaim pod) {
        return object == null
                || (same(object.getNamespace(), pod.pod().namespace())
                        && same(object.getName(), pod.pod().name())
                        && same(object.getUid(), pod.pod().uid())
                        && same(object.getKind(), "Pod")
                        && same(object.getApiVersion(), "v1"));
    }

    private boolean matchesController(PodClaim pod) {
        Controller actual = pod.controller();
        return controller == null
                || (actual != null
                        && same(controller.namespace(), pod.pod().namespace())
                        && same(controller.apiVersion(), actual.apiVersion())
                        && same(controller.kind(), actual.kind())
                        && same(controller.name(), actual.name())
                        && same(controller.uid(), actual.uid()));
    }

    /** A field that is not given is equal to everything. */
    private static boolean same(@Nullable String wanted, String actual) {
        return wanted == null || wanted.isEmpty() || wanted.equals(actual);
    }
}
