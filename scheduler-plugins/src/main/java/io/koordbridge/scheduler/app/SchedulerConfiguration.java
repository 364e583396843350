package io.koordbridge.scheduler.app;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.dropwizard.validation.ValidationMethod;
import io.koordbridge.frame.BridgeConfiguration;
import io.koordbridge.scheduler.extender.ExtenderConfig;
import io.koordbridge.scheduler.gang.plan.GangArgs;
import io.koordbridge.scheduler.gatekeeper.GatekeeperArgs;
import io.koordbridge.scheduler.leadership.LeaderArgs;
import io.koordbridge.scheduler.place.balance.BalanceScorer;
import io.koordbridge.scheduler.place.balance.ScorePlan;
import io.koordbridge.scheduler.place.device.DeviceArgs;
import io.koordbridge.scheduler.place.load.LoadArgs;
import io.koordbridge.scheduler.place.numa.NumaArgs;
import io.koordbridge.scheduler.quota.preemption.PreemptionArgs;
import io.koordbridge.scheduler.quota.revoke.RevokeArgs;
import io.koordbridge.scheduler.quota.tree.QuotaArgs;
import io.koordbridge.scheduler.reservation.status.ReservationArgs;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;

/** Configuration of koord-scheduler. */
public final class SchedulerConfiguration extends BridgeConfiguration {

    private static final Duration MOST_WITHIN_THE_LEASE = Duration.ofSeconds(10);

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
    @JsonPropertyDescription("Which replica writes: the one whose kube-scheduler leads.")
    private LeaderArgs leader = LeaderArgs.DEFAULT;

    /** Section {@code leader}. */
    public LeaderArgs leader() {
        return leader;
    }

    /** The lease lasts 15 s behind a renewal, of which up to 4 s have passed when it is seen. */
    @JsonIgnore
    @ValidationMethod(
            message = "bind.requestTimeout above 10s needs leader.enabled: false: "
                    + "a Binding is sent only while the lease of kube-scheduler outlasts it")
    public boolean isBindingWithinTheLease() {
        return leader == null || bind == null || !leader.enabled() || bind.callsEndWithin(MOST_WITHIN_THE_LEASE);
    }

    @Valid
    @NotNull
    @JsonProperty
    @JsonPropertyDescription("Elastic quotas: pods wait while their quota has no room.")
    private QuotaArgs quota = QuotaArgs.DEFAULT;

    @Valid
    @NotNull
    @JsonProperty
    @JsonPropertyDescription("Load awareness: what nodes really use, by their NodeMetric.")
    private LoadArgs loadAware = new LoadArgs();

    /** Section {@code loadAware}. */
    public LoadArgs loadAware() {
        return loadAware;
    }

    @Valid
    @NotNull
    @JsonProperty
    @JsonPropertyDescription("Evictions of pods of quotas that use more than they may, off by default.")
    private RevokeArgs quotaRevoke = RevokeArgs.DEFAULT;

    @Valid
    @NotNull
    @JsonProperty
    @JsonPropertyDescription("Preemption inside a quota.")
    private PreemptionArgs quotaPreemption = PreemptionArgs.DEFAULT;

    /** Section {@code quotaPreemption}. */
    public PreemptionArgs quotaPreemption() {
        return quotaPreemption;
    }

    /** Section {@code quotaRevoke}. */
    public RevokeArgs quotaRevoke() {
        return quotaRevoke;
    }

    /** Without runtimes there is nothing to compare with. */
    @JsonIgnore
    @ValidationMethod(message = "quotaRevoke.monitorAllQuotas needs quota.enableRuntimeQuota")
    public boolean isRevokedByRuntime() {
        return !quotaRevoke.monitorAllQuotas() || quota.enableRuntimeQuota();
    }

    @Valid
    @NotNull
    @JsonProperty
    @JsonPropertyDescription("GPUs, RDMA cards and FPGAs of nodes.")
    private DeviceArgs devices = DeviceArgs.DEFAULT;

    /** Section {@code devices}. */
    public DeviceArgs devices() {
        return devices;
    }

    @Valid
    @NotNull
    @JsonProperty
    @JsonPropertyDescription("Gangs: pods that are placed together or not at all.")
    private GangArgs gang = GangArgs.DEFAULT;

    @Valid
    @NotNull
    @JsonProperty
    @JsonPropertyDescription("Pods that the webhook of koord-manager keeps from kube-scheduler by a scheduling gate.")
    private GatekeeperArgs gatekeeper = GatekeeperArgs.DEFAULT;

    /** Section {@code gatekeeper}. */
    public GatekeeperArgs gatekeeper() {
        return gatekeeper;
    }

    /** Section {@code gang}. */
    public GangArgs gang() {
        return gang;
    }

    @Valid
    @NotNull
    @JsonProperty
    @JsonPropertyDescription("Reservations: room on nodes that is kept for pods to come.")
    private ReservationArgs reservation = ReservationArgs.DEFAULT;

    /** Section {@code reservation}. */
    public ReservationArgs reservation() {
        return reservation;
    }

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

    /** Section {@code numa}. */
    public NumaArgs numa() {
        return numa;
    }

    /** Section {@code bind}. */
    public BindSection bind() {
        return bind;
    }
}
