package io.koordbridge.descheduler.app;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.dropwizard.util.Duration;
import io.dropwizard.validation.MaxDuration;
import io.dropwizard.validation.MinDuration;
import io.koordbridge.frame.ElectingConfiguration;
import jakarta.validation.constraints.NotNull;
import java.util.concurrent.TimeUnit;

/** Configuration of the process; {@code conf/koord-descheduler.yaml} names every key. */
public final class DeschedulerProcessConfiguration extends ElectingConfiguration {

    private static final int LONGEST_DRAIN_DAYS = 20;

    @JsonProperty
    @JsonPropertyDescription(
            "Decides, counts and reports as always, but makes no job and evicts no pod; profiles and plugins have a"
                    + " dryRun as well.")
    private boolean dryRun;

    @NotNull
    @MinDuration(value = 1, unit = TimeUnit.SECONDS)
    @MaxDuration(value = LONGEST_DRAIN_DAYS, unit = TimeUnit.DAYS)
    @JsonProperty
    @JsonPropertyDescription(
            "How long YARN may take to drain a NodeManager, lease.times.drain of yarn-operator; a job that drains one"
                    + " needs a longer ttl.")
    private Duration drainDeadline = Duration.minutes(10);

    @NotNull
    @JsonProperty
    @JsonPropertyDescription(
            "A DeschedulerConfiguration of descheduler/v1alpha2 as Koordinator reads it; the shipped file has every key"
                    + " of it, and without it no plugin acts.")
    private JsonNode descheduler = JsonNodeFactory.instance.objectNode();

    /** Whether nothing is evicted. */
    public boolean dryRun() {
        return dryRun;
    }

    /** How long YARN may take to drain a NodeManager. */
    public java.time.Duration drainDeadline() {
        return drainDeadline.toJavaDuration();
    }

    /** Profiles and plugins, not yet decoded. */
    public JsonNode descheduler() {
        return descheduler;
    }
}
