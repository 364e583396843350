package io.koordbridge.scheduler.app;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.koordbridge.frame.BridgeConfiguration;
import io.koordbridge.scheduler.balance.BalanceScorer;
import io.koordbridge.scheduler.balance.ScorePlan;
import io.koordbridge.scheduler.extender.ExtenderSettings;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;

/** Configuration of koord-scheduler. */
public final class SchedulerConfiguration extends BridgeConfiguration {

    @Valid
    @NotNull
    @JsonProperty
    private ExtenderSettings extender = new ExtenderSettings();

    @Valid
    @NotNull
    @JsonProperty
    private BalanceScorer.Config balance = BalanceScorer.Config.DEFAULT;

    @Valid
    @NotNull
    @JsonProperty
    private ScorePlan.FitPlus fitPlus = ScorePlan.FitPlus.OFF;

    @Valid
    @NotNull
    @JsonProperty
    private ScorePlan.Scarce scarce = ScorePlan.Scarce.OFF;

    @Valid
    @NotNull
    @JsonProperty
    private BindSection bind = new BindSection();

    /** Section {@code extender}. */
    public ExtenderSettings extender() {
        return extender;
    }

    /** Sections {@code balance}, {@code fitPlus} and {@code scarce}. */
    public ScorePlan scores() {
        return new ScorePlan(balance, fitPlus, scarce);
    }

    /** Section {@code bind}. */
    public BindSection bind() {
        return bind;
    }
}
