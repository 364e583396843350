package io.koordbridge.manager.explain;

import static io.koordbridge.api.binding.Absent.orEmpty;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.capacity.protection.MemoryProtection;
import io.koordbridge.capacity.protection.NodeProtection;
import io.koordbridge.capacity.protection.ProtectionFacts;
import io.koordbridge.capacity.protection.ProtectionJudge;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Whether online pods are protected from batch work on every node that offers batch capacity. CPU: the NodeSLO switches suppression on,
 * and an agent that is there and may act follows it. Memory: such an agent evicts when memory is short. Only that of CPU holds capacity back.
 *
 * @param state of CPU: OFF while one such node is without protection, ON otherwise; NOT_NEEDED while no node offers capacity
 * @param unprotectedNodes number of nodes that offer capacity without protection of CPU
 * @param detail names some of them with the reason, for people
 * @param memory the same of memory
 */
@PureCore
public record Protection(State state, int unprotectedNodes, String detail, Memory memory) {

    private static final List<String> OFFERED = List.of(ResourceNames.BATCH_CPU, ResourceNames.BATCH_MEMORY);
    private static final int NAMED = 3;
    private static final String NO_CAPACITY = "no node offers batch capacity";

    /** Of the cluster. */
    public enum State {
        ON,
        OFF,
        /** Some agent does not say, and no node is known to be without. */
        NO_DATA,
        NOT_NEEDED
    }

    /**
     * Of memory.
     *
     * @param unprotectedNodes number of nodes that offer capacity and are known to be without
     */
    public record Memory(State state, int unprotectedNodes, String detail) {

        private static Memory of(List<Guarded> offering, Instant now) {
            if (offering.isEmpty()) {
                return new Memory(State.NOT_NEEDED, 0, NO_CAPACITY);
            }
            List<String> without = named(offering, one -> why(one, MemoryProtection.State.UNPROTECTED, now));
            if (!without.isEmpty()) {
                return new Memory(State.OFF, without.size(), listing("batch capacity without eviction on ", without));
            }
            List<String> unknown = named(offering, one -> why(one, MemoryProtection.State.UNKNOWN, now));
            return unknown.isEmpty()
                    ? new Memory(State.ON, 0, "eviction is on wherever capacity is offered")
                    : new Memory(State.NO_DATA, 0, listing("not known of ", unknown));
        }

        private static Optional<String> why(Guarded one, MemoryProtection.State state, Instant now) {
            MemoryProtection judged = MemoryProtection.of(one.facts(), now);
            return judged.state() == state ? Optional.of(judged.why()) : Optional.empty();
        }
    }

    /** A node, and what its protection is judged by. */
    public record Guarded(Node node, ProtectionFacts facts) {}

    /** Of these nodes. */
    public static Protection of(Stream<Guarded> nodes, Instant now) {
        List<Guarded> offering = nodes.filter(one -> offers(one.node())).toList();
        Memory memory = Memory.of(offering, now);
        List<String> unprotected = named(offering, one -> why(one, now));
        if (!unprotected.isEmpty()) {
            String detail = listing("batch capacity without protection on ", unprotected);
            return new Protection(State.OFF, unprotected.size(), detail, memory);
        }
        return offering.isEmpty()
                ? new Protection(State.NOT_NEEDED, 0, NO_CAPACITY, memory)
                : new Protection(State.ON, 0, "suppression is on wherever capacity is offered", memory);
    }

    private static List<String> named(List<Guarded> nodes, Function<Guarded, Optional<String>> reason) {
        return nodes.stream()
                .flatMap(one ->
                        reason.apply(one).map(why -> one.node().getMetadata().getName() + " (" + why + ")").stream())
                .sorted()
                .toList();
    }

    private static String listing(String what, List<String> nodes) {
        String named = String.join(", ", nodes.subList(0, Math.min(NAMED, nodes.size())));
        int more = nodes.size() - NAMED;
        return what + named + (more > 0 ? " and " + more + " more" : "");
    }

    private static boolean offers(Node node) {
        if (node.getStatus() == null) {
            return false;
        }
        Map<String, Quantity> allocatable = orEmpty(node.getStatus().getAllocatable());
        return OFFERED.stream()
                .map(allocatable::get)
                .anyMatch(quantity -> quantity != null && Quantities.value(quantity) > 0);
    }

    /** A setting that permits capacity without protection, and the time since then, make no difference here. */
    private static Optional<String> why(Guarded one, Instant now) {
        NodeProtection protection = ProtectionJudge.judge(one.facts(), false, null, now);
        return protection.state() == NodeProtection.State.PROTECTED ? Optional.empty() : Optional.of(protection.why());
    }
}
