package io.koordbridge.scheduler.view;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.kube.cache.KindCache;
import io.koordbridge.kube.listwatch.ListWatchSource;
import java.util.List;

/** A capability that keeps facts of its own about the objects that the ledger follows, and may follow kinds of its own. */
public interface ClusterListener {

    /** Listens to nothing. */
    ClusterListener NONE = new ClusterListener() {};

    /** Kinds that it follows beside nodes, pods and topologies; asked once. They need not be installed. */
    default List<KindCache<?>> kinds(ListWatchSource source) {
        return List.of();
    }

    /** Whether an object of its own kinds was ever seen, so that their changes have to arrive. */
    default boolean follows() {
        return false;
    }

    /** A node came or changed. */
    default void nodeSeen(Node node) {}

    /** A node is gone. */
    default void nodeGone(String node) {}

    /** A pod that is not done came or changed. */
    default void podSeen(Pod pod) {}

    /** A pod, named by uid and by namespace and name, is gone or done. */
    default void podGone(String uid, String key) {}
}
