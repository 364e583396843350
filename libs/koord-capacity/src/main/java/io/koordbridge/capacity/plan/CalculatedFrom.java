package io.koordbridge.capacity.plan;

import io.koordbridge.protocol.PureCore;
import java.time.Instant;

/**
 * How old what is published is: the times of the reports that it was calculated from. It gets no older than a report may, whatever
 * keeps it from being calculated again.
 *
 * @param batch batch capacity of the node
 * @param mid mid capacity of the node
 * @param zones batch capacity of its NUMA zones
 */
@PureCore
public record CalculatedFrom(Instant batch, Instant mid, Instant zones) {

    /** Everything is as old as this. */
    public static CalculatedFrom at(Instant time) {
        return new CalculatedFrom(time, time, time);
    }
}
