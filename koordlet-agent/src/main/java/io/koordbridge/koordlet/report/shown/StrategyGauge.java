package io.koordbridge.koordlet.report.shown;

import io.koordbridge.koordlet.snapshot.NodeSnapshot;
import io.koordbridge.protocol.PureCore;
import java.util.List;
import java.util.OptionalDouble;

/**
 * A value of {@code /metrics} that comes from a strategy. The label {@code node} is added.
 *
 * @param <M> memory of the strategy
 * @param family name, with a help text in the metrics page
 * @param labels alternating label and value
 * @param value of the last tick
 */
@PureCore
public record StrategyGauge<M>(String family, List<String> labels, Value<M> value) {

    /** Takes a value from what a strategy saw and remembers. */
    public interface Value<M> {
        /** Empty while unknown. */
        OptionalDouble of(NodeSnapshot snapshot, M memory);
    }

    public StrategyGauge {
        labels = List.copyOf(labels);
    }
}
