package io.koordbridge.yarnoperator.app;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.dropwizard.util.Duration;
import io.dropwizard.validation.MaxDuration;
import io.dropwizard.validation.OneOf;
import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.policy.amount.YarnConversion;
import io.koordbridge.policy.lease.Hysteresis;
import io.koordbridge.policy.lease.PlannerConfig;
import io.koordbridge.policy.lease.SharePolicy;
import io.koordbridge.yarnoperator.largest.LargestConfig;
import io.koordbridge.yarnoperator.lease.LeaseConfig;
import io.koordbridge.yarnoperator.lease.ProtocolTimes;
import jakarta.validation.Valid;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Section {@code lease}: how much YARN gets and how changes are carried out. */
public final class LeaseSection {

    /** As much as is believed of a ResourceManager, so that no sum overflows. */
    private static final long MOST_VCORES = 1_000_000;

    private static final long MOST_MB = 1L << 30;

    private static final int MOST_KEPT = 1000;

    /** YARN counts a timeout in milliseconds of 32 bits. */
    private static final int LONGEST_TIMEOUT_DAYS = 20;

    @NotNull
    @OneOf(
            value = {"static", "demand", "yarn-first", "pods-first"},
            ignoreCase = true)
    @JsonProperty
    @JsonPropertyDescription("How free batch capacity is divided.")
    private String policy = "demand";

    @NotNull
    @DecimalMin("0")
    @DecimalMax("1")
    @JsonProperty
    @JsonPropertyDescription(
            "static: YARN's part of the origin. The node label node.koordinator.sh/yarn-share replaces it.")
    private BigDecimal share = new BigDecimal("0.5");

    @NotNull
    @DecimalMin("0")
    @DecimalMax("1")
    @JsonProperty
    @JsonPropertyDescription("demand: YARN's part of the free rest while both sides wait or neither does.")
    private BigDecimal weight = new BigDecimal("0.5");

    @NotNull
    @DecimalMin("0")
    @DecimalMax("1")
    @JsonProperty
    @JsonPropertyDescription("Upper bound of any lease, as part of the origin.")
    private BigDecimal maxShare = BigDecimal.ONE;

    @Min(0)
    @Max(MOST_VCORES)
    @JsonProperty
    @JsonPropertyDescription(
            "vcores that a NodeManager in use always keeps; at least the minimum allocation of the running"
                    + " ResourceManager (/conf of its web server) and of yarn-site.xml.")
    private long minVcores = 1;

    @Min(0)
    @Max(MOST_MB)
    @JsonProperty
    @JsonPropertyDescription(
            "MiB that a NodeManager in use always keeps; at least the minimum allocation of the running ResourceManager"
                    + " (/conf of its web server) and of yarn-site.xml, below which YARN shuts the node down.")
    private long minMB = 1024;

    @Valid
    @NotNull
    @JsonProperty
    @JsonPropertyDescription(
            "What some nodes of each cluster keep, so that applications may ask for containers as large.")
    private KeepLargestSection keepLargest = new KeepLargestSection();

    @Min(0)
    @Max(MOST_VCORES)
    @JsonProperty
    @JsonPropertyDescription(
            "vcores that a shrink leaves for an application master that may run while neither node agent nor"
                    + " NodeManager says what masters hold.")
    private long unknownMasterVcores = LeaseConfig.SPARE.vcores();

    @Min(0)
    @Max(MOST_MB)
    @JsonProperty
    @JsonPropertyDescription("MiB that a shrink leaves for such a master.")
    private long unknownMasterMB = LeaseConfig.SPARE.memoryMb();

    @Min(1)
    @Max(MOST_MB)
    @JsonProperty
    @JsonPropertyDescription("Leases are whole multiples of this many MiB.")
    private long memoryStepMB = 512;

    @Min(0)
    @Max(MOST_VCORES * 1000)
    @JsonProperty
    @JsonPropertyDescription("pods-first: milli-CPU kept free for pods to come.")
    private long headroomMilliCpu;

    @Min(0)
    @Max(MOST_MB)
    @JsonProperty
    @JsonPropertyDescription("pods-first: MiB kept free for pods to come.")
    private long headroomMB;

