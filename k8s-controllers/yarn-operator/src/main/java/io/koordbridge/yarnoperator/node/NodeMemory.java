package io.koordbridge.yarnoperator.node;

import io.fabric8.kubernetes.api.model.Node;
import io.koordbridge.yarnoperator.conversion.BatchAmount;
import io.koordbridge.yarnoperator.lease.LeaseState;
import io.koordbridge.yarnoperator.lease.NodeManagerRef;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the loop keeps of a node between two passes; touched by the loop's thread only. */
final class NodeMemory {

    long term = -1;

    @Nullable
    LeaseState state;

    @Nullable
    BatchAmount lastGoodOrigin;

    @Nullable
    Node written;

    String cachedVersion = "";
    String writtenOver = "";

    /** Why our annotations could not be written last, null when they could. */
    @Nullable
    String writeProblem;

    final Set<NodeManagerRef> managers = new LinkedHashSet<>();
    final Registrations registrations = new Registrations();

    /** Forgets what an earlier term of leadership left. */
    void enter(long newTerm) {
        if (term != newTerm) {
            term = newTerm;
            state = null;
            managers.clear();
        }
    }

    /** Our own last write while the cache still shows the object it was made from. */
    Node freshest(Node cached) {
        boolean behind =
                written != null && writtenOver.equals(cached.getMetadata().getResourceVersion());
        return behind && written != null ? written : cached;
    }
}
