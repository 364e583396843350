package io.koordbridge.koordlet.yarn;

import io.koordbridge.api.annotation.YarnMasters;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.YarnContainerIds;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Containers of which the id says the wrong thing: most nodes have none, so nearly nothing is written. */
@PureCore
public final class MasterExceptions {

    /** Of each kind; more than any node has, and far below what an annotation may hold. */
    private static final int MOST = 200;

    private MasterExceptions() {}

    /** Those among the containers, in the order of their ids; empty without any. One whose type is not known follows its id. */
    public static Optional<YarnMasters> of(List<YarnContainer> containers) {
        List<String> masters = ids(containers, one -> is(one, "APPLICATION_MASTER") && !first(one));
        List<String> tasks = ids(containers, one -> is(one, "TASK") && first(one));
        return masters.isEmpty() && tasks.isEmpty() ? Optional.empty() : Optional.of(new YarnMasters(masters, tasks));
    }

    private static boolean is(YarnContainer container, String type) {
        return type.equalsIgnoreCase(container.containerType());
    }

    private static boolean first(YarnContainer container) {
        return YarnContainerIds.isFirst(container.id());
    }

    private static List<String> ids(List<YarnContainer> containers, Predicate<YarnContainer> which) {
        return containers.stream()
                .filter(which)
                .map(YarnContainer::id)
                .sorted()
                .limit(MOST)
                .toList();
    }
}
