package io.koordbridge.yarnoperator.node;

import io.fabric8.kubernetes.api.model.Node;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.YarnShrink;
import io.koordbridge.api.document.yarn.YarnShrinkReader;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.yarnoperator.lease.LeaseState;
import io.koordbridge.yarnoperator.lease.LeaseState.Change;
import io.koordbridge.yarnoperator.lease.NodeManagerView;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What a Node says while containers of its NodeManager have to leave, so that executors can be signalled in time. */
@PureCore
final class ShrinkAnnotation {

    /** Setting a clock moves a deadline, by little all the time. */
    private static final Duration SAME_DEADLINE = Duration.ofSeconds(2);

    private ShrinkAnnotation() {}

    /**
     * The annotation; null while nothing drains. Of several NodeManagers no one has a target of its own.
     *
     * @param now by the clock of the lease
     * @param timeOfDay the same moment for others
     * @param countsVcores of a cluster, whether its ResourceManager is known to end containers for their vcores
     */
    static @Nullable YarnShrink of(
            @Nullable LeaseState lease,
            List<NodeManagerView> managers,
            Instant now,
            Instant timeOfDay,
            Predicate<String> countsVcores) {
        List<NodeManagerView> inUse =
                managers.stream().filter(NodeManagerView::inUse).toList();
        Change change = lease == null ? null : lease.change();
        if (change == null || !change.phase().shrinking() || change.sentAt() == null || inUse.size() != 1) {
            return null;
        }
        NodeManagerView manager = inUse.get(0);
        YarnAmount target = change.target();
        Instant deadline = change.deadline();
        if (deadline == null || manager.used().fitsIn(target)) {
            return null;
        }
        Duration left = Duration.between(now, deadline);
        Duration whole = left.isNegative() ? Duration.ZERO : left.truncatedTo(ChronoUnit.SECONDS);
        Instant time = timeOfDay.truncatedTo(ChronoUnit.SECONDS);
        return new YarnShrink(
                target.vcores(),
                target.memoryMb(),
                time.plus(whole.compareTo(YarnShrinkReader.LONGEST) > 0 ? YarnShrinkReader.LONGEST : whole)
                        .toString(),
                time.toString(),
                manager.ref().nodeId(),
                countsVcores.test(manager.ref().cluster()));
    }

    /** Writes or removes it where the Node says something else. */
    static void change(Node node, @Nullable YarnShrink wanted, Map<String, @Nullable String> changes) {
        if (wanted == null) {
            AnnotationCodec.text(node, Annotations.NODE_YARN_SHRINK)
                    .or(() -> AnnotationCodec.tooLong(node, Annotations.NODE_YARN_SHRINK))
                    .ifPresent(text -> changes.put(Annotations.NODE_YARN_SHRINK, null));
        } else if (differs(YarnShrinkReader.read(node).value(), wanted)) {
            changes.put(Annotations.NODE_YARN_SHRINK, AnnotationCodec.write(wanted));
        }
    }

    private static boolean differs(@Nullable YarnShrink before, YarnShrink wanted) {
        return before == null
                || !Objects.equals(before.vcores(), wanted.vcores())
                || !Objects.equals(before.memoryMB(), wanted.memoryMB())
                || !Objects.equals(before.nodeId(), wanted.nodeId())
                || before.countsVcores() != wanted.countsVcores()
                || moved(before, wanted);
    }

    /** Once a deadline is over, it stays over; one that is far away is written as a day. */
    private static boolean moved(YarnShrink before, YarnShrink wanted) {
        Instant first = before.until();
        boolean over = wanted.left().isZero() && !first.isAfter(wanted.until());
        boolean far =
                wanted.left().equals(YarnShrinkReader.LONGEST) && before.left().equals(wanted.left());
        if (over || far) {
            return false;
        }
        return Duration.between(first, wanted.until()).abs().compareTo(SAME_DEADLINE) > 0;
    }
}
