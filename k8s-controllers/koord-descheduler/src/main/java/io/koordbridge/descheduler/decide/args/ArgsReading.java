package io.koordbridge.descheduler.decide.args;

import io.koordbridge.protocol.PureCore;
import java.util.List;

/**
 * Arguments as they were read.
 *
 * @param args a value of a wrong type counts as absent; one out of range is kept
 * @param problems sentences that name field, value and range; the process does not start with one
 */
@PureCore
public record ArgsReading(MigrationArgs args, List<String> problems) {

    public ArgsReading {
        problems = List.copyOf(problems);
    }
}
