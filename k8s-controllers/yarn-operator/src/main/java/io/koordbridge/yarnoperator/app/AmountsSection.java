package io.koordbridge.yarnoperator.app;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.dropwizard.util.Duration;
import io.dropwizard.validation.MaxDuration;
import io.dropwizard.validation.MinDuration;
import io.koordbridge.yarnoperator.amounts.AmountsConfig;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.util.concurrent.TimeUnit;

/** Section {@code amounts}: how the metrics of amounts are made. */
public final class AmountsSection {

    @NotNull
    @MinDuration(value = 1, unit = TimeUnit.SECONDS)
    @MaxDuration(value = 5, unit = TimeUnit.MINUTES)
    @JsonProperty
    @JsonPropertyDescription(
            "How often the leader asks the web server of a ResourceManager what queues hold and applications have"
                    + " lost.")
    private Duration readInterval = Duration.seconds(15);

    @NotNull
    @MaxDuration(value = 10, unit = TimeUnit.MINUTES)
    @JsonProperty
    @JsonPropertyDescription(
            "How long a new series of a counter shows 0, so that increase() sees what follows; at least the scrape"
                    + " interval of Prometheus.")
    private Duration newSeriesAtZero = Duration.seconds(60);

    @Min(0)
    @Max(1000)
    @JsonProperty
    @JsonPropertyDescription("Queues of a cluster that have series of their own; the others share the queue \"other\".")
    private int queues = 50;

    @JsonProperty
    @JsonPropertyDescription("Whether lease and allocation of each node are series of their own, four per node.")
    private boolean perNode;

    AmountsConfig settings() {
        return new AmountsConfig(readInterval.toJavaDuration(), newSeriesAtZero.toJavaDuration(), queues, perNode);
    }
}
