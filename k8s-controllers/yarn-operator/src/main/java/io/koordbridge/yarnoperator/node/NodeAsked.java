package io.koordbridge.yarnoperator.node;

import io.koordbridge.api.annotation.YarnFrozen;
import io.koordbridge.yarnoperator.drain.ContainersSeen;
import io.koordbridge.yarnoperator.drain.Drain;
import org.jspecify.annotations.Nullable;

/**
 * What is asked of a node, for the view.
 *
 * @param drain the first drain that is not over, else the last one while what asked for it is there; null without one
 * @param left what it waits for
 * @param frozen null unless the lease is frozen
 */
public record NodeAsked(
        @Nullable Drain drain,
        @Nullable ContainersSeen left,
        @Nullable YarnFrozen frozen) {

    /** Nothing. */
    public static final NodeAsked NOTHING = new NodeAsked(null, null, null);
}
