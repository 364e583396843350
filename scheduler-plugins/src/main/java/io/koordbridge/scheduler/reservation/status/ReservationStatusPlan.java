package io.koordbridge.scheduler.reservation.status;

import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.api.model.ObjectReferenceBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.api.reservation.Reservation;
import io.koordbridge.api.reservation.ReservationStatus;
import io.koordbridge.api.reservation.ReservationStatus.Condition;
import io.koordbridge.kube.event.EventType;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.scheduler.facts.reservation.ReservationExpiry;
import io.koordbridge.scheduler.facts.reservation.ReservationFacts;
import io.koordbridge.scheduler.facts.reservation.ReservationReader;
import io.koordbridge.scheduler.facts.reservation.ReservationRoom;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import io.koordbridge.scheduler.view.PodFacts;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The status of one object as it has to be, and what that changes. Quota specification section 11.5. */
@PureCore
final class ReservationStatusPlan {

    static final String AVAILABLE = "Available";
    static final String PENDING = "Pending";

    private static final String SCHEDULED = "Scheduled";
    private static final String READY = "Ready";
    private static final String TRUE = "True";
    private static final String FALSE = "False";
    private static final String ROOM_LOST = "RoomLost";
    private static final ReservationStatus EMPTY = new ReservationStatus(null, null, null, null, null, null);

    private final ReservationStatus before;
    private final ReservationFacts facts;
    private final ZonedDateTime now;

    ReservationStatusPlan(Reservation object, Instant now) {
        this.before = Objects.requireNonNullElse(object.getStatus(), EMPTY);
        this.facts = ReservationReader.read(object);
        this.now = now.truncatedTo(ChronoUnit.SECONDS).atZone(ZoneOffset.UTC);
    }

    /** It keeps this on the node from now on. */
    StatusChange available(String node, ResourceVector allocatable) {
        List<Condition> conditions =
                with(with(conditions(), SCHEDULED, TRUE, SCHEDULED, ""), READY, TRUE, AVAILABLE, "");
        return new StatusChange(
                new ReservationStatus(AVAILABLE, conditions, null, node, quantities(allocatable), null),
                EventType.NORMAL,
                SCHEDULED,
                "reserved on node " + node);
    }

    /** No node can have it, for this reason. */
    Optional<StatusChange> unschedulable(String message) {
        List<Condition> conditions = with(conditions(), SCHEDULED, FALSE, "Unschedulable", message);
        ReservationStatus status = new ReservationStatus(PENDING, conditions, null, null, null, null);
        return conditions.equals(conditions()) && PENDING.equals(before.phase())
                ? Optional.empty()
                : Optional.of(new StatusChange(status, EventType.WARNING, "FailedScheduling", message));
    }

    /** It has ended without a pod, or with pods that go on. */
    StatusChange expired(String message) {
        List<Condition> conditions = with(conditions(), READY, FALSE, ReservationExpiry.EXPIRED, message);
        return new StatusChange(
                phase(ReservationExpiry.FAILED, conditions), EventType.NORMAL, ReservationExpiry.EXPIRED, message);
    }

    /**
     * What its pods make of it.
     *
     * @param pods that are bound and use it
     * @param lost resources that the node does not have for it any more
     */
    Optional<StatusChange> used(List<PodFacts> pods, Set<String> lost) {
        List<ObjectReference> owners = pods.stream()
                .sorted(Comparator.comparing(PodFacts::key))
                .map(pod -> new ObjectReferenceBuilder()
                        .withNamespace(pod.namespace())
                        .withName(pod.name())
                        .withUid(pod.uid())
                        .build())
                .toList();
        ResourceVector allocated = ReservationRoom.of(
                        facts, pods.stream().map(PodFacts::request).toList())
                .allocated();
        boolean done = facts.terms().allocateOnce() && !owners.isEmpty();
        List<Condition> conditions = done
                ? with(conditions(), READY, FALSE, ReservationExpiry.SUCCEEDED, "")
                : with(
                        conditions(),
                        READY,
                        lost.isEmpty() ? TRUE : FALSE,
                        lost.isEmpty() ? AVAILABLE : ROOM_LOST,
                        lost.isEmpty() ? "" : "the node has not enough left of " + String.join(", ", lost));
        ReservationStatus status = new ReservationStatus(
                done ? ReservationExpiry.SUCCEEDED : AVAILABLE,
                conditions,
                owners.isEmpty() ? null : owners,
                before.nodeName(),
                before.allocatable(),
                owners.isEmpty() ? null : quantities(allocated));
        if (isSame(status, allocated, owners)) {
            return Optional.empty();
        }
        boolean newlyLost = !lost.isEmpty() && !conditions.equals(conditions());
        return Optional.of(
                newlyLost
                        ? new StatusChange(
                                status, EventType.WARNING, ROOM_LOST, "not enough left of " + String.join(", ", lost))
                        : StatusChange.quiet(status));
    }

    private boolean isSame(ReservationStatus status, ResourceVector allocated, List<ObjectReference> owners) {
        List<String> known = Objects.requireNonNullElse(before.currentOwners(), List.<ObjectReference>of()).stream()
                .map(ObjectReference::getUid)
                .sorted()
                .toList();
        List<String> actual =
                owners.stream().map(ObjectReference::getUid).sorted().toList();
        return Objects.equals(status.phase(), before.phase())
                && Objects.equals(status.conditions(), conditions())
                && known.equals(actual)
                && ResourceVector.ofQuantities(before.allocated())
                        .minus(allocated)
                        .isZero();
    }

    private ReservationStatus phase(String phase, List<Condition> conditions) {
        return new ReservationStatus(
                phase, conditions, before.currentOwners(), before.nodeName(), before.allocatable(), before.allocated());
    }

    private List<Condition> conditions() {
        return Objects.requireNonNullElse(before.conditions(), List.of());
    }

    /** With one condition; the times change with what they are about. */
    private List<Condition> with(
            List<Condition> conditions, String type, String status, String reason, String message) {
        List<Condition> changed = new ArrayList<>();
        Condition known = null;
        for (Condition condition : conditions) {
            if (type.equals(condition.type())) {
                known = condition;
            } else {
                changed.add(condition);
            }
        }
        if (known != null && isSame(known, status, reason, message)) {
            return conditions;
        }
        boolean turned = known == null || !status.equals(known.status()) || known.lastTransitionTime() == null;
        changed.add(new Condition(
                type,
                status,
                reason,
                message.isEmpty() ? null : message,
                now,
                turned ? now : Objects.requireNonNull(known).lastTransitionTime()));
        return changed;
    }

    private static boolean isSame(Condition known, String status, String reason, String message) {
        return status.equals(known.status())
                && reason.equals(known.reason())
                && message.equals(Objects.requireNonNullElse(known.message(), ""));
    }

    private static Map<String, Quantity> quantities(ResourceVector amounts) {
        Map<String, Quantity> list = new TreeMap<>();
        amounts.amounts().forEach((name, amount) -> list.put(name, quantity(name, amount)));
        return list;
    }

    private static Quantity quantity(String name, long amount) {
        if (name.equals(ResourceNames.CPU)) {
            return Quantities.ofMilli(amount);
        }
        return name.endsWith(ResourceNames.MEMORY) ? Quantities.ofBytes(amount) : Quantities.ofDecimal(amount);
    }
}
