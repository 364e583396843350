package io.koordbridge.yarnoperator.node;

import io.fabric8.kubernetes.api.model.Node;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.YarnLease;
import io.koordbridge.api.annotation.YarnResource;
import io.koordbridge.api.annotation.YarnShrink;
import io.koordbridge.api.document.yarn.YarnLeaseReader;
import io.koordbridge.api.document.yarn.YarnNodeId;
import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.yarnoperator.conversion.ThirdPartyEntries;
import io.koordbridge.yarnoperator.lease.NodeManagerRef;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Which annotations of a Node have to change. A change of only time, use or counters is not written. */
@PureCore
final class NodeAnnotations {

    private NodeAnnotations() {}

    /**
     * What the annotations have to say.
     *
     * @param lease what is reserved
     * @param registers the part of it that a starting NodeManager may register with
     * @param vcoresPerCore by which a NodeManager weighs its containers
     * @param lost the part of it that is kept for lost NodeManagers
     * @param agent what is for the node agent
     */
    record Wanted(
            @Nullable NodeManagerRef manager,
            LeaseStateName state,
            YarnAmount lease,
            YarnAmount registers,
            BigDecimal vcoresPerCore,
            YarnAmount lost,
            YarnAmount used,
            long term,
            String reason,
            ForAgent agent) {}

    /**
     * What the node agent is to know.
     *
     * @param question what it is asked, null while nothing is
     * @param shrink what its NodeManager shrinks to, null while nothing drains
     */
    record ForAgent(@Nullable String question, @Nullable YarnShrink shrink) {}

    /** The lease record of a Node without its wrong parts, empty when absent or unreadable. It is ours, and written again at once. */
    static Optional<YarnLease> record(Node node) {
        return YarnLeaseReader.read(node).found();
    }

    /** The NodeManager that a lease record names. */
    static Optional<NodeManagerRef> manager(YarnLease record) {
        String cluster = Objects.requireNonNullElse(record.cluster(), "");
        return Optional.ofNullable(record.nodeId())
                .flatMap(YarnNodeId::parse)
                .map(id -> new NodeManagerRef(cluster, id.host(), id.port()));
    }

    /**
     * The annotations to patch, null values remove; empty when the Node says what it has to.
     *
     * @param reserve new amount of our third-party entry, null when it stays
     */
    static Map<String, @Nullable String> changes(
            Node node, ThirdPartyEntries entries, @Nullable BatchAmount reserve, Wanted wanted, Instant now) {
        Map<String, @Nullable String> changes = new LinkedHashMap<>();
        if (reserve != null) {
            changes.put(Annotations.NODE_THIRD_PARTY_ALLOCATIONS, AnnotationCodec.write(entries.withYarn(reserve)));
        }
        Optional<YarnLease> before = record(node);
        boolean gone = wanted.lease().equals(YarnAmount.ZERO) && wanted.manager() == null;
        if (gone) {
            remove(Annotations.NODE_YARN_LEASE, node, changes);
            remove(Annotations.NODE_YARN_QUESTION, node, changes);
            ShrinkAnnotation.change(node, null, changes);
            return changes;
        }
        ShrinkAnnotation.change(node, wanted.agent().shrink(), changes);
        String question = wanted.agent().question();
        if (question != null
                && !AnnotationCodec.text(node, Annotations.NODE_YARN_QUESTION).equals(Optional.of(question))) {
            changes.put(Annotations.NODE_YARN_QUESTION, question);
        }
        if (reserve != null || before.isEmpty() || differs(before.get(), wanted)) {
            changes.put(Annotations.NODE_YARN_LEASE, AnnotationCodec.write(fresh(before.orElse(null), wanted, now)));
        }
        return changes;
    }

    private static void remove(String key, Node node, Map<String, @Nullable String> changes) {
        AnnotationCodec.text(node, key).ifPresent(text -> changes.put(key, null));
    }

    private static boolean differs(YarnLease before, Wanted wanted) {
        return !wanted.state().name().equals(before.state())
                || !registers(wanted).equals(before.lease())
                || !Objects.equals(lost(wanted), before.lost())
                || !nodeId(wanted).equals(before.nodeId())
                || !cluster(wanted).equals(before.cluster());
    }

    private static YarnLease fresh(@Nullable YarnLease before, Wanted wanted, Instant now) {
        long sequence = before == null || before.seq() == null ? 0 : before.seq();
        return new YarnLease(
                cluster(wanted),
                nodeId(wanted),
                wanted.state().name(),
                registers(wanted),
                resource(wanted.used()),
                lost(wanted),
                wanted.term(),
                sequence + 1,
                wanted.reason(),
                now.truncatedTo(ChronoUnit.SECONDS).toString());
    }

    private static YarnResource registers(Wanted wanted) {
        YarnAmount amount = wanted.registers();
        return new YarnResource(amount.vcores(), amount.memoryMb(), YarnResource.plain(wanted.vcoresPerCore()));
    }

    private static @Nullable YarnResource lost(Wanted wanted) {
        return wanted.lost().equals(YarnAmount.ZERO) ? null : resource(wanted.lost());
    }

    private static String cluster(Wanted wanted) {
        return wanted.manager() == null ? "" : wanted.manager().cluster();
    }

    private static String nodeId(Wanted wanted) {
        return wanted.manager() == null ? "" : wanted.manager().nodeId();
    }

    /** What a record says. */
    static YarnAmount amount(YarnResource resource) {
        return new YarnAmount(
                resource.vcores() == null ? 0 : resource.vcores(),
                resource.memoryMB() == null ? 0 : resource.memoryMB());
    }

    private static YarnResource resource(YarnAmount amount) {
        return new YarnResource(amount.vcores(), amount.memoryMb());
    }
}
