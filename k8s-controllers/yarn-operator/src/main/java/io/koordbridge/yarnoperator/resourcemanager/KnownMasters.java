package io.koordbridge.yarnoperator.resourcemanager;

import static io.koordbridge.api.binding.Absent.orEmpty;

import io.koordbridge.api.annotation.YarnMasters;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.YarnContainerIds;
import java.util.Set;

/**
 * Which containers of a node are application masters: a NodeManager's web server does not say. The node agent, which asks the plugin, names
 * those whose ids say the wrong thing; for all others the id counts.
 *
 * @param masters ids of application masters
 * @param tasks ids of others
 */
@PureCore
public record KnownMasters(Set<String> masters, Set<String> tasks) {

    /** Where ids are all that is known. */
    public static final KnownMasters BY_ID = new KnownMasters(Set.of(), Set.of());

    public KnownMasters {
        masters = Set.copyOf(masters);
        tasks = Set.copyOf(tasks);
    }

    /** As the node agent says. */
    public static KnownMasters of(YarnMasters said) {
        return new KnownMasters(Set.copyOf(orEmpty(said.masters())), Set.copyOf(orEmpty(said.tasks())));
    }

    /** Whether a container is an application master. */
    boolean contains(String id) {
        return masters.contains(id) || (YarnContainerIds.isFirst(id) && !tasks.contains(id));
    }
}
