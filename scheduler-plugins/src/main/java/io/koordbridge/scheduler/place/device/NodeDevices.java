package io.koordbridge.scheduler.place.device;

import io.koordbridge.protocol.PureCore;
import java.util.List;
import java.util.stream.Stream;

/**
 * What the Device object of a node says.
 *
 * @param cards by type and minor
 * @param problems what could not be used, for people
 */
@PureCore
record NodeDevices(List<Card> cards, List<String> problems) {

    NodeDevices {
        cards = List.copyOf(cards);
        problems = List.copyOf(problems);
    }

    Stream<Card> ofType(String type) {
        return cards.stream().filter(card -> card.type().equals(type));
    }
}
