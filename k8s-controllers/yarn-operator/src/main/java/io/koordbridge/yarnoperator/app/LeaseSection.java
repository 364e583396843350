package io.koordbridge.yarnoperator.app;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.dropwizard.util.Duration;
import io.koordbridge.yarnoperator.conversion.BatchAmount;
import io.koordbridge.yarnoperator.conversion.YarnAmount;
import io.koordbridge.yarnoperator.conversion.YarnConversion;
import io.koordbridge.yarnoperator.conversion.YarnConversion.Profile;
import io.koordbridge.yarnoperator.lease.Hysteresis;
import io.koordbridge.yarnoperator.lease.LeaseSettings;
import io.koordbridge.yarnoperator.lease.PlannerSettings;
import io.koordbridge.yarnoperator.lease.ProtocolTimes;
import io.koordbridge.yarnoperator.lease.SharePolicy;
import jakarta.validation.Valid;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;

/** Section {@code lease}: how much YARN gets and how changes are carried out. */
public final class LeaseSection {

    @NotNull
    @JsonProperty
    @JsonPropertyDescription("How free batch capacity is divided: static, demand, yarn-first or pods-first.")
    private String policy = "demand";

    @DecimalMin("0")
    @DecimalMax("1")
    @JsonProperty
    @JsonPropertyDescription(
            "static: YARN's part of the origin. The node label node.koordinator.sh/yarn-share replaces it.")
    private BigDecimal share = new BigDecimal("0.5");

    @DecimalMin("0")
    @DecimalMax("1")
    @JsonProperty
    @JsonPropertyDescription("demand: YARN's part of the free rest while both sides wait or neither does.")
    private BigDecimal weight = new BigDecimal("0.5");

    @DecimalMin("0")
    @DecimalMax("1")
    @JsonProperty
    @JsonPropertyDescription("Upper bound of any lease, as part of the origin.")
    private BigDecimal maxShare = BigDecimal.ONE;

    @Min(0)
    @JsonProperty
    @JsonPropertyDescription("vcores that a NodeManager in use always keeps; the ResourceManager's minimum allocation.")
    private long minVcores = 1;

    @Min(0)
    @JsonProperty
    @JsonPropertyDescription(
            "MiB that a NodeManager in use always keeps; below the minimum allocation YARN shuts the node down.")
    private long minMB = 1024;

    @Min(1)
    @JsonProperty
    @JsonPropertyDescription("Leases are whole multiples of this many MiB.")
    private long memoryStepMB = 512;

    @Min(0)
    @JsonProperty
    @JsonPropertyDescription("pods-first: milli-CPU kept free for pods to come.")
    private long headroomMilliCpu;

    @Min(0)
    @JsonProperty
    @JsonPropertyDescription("pods-first: MiB kept free for pods to come.")
    private long headroomMB;

    @NotNull
    @JsonProperty
    @JsonPropertyDescription(
            "Units: safe (MiB, rounded so that nothing is sold twice) or reference (decimal MB, " + "rounded up).")
    private String conversion = "safe";

    @DecimalMin("0.001")
    @DecimalMax("100")
    @JsonProperty
    @JsonPropertyDescription("safe: vcores per core.")
    private BigDecimal vcoreRatio = BigDecimal.ONE;

    @DecimalMin("0.001")
    @DecimalMax("100")
    @JsonProperty
    @JsonPropertyDescription("safe: MB told to YARN per MiB of batch memory.")
    private BigDecimal memoryRatio = BigDecimal.ONE;

    @Valid
    @NotNull
    @JsonProperty
    @JsonPropertyDescription("Differences that are worth a change.")
    private HysteresisSection hysteresis = new HysteresisSection();

    @Valid
    @NotNull
    @JsonProperty
    @JsonPropertyDescription("Times of the protocol.")
    private TimesSection times = new TimesSection();

    /** Section {@code lease.hysteresis}. */
    public static final class HysteresisSection {

        @Min(0)
        @JsonProperty
        @JsonPropertyDescription("Difference in vcores.")
        private long vcores = 1;

        @Min(0)
        @JsonProperty
        @JsonPropertyDescription("Difference in MiB.")
        private long memoryMB = 256;

        @Min(0)
        @Max(100)
        @JsonProperty
        @JsonPropertyDescription("Difference in percent of the lease.")
        private int percent = 5;

        @NotNull
        @JsonProperty
        @JsonPropertyDescription("After this time without a change even a smaller grow is made.")
        private Duration anyGrowAfter = Duration.seconds(30);
    }

