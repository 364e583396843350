package io.koordbridge.yarnoperator.drain;

import java.time.Duration;
import java.util.Set;

/**
 * A reason to drain a node.
 *
 * @param id another one is another drain
 * @param timeout how long containers may stay from when it was seen first
 * @param endsMasters whether application masters leave as well when the time is over
 * @param deletesPods whether its pods are deleted when no container is left
 * @param irrevocable whether its pods go anyway: such a drain gives nothing back
 * @param pods uids of the NodeManager pods that it is about, as they are now
 */
public record DrainRequest(
        String id, Duration timeout, boolean endsMasters, boolean deletesPods, boolean irrevocable, Set<String> pods) {

    public DrainRequest {
        pods = Set.copyOf(pods);
    }
}
