package io.koordbridge.manager.explain;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.capacity.batchresource.BatchAllotment;
import io.koordbridge.capacity.batchresource.BatchSplit;
import io.koordbridge.capacity.batchresource.BatchTerms;
import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.capacity.offered.BatchCapacity;
import io.koordbridge.capacity.plan.NodeExplanation;
import io.koordbridge.capacity.plan.StageOutcome;
import io.koordbridge.capacity.plan.WriteDecision;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Nodes at a glance; nothing is calculated for it. */
@PureCore
public final class NodeRows {

    private static final String NOT_WRITTEN = "NOT_WRITTEN";

    private NodeRows() {}

    /** A node that was worked on. */
    public static NodeRow of(NodeExplanation node, Instant now) {
        BatchCapacity batch = BatchCapacity.of(node.terms());
        BatchAllotment allotment = batch.allotment();
        BatchTerms terms = allotment.terms();
        CpuMemory capacity = terms == null ? null : terms.capacity();
        CpuMemory online = terms == null
                ? null
                : terms.overhead().system().plus(terms.pods().used());
        BatchSplit split = batch.split().offered() ? batch.split() : null;
        NodeExplanation.LastWrite written = node.lastWrite();
        return new NodeRow(
                node.terms().node(),
                state(node),
                reason(node),
                known(capacity, CpuMemory::milliCpu),
                known(capacity, CpuMemory::bytes),
                known(online, CpuMemory::milliCpu),
                known(online, CpuMemory::bytes),
                known(split, BatchSplit::originMilliCpu),
                known(split, BatchSplit::originBytes),
                known(split, one -> one.thirdParty().microCpu() / 1000),
                known(split, one -> one.thirdParty().milliBytes() / 1000),
                shown(node, ResourceNames.BATCH_CPU),
                shown(node, ResourceNames.BATCH_MEMORY),
                shown(node, ResourceNames.MID_CPU),
                shown(node, ResourceNames.MID_MEMORY),
                age(allotment.usageAt(), now),
                age(written == null ? null : written.at(), now),
                node.status().askAgainAt().map(Instant::toString).orElse(null),
                problems(node));
    }

    /** A node that nothing was calculated for yet. */
    public static NodeRow waiting(String name) {
        return new NodeRow(
                name,
                NodeRow.State.WAITING,
                "NOT_CALCULATED",
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                List.of());
    }

    private static NodeRow.State state(NodeExplanation node) {
        if (node.status().reason() == WriteDecision.Reason.NODE_INCOMPLETE) {
            return NodeRow.State.NOTHING;
        }
        if (node.notWritten() != null) {
            return NodeRow.State.KEPT;
        }
        return switch (BatchCapacity.of(node.terms()).allotment().reason()) {
            case CALCULATED -> calculated(node);
            case STAGE_FAILED, STAGE_OFF -> NodeRow.State.KEPT;
            case COLOCATION_DISABLED -> NodeRow.State.OFF;
            default -> NodeRow.State.NOTHING;
        };
    }

    private static NodeRow.State calculated(NodeExplanation node) {
        if (growsNot(node)) {
            return NodeRow.State.KEPT;
        }
        return heldBack(node) ? NodeRow.State.HELD_BACK : NodeRow.State.PUBLISHED;
    }

    private static boolean growsNot(NodeExplanation node) {
        return node.terms().protection().growsNot();
    }

    private static String reason(NodeExplanation node) {
        if (node.notWritten() != null) {
            return NOT_WRITTEN;
        }
        if (growsNot(node)
                && state(node) == NodeRow.State.KEPT
                && !BatchCapacity.of(node.terms()).allotment().isReset()) {
            return node.terms().protection().state().name();
        }
        boolean decided = heldBack(node) || node.status().reason() == WriteDecision.Reason.NODE_INCOMPLETE;
        return decided
                ? node.status().reason().name()
                : BatchCapacity.of(node.terms()).allotment().reason().name();
    }

    private static boolean heldBack(NodeExplanation node) {
        return node.status().reason() == WriteDecision.Reason.HELD_BACK;
    }

    private static List<String> problems(NodeExplanation node) {
        Stream<String> stages = node.terms().stages().stream()
                .filter(outcome -> outcome.problem() != null)
                .map(NodeRows::problem);
        Stream<String> protection = Stream.of(node.terms().protection().sentence())
                .filter(words -> !words.isEmpty() && node.terms().strategy().nodeEnabled());
        Stream<String> written = Stream.ofNullable(node.notWritten()).map(why -> "not written: " + why);
        return Stream.of(written, protection, stages).flatMap(all -> all).toList();
    }

    private static String problem(StageOutcome<?> outcome) {
        return outcome.name() + ": " + outcome.problem();
    }

    private static @Nullable Long shown(NodeExplanation node, String resource) {
        Quantity quantity = node.onNode().allocatable().get(resource);
        return quantity == null ? null : Quantities.value(quantity);
    }

    private static <T> @Nullable Long known(@Nullable T terms, Function<T, Long> read) {
        return terms == null ? null : read.apply(terms);
    }

    private static @Nullable Double age(@Nullable Instant at, Instant now) {
        return at == null ? null : Ages.seconds(at, now);
    }
}