    /** Section {@code lease.times}. */
    public static final class TimesSection {

        @NotNull
        @JsonProperty
        @JsonPropertyDescription("YARN's overcommit timeout of a shrink by policy.")
        private Duration drain = Duration.minutes(10);

        @NotNull
        @JsonProperty
        @JsonPropertyDescription("YARN's overcommit timeout of a shrink because the node itself fell.")
        private Duration pressure = Duration.seconds(15);

        @NotNull
        @JsonProperty
        @JsonPropertyDescription("How long pods' lowered share has to be visible before YARN grows.")
        private Duration settle = Duration.seconds(2);

        @NotNull
        @JsonProperty
        @JsonPropertyDescription("How long that share may take to fall before a grow is given up.")
        private Duration reserve = Duration.seconds(60);

        @NotNull
        @JsonProperty
        @JsonPropertyDescription("Least time between two grows of a node.")
        private Duration growInterval = Duration.seconds(30);

        @NotNull
        @JsonProperty
        @JsonPropertyDescription("Age from which a report of the ResourceManager no longer counts.")
        private Duration reportStale = Duration.seconds(10);

        @NotNull
        @JsonProperty
        @JsonPropertyDescription("How long a lowered capability has to be reported when the NodeManager cannot be "
                + "asked: two heartbeats and a margin.")
        private Duration heartbeats = Duration.milliseconds(2500);

        @NotNull
        @JsonProperty
        @JsonPropertyDescription("How long a call that failed may still take effect: nothing is released for this long "
                + "after a larger value was sent.")
        private Duration lateCall = Duration.seconds(15);

        @NotNull
        @JsonProperty
        @JsonPropertyDescription(
                "How long a NodeManager has to be gone before its lease ends without proof (YARN's own expiry).")
        private Duration release = Duration.minutes(10);

        @NotNull
        @JsonProperty
        @JsonPropertyDescription("A new leader grows nothing for this long; at least leaderElection.leaseDuration.")
        private Duration newLeaderHoldOff = Duration.seconds(15);
    }

    LeaseSettings settings() {
        PlannerSettings planner = new PlannerSettings(
                named(SharePolicy.class, "lease.policy", policy),
                thousandths(share),
                thousandths(weight),
                thousandths(maxShare),
                new YarnAmount(minVcores, minMB),
                memoryStepMB,
                new BatchAmount(headroomMilliCpu, headroomMB << 20));
        Hysteresis damping = new Hysteresis(
                hysteresis.vcores, hysteresis.memoryMB, hysteresis.percent, hysteresis.anyGrowAfter.toJavaDuration());
        ProtocolTimes defaults = ProtocolTimes.DEFAULT;
        ProtocolTimes protocol = new ProtocolTimes(
                times.settle.toJavaDuration(),
                times.reserve.toJavaDuration(),
                times.growInterval.toJavaDuration(),
                times.drain.toJavaDuration(),
                times.pressure.toJavaDuration(),
                defaults.resendAfter(),
                times.lateCall.toJavaDuration(),
                times.heartbeats.toJavaDuration(),
                times.reportStale.toJavaDuration(),
                times.release.toJavaDuration());
        return new LeaseSettings(planner, damping, protocol, conversion());
    }

    private YarnConversion conversion() {
        Profile profile = named(Profile.class, "lease.conversion", conversion);
        return profile == Profile.REFERENCE
                ? YarnConversion.REFERENCE
                : YarnConversion.safe(thousandths(vcoreRatio), thousandths(memoryRatio));
    }

    java.time.Duration newLeaderHoldOff() {
        return times.newLeaderHoldOff.toJavaDuration();
    }

    private static int thousandths(BigDecimal value) {
        return value.movePointRight(3).setScale(0, RoundingMode.DOWN).intValueExact();
    }

    private static <E extends Enum<E>> E named(Class<E> type, String key, String text) {
        for (E one : type.getEnumConstants()) {
            if (one.name().equals(text.trim().toUpperCase(Locale.ROOT).replace('-', '_'))) {
                return one;
            }
        }
        StringBuilder allowed = new StringBuilder();
        for (E one : type.getEnumConstants()) {
            allowed.append(allowed.length() == 0 ? "" : ", ")
                    .append(one.name().toLowerCase(Locale.ROOT).replace('_', '-'));
        }
        throw new IllegalArgumentException(key + ": '" + text + "' is not one of " + allowed);
    }
}
