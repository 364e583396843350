package io.koordbridge.scheduler.facts.reservation;

import io.koordbridge.api.document.text.CompiledSelector;
import io.koordbridge.api.document.text.GoDurations;
import io.koordbridge.api.reservation.Reservation;
import io.koordbridge.api.reservation.ReservationOwner;
import io.koordbridge.api.reservation.ReservationSpec;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** What people should know of a Reservation's spec: values that cannot be used or contradict each other. */
@PureCore
final class ReservationProblems {

    private static final Set<String> POLICIES = Set.of("", "Default", "Aligned", "Restricted");

    private ReservationProblems() {}

    /** A line each, naming field, value and what is allowed. */
    static List<String> of(Reservation object) {
        ReservationSpec spec = ReservationReader.spec(object);
        List<String> problems = new ArrayList<>();
        if (spec.template() == null || spec.template().isNull()) {
            problems.add("spec.template is absent: there is nothing to reserve");
        }
        if (Boolean.TRUE.equals(spec.preAllocation())) {
            problems.add("spec.preAllocation true is not supported: the reservation gets no node");
        }
        String policy = Objects.requireNonNullElse(spec.allocatePolicy(), "");
        if (!POLICIES.contains(policy)) {
            problems.add(
                    "spec.allocatePolicy '" + policy + "' counts as Restricted, allowed: Default, Aligned, Restricted");
        }
        owners(spec, problems);
        times(object, spec, problems);
        return problems;
    }

    private static void owners(ReservationSpec spec, List<String> problems) {
        List<ReservationOwner> owners = Objects.requireNonNullElse(spec.owners(), List.of());
        if (owners.isEmpty()) {
            problems.add("spec.owners is empty: no pod may use the reservation");
        }
        for (int i = 0; i < owners.size(); i++) {
            ReservationOwner owner = owners.get(i);
            String field = "spec.owners[" + i + "]";
            if (owner.object() != null && owner.controller() != null) {
                problems.add(
                        field + " names an object and a controller: a pod has to be the one and belong to the other");
            }
            Optional<String> wrong = CompiledSelector.of(owner.labelSelector()).problem();
            wrong.ifPresent(
                    text -> problems.add(field + ".labelSelector: " + text + ": no pod may use the reservation"));
        }
    }

    private static void times(Reservation object, ReservationSpec spec, List<String> problems) {
        String ttl = Objects.requireNonNullElse(spec.ttl(), "");
        Optional<Long> nanos = GoDurations.nanos(ttl);
        if (!ttl.isEmpty() && (nanos.isEmpty() || nanos.get() < 0)) {
            problems.add("spec.ttl '" + ttl + "' counts as absent, allowed: 0s for ever and longer, such as 24h");
        }
        if (nanos.isPresent() && nanos.get() == 0) {
            problems.add("spec.ttl " + ttl + ": the reservation never ends by itself"
                    + (spec.expires() == null ? "" : ", spec.expires does not count"));
        }
        if (spec.expires() != null && spec.expires().toInstant().isBefore(ReservationReader.created(object))) {
            problems.add("spec.expires " + spec.expires() + " is before the reservation was made");
        }
    }
}
