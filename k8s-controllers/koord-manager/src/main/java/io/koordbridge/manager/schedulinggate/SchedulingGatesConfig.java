package io.koordbridge.manager.schedulinggate;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.dropwizard.util.Duration;
import io.dropwizard.validation.MinDuration;
import io.koordbridge.protocol.WellKnown;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Section {@code schedulingGates}: which pods wait before kube-scheduler's queue; gate PodSchedulingGates. */
public final class SchedulingGatesConfig {

    @NotNull
    @JsonProperty
    @JsonPropertyDescription("Schedulers whose pods are gated: those that have our extender.")
    private List<String> schedulerNames = List.of(WellKnown.SCHEDULER_NAME);

    @NotEmpty
    @JsonProperty
    @JsonPropertyDescription("Namespace of kube-scheduler's lease.")
    private String leaseNamespace = WellKnown.NAMESPACE;

    @NotEmpty
    @JsonProperty
    @JsonPropertyDescription("Name of kube-scheduler's lease.")
    private String leaseName = WellKnown.SCHEDULER_NAME;

    @NotNull
    @MinDuration(value = 30, unit = TimeUnit.SECONDS)
    @JsonProperty
    @JsonPropertyDescription(
            "Gates are opened when the gatekeeper of koord-scheduler did not write on that lease for this long.")
    private Duration openAfter = Duration.minutes(5);

    /** Schedulers whose pods are gated. */
    public Set<String> schedulerNames() {
        return Set.copyOf(schedulerNames);
    }

    /** Namespace of kube-scheduler's lease. */
    public String leaseNamespace() {
        return leaseNamespace;
    }

    /** Name of kube-scheduler's lease. */
    public String leaseName() {
        return leaseName;
    }

    /** How long the gatekeeper may be silent before gates are opened. */
    public java.time.Duration openAfter() {
        return openAfter.toJavaDuration();
    }
}
