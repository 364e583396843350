package io.koordbridge.scheduler.facts.reservation;

import io.fabric8.kubernetes.api.model.ObjectReference;
import io.koordbridge.api.document.text.CompiledSelector.Operator;
import io.koordbridge.api.document.text.CompiledSelector.Requirement;
import io.koordbridge.api.reservation.ReservationOwner.ControllerReference;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.facts.reservation.PodClaim.Controller;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reservations that a further pod may use, by one property that each of their owners must have: a pod has to be compared with a few of
 * them only. Of several labels of a selector the rarest one is taken.
 */
@PureCore
public final class ReservationIndex {

    private final List<ReservationFacts> all;
    private final Map<Key, List<ReservationFacts>> byKey = new HashMap<>();

    private enum Property {
        POD_NAME,
        POD_UID,
        CONTROLLER_NAME,
        CONTROLLER_UID,
        LABEL,
        /** Whatever its value. */
        LABEL_KEY,
        NONE
    }

    private record Key(Property property, String name, String value) {

        static final Key ANY = new Key(Property.NONE, "", "");

        static Key of(Property property, String name) {
            return new Key(property, name, "");
        }
    }

    /** An index of these. */
    public ReservationIndex(List<ReservationFacts> all) {
        this.all = all;
        Map<Key, Integer> uses = new HashMap<>();
        for (ReservationFacts one : all) {
            one.terms()
                    .owners()
                    .forEach(rule -> rule.selector().requirements().stream()
                            .flatMap(requirement -> labels(requirement).stream())
                            .forEach(key -> uses.merge(key, 1, Integer::sum)));
        }
        for (ReservationFacts one : all) {
            if (one.isUsable(0)) {
                one.terms().owners().stream()
                        .flatMap(rule -> keys(rule, uses).stream())
                        .distinct()
                        .forEach(key -> byKey.computeIfAbsent(key, unknown -> new ArrayList<>())
                                .add(one));
            }
        }
    }

    /** Whether it is the index of this very list. */
    @SuppressWarnings("ReferenceEquality") // The list is replaced with each change.
    public boolean isOf(List<ReservationFacts> list) {
        return all == list;
    }

    /** All that the pod can be an owner of, and possibly others, by name. */
    public Collection<ReservationFacts> candidates(PodClaim pod) {
        if (byKey.isEmpty()) {
            return List.of();
        }
        Map<String, ReservationFacts> found = new TreeMap<>();
        add(found, Key.of(Property.POD_NAME, pod.pod().name()));
        add(found, Key.of(Property.POD_UID, pod.pod().uid()));
        Controller controller = pod.controller();
        if (controller != null) {
            add(found, Key.of(Property.CONTROLLER_NAME, controller.name()));
            add(found, Key.of(Property.CONTROLLER_UID, controller.uid()));
        }
        pod.labels().forEach((name, value) -> {
            add(found, new Key(Property.LABEL, name, value));
            add(found, Key.of(Property.LABEL_KEY, name));
        });
        add(found, Key.ANY);
        return found.values();
    }

    private void add(Map<String, ReservationFacts> found, Key key) {
        byKey.getOrDefault(key, List.of()).forEach(one -> found.put(one.name(), one));
    }

    /** A pod that the rule matches has one of these. */
    private static List<Key> keys(OwnerRule rule, Map<Key, Integer> uses) {
        ObjectReference object = rule.object();
        ControllerReference controller = rule.controller();
        return Stream.of(
                        key(Property.POD_UID, object == null ? null : object.getUid()),
                        key(Property.POD_NAME, object == null ? null : object.getName()),
                        key(Property.CONTROLLER_UID, controller == null ? null : controller.uid()),
                        key(Property.CONTROLLER_NAME, controller == null ? null : controller.name()))
                .flatMap(Optional::stream)
                .findFirst()
                .map(List::of)
                .orElseGet(() -> byLabel(rule, uses));
    }

    private static Optional<Key> key(Property property, @Nullable String name) {
        return Optional.ofNullable(name).filter(text -> !text.isEmpty()).map(text -> Key.of(property, text));
    }

    private static List<Key> byLabel(OwnerRule rule, Map<Key, Integer> uses) {
        return rule.selector().requirements().stream()
                .map(ReservationIndex::labels)
                .filter(keys -> !keys.isEmpty())
                .min(Comparator.comparingInt(keys ->
                        keys.stream().mapToInt(key -> uses.getOrDefault(key, 0)).sum()))
                .orElse(List.of(Key.ANY));
    }

    /** A pod that fulfils the requirement has one of these; empty when it need not have any. */
    private static List<Key> labels(Requirement requirement) {
        if (requirement.operator() == Operator.EXISTS) {
            return List.of(Key.of(Property.LABEL_KEY, requirement.key()));
        }
        return requirement.operator() == Operator.IN
                ? requirement.values().stream()
                        .map(value -> new Key(Property.LABEL, requirement.key(), value))
                        .toList()
                : List.of();
    }
}
