package io.koordbridge.yarnoperator.node;

import io.fabric8.kubernetes.api.model.Node;
import io.koordbridge.api.document.node.ThirdParties;
import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.policy.lease.NodeBalances.Listed;
import io.koordbridge.yarnoperator.drain.ContainersSeen;
import io.koordbridge.yarnoperator.drain.DrainBook;
import io.koordbridge.yarnoperator.lease.LeaseState;
import io.koordbridge.yarnoperator.lease.NodeManagerRef;
import io.koordbridge.yarnoperator.matching.NodeManagersOfNode;
import io.koordbridge.yarnoperator.resourcemanager.KnownMasters;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What the loop keeps of a node between two passes; touched by the loop's thread only. */
final class NodeMemory {

    /** Also read by the senders. */
    volatile long term = -1;

    @Nullable
    LeaseState state;

    /** What the node offered last, null when that was nothing. */
    @Nullable
    BatchAmount lastGoodOrigin;

    /** What third parties held last, as it counted; outlives a term. */
    @Nullable
    ThirdParties lastThirdParties;

    @Nullable
    Node written;

    String cachedVersion = "";
    String writtenOver = "";

    /** Why our annotations could not be written last, null when they could. */
    @Nullable
    String writeProblem;

    /** Since when the Node is not ready, null while it is. */
    @Nullable
    Instant notReadySince;

    /** The last eviction that the node agent reported; outlives a term. */
    EvictionReading evictions = EvictionReading.UNREAD;

    /** Which containers the node agent knows as application masters. */
    MastersReading masters = MastersReading.UNREAD;

    /** The node agent's report on the NodeManager; outlives a term. */
    NodeManagerReading nodeManager = NodeManagerReading.UNREAD;

    /** By which of them the NodeManagers were asked last. */
    KnownMasters askedBy = KnownMasters.BY_ID;

    /** What was asked about application masters last in this term, null without a question. */
    @Nullable
    String question;

    /** When the web servers were asked last, null before. */
    @Nullable
    Instant webAskedAt;

    /** The NodeManagers that were found last, and their pods. */
    NodeManagersOfNode found = NodeManagersOfNode.NONE;

    /** What the Node and its pods ask; outlives a term. */
    DrainReading asked = DrainReading.UNREAD;

    /** Where the drains of this term stand. */
    DrainBook drains = DrainBook.EMPTY;

    /** What drains wait for. */
    ContainersSeen left = ContainersSeen.UNKNOWN;

    DrainedPods.Written podWrites = new DrainedPods.Written();

    private boolean looked;

    /** What the API server itself said of the node's pods last. */
    @Nullable
    Listed listed;

    /** Highest number of an update of this term that was answered, by NodeManager; written by the senders. */
    final Map<NodeManagerRef, Long> acknowledged = new ConcurrentHashMap<>();

    final Set<NodeManagerRef> managers = new LinkedHashSet<>();
    final Registrations registrations = new Registrations();

    /** Other writers of the capability of the node's NodeManagers. */
    final OtherWriters writers = new OtherWriters();

    /** Forgets what an earlier term of leadership left. */
    void enter(long newTerm) {
        if (term != newTerm) {
            term = newTerm;
            state = null;
            managers.clear();
            acknowledged.clear();
            listed = null;
            question = null;
            drains = DrainBook.EMPTY;
            podWrites = new DrainedPods.Written();
        }
    }

    /** Reads what the node agent says of YARN's containers; what of it cannot be read. */
    List<String> look(Node node, Instant now) {
        evictions = evictions.next(node, !looked, now);
        masters = masters.next(node);
        nodeManager = nodeManager.next(node, !looked, now, question);
        looked = true;
        return Stream.of(evictions.problem(), masters.problem(), nodeManager.problem())
                .flatMap(Stream::ofNullable)
                .toList();
    }

    /** Our own last write while the cache still shows the object it was made from. */
    Node freshest(Node cached) {
        boolean behind =
                written != null && writtenOver.equals(cached.getMetadata().getResourceVersion());
        return behind && written != null ? written : cached;
    }
}