    @NotNull
    @DecimalMin("0.001")
    @DecimalMax("100")
    @JsonProperty
    @JsonPropertyDescription("vcores per core.")
    private BigDecimal vcoreRatio = BigDecimal.ONE;

    @NotNull
    @DecimalMin("0.001")
    @DecimalMax("100")
    @JsonProperty
    @JsonPropertyDescription("MB for YARN per MiB of batch memory.")
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

    /** Section {@code lease.keepLargest}. */
    public static final class KeepLargestSection {

        @Min(0)
        @Max(MOST_KEPT)
        @JsonProperty
        @JsonPropertyDescription(
                "How many nodes of each cluster keep the size while they have room for it; 0 for none.")
        private int nodes = LargestConfig.DEFAULT.nodes();

        @Min(1)
        @Max(MOST_VCORES)
        @JsonProperty
        @JsonPropertyDescription("vcores of the largest container.")
        private long vcores = LargestConfig.DEFAULT.size().vcores();

        @Min(1)
        @Max(MOST_MB)
        @JsonProperty
        @JsonPropertyDescription("MiB of the largest container, application masters included, with its overhead. The"
                + " ResourceManager rejects what is larger than its largest node.")
        private long memoryMB = LargestConfig.DEFAULT.size().memoryMb();
    }

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
        @MaxDuration(value = LONGEST_TIMEOUT_DAYS, unit = TimeUnit.DAYS)
        @JsonProperty
        @JsonPropertyDescription(
                "YARN's overcommit timeout of a shrink by policy; with 0s containers are killed at once.")
        private Duration drain = Duration.minutes(10);

        @NotNull
        @MaxDuration(value = LONGEST_TIMEOUT_DAYS, unit = TimeUnit.DAYS)
        @JsonProperty
        @JsonPropertyDescription(
                "YARN's overcommit timeout while memory is short; with 0s containers are killed after a second.")
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
        @JsonPropertyDescription(
                "Age from which a report of the ResourceManager no longer counts; at least three times "
                        + "hadoop.pollInterval.")
        private Duration reportStale = Duration.seconds(15);

        @NotNull
        @JsonProperty
        @JsonPropertyDescription("How long a lowered capability has to be reported when the NodeManager cannot be "
                + "asked: it may restart unseen and register with what it read before.")
        private Duration heartbeats = Duration.seconds(15);

        @NotNull
        @JsonProperty
        @JsonPropertyDescription(
                "How long a former leader's call may still be sent, and how long reports have to agree that "
                        + "containers are gone when the NodeManager itself does not say so.")
        private Duration lateCall = Duration.seconds(15);

        @NotNull
        @JsonProperty
        @JsonPropertyDescription(
                "How long a Node has to be not ready, and its NodeManager gone, before the lease ends without a report"
                        + " of the node agent.")
        private Duration release = Duration.minutes(10);

        @NotNull
        @JsonProperty
        @JsonPropertyDescription(
                "A new leader grows nothing for this long; at least leaderElection.leaseDuration, unless no leader is"
                        + " elected.")
        private Duration newLeaderHoldOff = Duration.seconds(15);
    }

    LeaseConfig settings() {
        PlannerConfig planner = new PlannerConfig(
                named(SharePolicy.class, policy),
                thousandths(share),
                thousandths(weight),
                thousandths(maxShare),
                new YarnAmount(minVcores, minMB),
                YarnAmount.ZERO,
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
        YarnConversion conversion = YarnConversion.safe(thousandths(vcoreRatio), thousandths(memoryRatio));
        YarnAmount spare = new YarnAmount(unknownMasterVcores, unknownMasterMB);
        return new LeaseConfig(planner, damping, protocol, conversion, spare);
    }

    LargestConfig keepLargest() {
        return new LargestConfig(keepLargest.nodes, new YarnAmount(keepLargest.vcores, keepLargest.memoryMB));
    }

    java.time.Duration newLeaderHoldOff() {
        return times.newLeaderHoldOff.toJavaDuration();
    }

    private static int thousandths(BigDecimal value) {
        return value.movePointRight(3).setScale(0, RoundingMode.DOWN).intValueExact();
    }

    private static <E extends Enum<E>> E named(Class<E> type, String text) {
        return Enum.valueOf(type, text.toUpperCase(Locale.ROOT).replace('-', '_'));
    }
}
