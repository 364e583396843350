package io.koordbridge.scheduler.page;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.reservation.Reservation;
import io.koordbridge.api.reservation.ReservationOwner;
import io.koordbridge.api.reservation.ReservationStatus;
import io.koordbridge.api.reservation.ReservationStatus.Condition;
import io.koordbridge.page.table.TableView;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.scheduler.facts.reservation.ReservationExpiry;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import io.koordbridge.scheduler.reservation.status.TemplatePod;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A reservation on the page, as its object has it. CPU in milli-cores, all else in whole units.
 *
 * @param node empty until it has one
 * @param owners who may use it, for people
 * @param reserved what it keeps, or asks for before it has a node
 * @param allocated what pods use of it
 * @param users number of pods that use it
 * @param expiresMillis null for never
 * @param ready status of its condition Ready, empty before there is one
 * @param message of the condition that says why it is not ready or has no node
 */
@PureCore
public record ReservationRow(
        String name,
        State state,
        String node,
        String owners,
        SortedMap<String, Long> reserved,
        SortedMap<String, Long> allocated,
        int users,
        @Nullable Long expiresMillis,
        String ready,
        String message) {

    private static final int MOST_OWNERS = 3;
    private static final ReservationStatus NO_STATUS = new ReservationStatus(null, null, null, null, null, null);

    static final TableView<ReservationRow> VIEW = new TableView<>(
            ReservationRow::name,
            row -> row.state().name(),
            Arrays.stream(State.values()).map(Enum::name).toList(),
            row -> TableView.words(row.name(), row.state(), row.node(), row.owners(), row.message()),
            columns());

    public ReservationRow {
        reserved = new TreeMap<>(reserved);
        allocated = new TreeMap<>(allocated);
    }

    /** From the one that needs a person most to those that are over. */
    public enum State {
        /** It has a node whose room is not there any more. */
        LOST,
        /** It has no node. */
        PENDING,
        AVAILABLE,
        SUCCEEDED,
        FAILED
    }

    static ReservationRow of(Reservation object) {
        ReservationStatus status = Objects.requireNonNullElse(object.getStatus(), NO_STATUS);
        Optional<Condition> ready = condition(status, "Ready");
        String isReady = ready.map(Condition::status).orElse("");
        State state = state(Objects.requireNonNullElse(status.phase(), ""), isReady);
        Map<String, Quantity> kept = Objects.requireNonNullElse(status.allocatable(), Map.of());
        ResourceVector reserved =
                kept.isEmpty() ? TemplatePod.of(object).pod().request() : ResourceVector.ofQuantities(kept);
        Instant end = ReservationExpiry.end(object);
        return new ReservationRow(
                object.getMetadata().getName(),
                state,
                Objects.requireNonNullElse(status.nodeName(), ""),
                owners(object),
                reserved.amounts(),
                ResourceVector.ofQuantities(status.allocated()).amounts(),
                status.currentOwners() == null ? 0 : status.currentOwners().size(),
                end == null ? null : end.toEpochMilli(),
                isReady,
                state == State.AVAILABLE ? "" : message(status, ready));
    }

    private static State state(String phase, String ready) {
        return switch (phase) {
            case "Available" -> ready.equals("False") ? State.LOST : State.AVAILABLE;
            case "Succeeded" -> State.SUCCEEDED;
            case "Failed" -> State.FAILED;
            default -> State.PENDING;
        };
    }

    private static Optional<Condition> condition(ReservationStatus status, String type) {
        return Objects.requireNonNullElse(status.conditions(), List.<Condition>of()).stream()
                .filter(one -> type.equals(one.type()))
                .findFirst();
    }

    private static String message(ReservationStatus status, Optional<Condition> ready) {
        return ready.filter(one -> one.message() != null)
                .or(() -> condition(status, "Scheduled"))
                .map(Condition::message)
                .orElse("");
    }

    private static String owners(Reservation object) {
        List<ReservationOwner> owners =
                object.getSpec() == null || object.getSpec().owners() == null
                        ? List.of()
                        : object.getSpec().owners();
        String named =
                owners.stream().limit(MOST_OWNERS).map(ReservationRow::owner).collect(Collectors.joining(" or "));
        return owners.size() > MOST_OWNERS ? named + " or " + (owners.size() - MOST_OWNERS) + " more" : named;
    }

    private static String owner(ReservationOwner owner) {
        List<String> parts = new ArrayList<>();
        if (owner.object() != null) {
            parts.add("pod "
                    + joined("/", owner.object().getNamespace(), owner.object().getName()));
        }
        if (owner.controller() != null) {
            parts.add(joined(
                    " ",
                    owner.controller().kind(),
                    joined(
                            "/",
                            owner.controller().namespace(),
                            owner.controller().name())));
        }
        if (owner.labelSelector() != null) {
            parts.add(labels(owner.labelSelector()));
        }
        return parts.isEmpty() ? "any pod" : String.join(" and ", parts);
    }

    private static String labels(LabelSelector selector) {
        List<String> parts = new ArrayList<>();
        if (selector.getMatchLabels() != null) {
            new TreeMap<>(selector.getMatchLabels()).forEach((key, value) -> parts.add(key + "=" + value));
        }
        selector.getMatchExpressions()
                .forEach(one -> parts.add(
                        joined(" ", one.getKey(), one.getOperator(), one.getValues() == null ? "" : one.getValues())));
        return parts.isEmpty() ? "any label" : String.join(", ", parts);
    }

    private static String joined(String between, @Nullable Object... parts) {
        return Arrays.stream(parts)
                .filter(Objects::nonNull)
                .map(Object::toString)
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(between));
    }

    private static Map<String, Function<ReservationRow, @Nullable Number>> columns() {
        return Map.of(
                "reservedCpuMilli", row -> first(row.reserved(), ResourceNames.CPU, ResourceNames.BATCH_CPU),
                "reservedMemoryBytes", row -> first(row.reserved(), ResourceNames.MEMORY, ResourceNames.BATCH_MEMORY),
                "allocatedCpuMilli", row -> first(row.allocated(), ResourceNames.CPU, ResourceNames.BATCH_CPU),
                "allocatedMemoryBytes", row -> first(row.allocated(), ResourceNames.MEMORY, ResourceNames.BATCH_MEMORY),
                "users", ReservationRow::users,
                "expiresMillis", ReservationRow::expiresMillis);
    }

    private static @Nullable Number first(Map<String, Long> amounts, String name, String other) {
        Long amount = amounts.get(name);
        return amount == null ? amounts.get(other) : amount;
    }
}
