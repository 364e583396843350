package io.koordbridge.scheduler.app;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.koordbridge.frame.BridgeConfiguration;
import io.koordbridge.scheduler.balance.BalancePlugin;
import io.koordbridge.scheduler.balance.BalanceScorer;
import io.koordbridge.scheduler.balance.ScorePlan;
import io.koordbridge.scheduler.batchfit.BatchFitPlugin;
import io.koordbridge.scheduler.extender.ExtenderConfig;
import io.koordbridge.scheduler.numa.NumaArgs;
import io.koordbridge.scheduler.numa.NumaPlugin;
import io.koordbridge.scheduler.plugin.PluginList;
import io.koordbridge.scheduler.quota.QuotaArgs;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.util.List;

/** Configuration of koord-scheduler. */
public final class SchedulerConfiguration extends BridgeConfiguration {

    @Valid
    @NotNull
    @JsonProperty
    @JsonPropertyDescription("Limits of a request, and the form of answers.")
    private ExtenderConfig extender = new ExtenderConfig();

    @Valid
    @NotNull
    @JsonProperty
    @JsonPropertyDescription("The score of most batch left: the free share after placing the pod.")
    private BalanceScorer.Config balance = BalanceScorer.Config.DEFAULT;

    @Valid
    @NotNull
    @JsonProperty
    @JsonPropertyDescription("A strategy of its own for each resource that a pod requests; off with weight 0.")
    private ScorePlan.FitPlus fitPlus = ScorePlan.FitPlus.OFF;

    @Valid
    @NotNull
    @JsonProperty
    @JsonPropertyDescription("Keeps resources for those who need them; off with weight 0.")
    private ScorePlan.Scarce scarce = ScorePlan.Scarce.OFF;

    @Valid
    @NotNull
    @JsonProperty
    @JsonPropertyDescription("NUMA alignment and CPU binding; counts beside balance for pods that request cpu.")
    private NumaArgs numa = NumaArgs.DEFAULT;

    @Valid
    @NotNull
    @JsonProperty
    @JsonPropertyDescription(
            "Limits of a bind; maxWait and attempts times requestTimeout plus one read must stay below "
                    + "httpTimeout of the bind extender in kube-scheduler-config.yaml.")
    private BindSection bind = new BindSection();

    @Valid
    @NotNull
    @JsonProperty
    @JsonPropertyDescription("Elastic quotas: pods wait while their quota has no room.")
    private QuotaArgs quota = QuotaArgs.DEFAULT;

    /** Section {@code quota}. */
    public QuotaArgs quota() {
        return quota;
    }

    /** Section {@code extender}. */
    public ExtenderConfig extender() {
        return extender;
    }

    /** Sections {@code balance}, {@code fitPlus} and {@code scarce}. */
    public ScorePlan scores() {
        return new ScorePlan(balance, fitPlus, scarce);
    }

    /** All capabilities, configured; one line each. */
    public PluginList plugins() {
        return new PluginList(List.of(new BatchFitPlugin(), new NumaPlugin(numa), new BalancePlugin(scores())));
    }

    /** Section {@code bind}. */
    public BindSection bind() {
        return bind;
    }
}
