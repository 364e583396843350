package io.koordbridge.scheduler.place.device;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import java.util.List;

/**
 * A device that a pod gets.
 *
 * @param minor of the card
 * @param id of the card, empty when unknown
 * @param amounts what it gets of it
 * @param functions virtual functions that it gets
 */
@PureCore
record Grant(int minor, String id, ResourceVector amounts, List<Card.Function> functions) {

    Grant {
        functions = List.copyOf(functions);
    }
}
