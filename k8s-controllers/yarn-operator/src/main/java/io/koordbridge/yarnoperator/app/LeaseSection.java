package io.koordbridge.yarnoperator.app;

import com.fasterxml.jackson.annotation.JsonProperty;
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
    private String policy = "demand";

    @DecimalMin("0")
    @DecimalMax("1")
    @JsonProperty
    private BigDecimal share = new BigDecimal("0.5");

    @DecimalMin("0")
    @DecimalMax("1")
    @JsonProperty
    private BigDecimal weight = new BigDecimal("0.5");

    @DecimalMin("0")
    @DecimalMax("1")
    @JsonProperty
    private BigDecimal maxShare = BigDecimal.ONE;

    @Min(0)
    @JsonProperty
    private long minVcores = 1;

    @Min(0)
    @JsonProperty
    private long minMB = 1024;

    @Min(1)
    @JsonProperty
    private long memoryStepMB = 512;

    @Min(0)
    @JsonProperty
    private long headroomMilliCpu;

    @Min(0)
    @JsonProperty
    private long headroomMB;

    @NotNull
    @JsonProperty
    private String conversion = "safe";

    @DecimalMin("0.001")
    @DecimalMax("100")
    @JsonProperty
    private BigDecimal vcoreRatio = BigDecimal.ONE;

    @DecimalMin("0.001")
    @DecimalMax("100")
    @JsonProperty
    private BigDecimal memoryRatio = BigDecimal.ONE;

    @Valid
    @NotNull
    @JsonProperty
    private HysteresisSection hysteresis = new HysteresisSection();

    @Valid
    @NotNull
    @JsonProperty
    private TimesSection times = new TimesSection();

    /** Section {@code lease.hysteresis}. */
    public static final class HysteresisSection {

        @Min(0)
        @JsonProperty
        private long vcores = 1;

        @Min(0)
        @JsonProperty
        private long memoryMB = 256;

        @Min(0)
        @Max(100)
        @JsonProperty
        private int percent = 5;

        @NotNull
        @JsonProperty
        private Duration anyGrowAfter = Duration.seconds(30);
    }

    /** Section {@code lease.times}. */
    public static final class TimesSection {

        @NotNull
        @JsonProperty
        private Duration drain = Duration.minutes(10);

        @NotNull
        @JsonProperty
        private Duration pressure = Duration.seconds(15);

        @NotNull
        @JsonProperty
        private Duration settle = Duration.seconds(2);

        @NotNull
        @JsonProperty
        private Duration reserve = Duration.seconds(60);

        @NotNull
        @JsonProperty
        private Duration growInterval = Duration.seconds(30);

        @NotNull
        @JsonProperty
        private Duration reportStale = Duration.seconds(10);

        @NotNull
        @JsonProperty
        private Duration heartbeats = Duration.milliseconds(2500);

        @NotNull
        @JsonProperty
        private Duration lateCall = Duration.seconds(15);

        @NotNull
        @JsonProperty
        private Duration release = Duration.minutes(10);

        @NotNull
        @JsonProperty
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
